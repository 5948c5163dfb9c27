/** Each read of the contract in its worst plausible form, and the writes that cost most, on the heavy site. */
import type { z } from 'zod'
import { allEndpoints } from '../../apps/server/test/all-endpoints.ts'
import { COMMON_WORD } from '../../apps/server/test/large-site.ts'

type Query = Record<string, string>
type Viewer = 'guest' | 'user' | 'admin'
export type HeavyCall = { name: string; method: string; path: string; as: Viewer; query?: Query; body?: object }

/** `user` is user 1 of the site, who owns a tenth of it; post 2 has a third of all comments. */
const HEAVY = { user: '0', post: 2, comment: 1, category: '3', tag: '3' } as const

const full = { limit: '100' }
const pages: Query[] = [full, { ...full, page: '2' }, { ...full, page: '300' }]
const sorts: Query[] = [{ sort: 'created_at' }, { sort: 'like_count' }]
const times = (those: Query[], these: Query[]): Query[] =>
  those.flatMap((one) => these.map((two) => ({ ...one, ...two })))
const words: Query[] = [COMMON_WORD, '今', `${COMMON_WORD} 图书馆`].map((keyword) => ({ keyword }))

type Reads = { id?: string | number; queries?: Query[]; own?: Query[] }

/** Those without a line are called plainly, and those of the back office by their filters. */
const READS: Record<string, Reads> = {
  'GET /posts': {
    queries: [
      ...times([{}, { category: 'recommend' }, { category: HEAVY.category }], pages),
      ...times([{ user_id: '1' }], times(sorts, times(pages, [{}, { category: '1' }, { keyword: COMMON_WORD }]))),
      ...times(words, pages),
    ],
    own: times([{ is_draft: '1' }], times([...sorts, { sort: 'updated_at' }], times(pages, [{}, ...words]))),
  },
  'GET /posts/:id': { id: HEAVY.post },
  'GET /posts/:id/comments': { id: HEAVY.post, queries: times(pages, [{ sort: 'asc' }, { sort: 'desc' }]) },
  'GET /comments': { queries: times([{ post_id: '2' }], times(pages, [{ sort: 'asc' }, { sort: 'desc' }])) },
  'GET /comments/:id/replies': { id: HEAVY.comment, queries: times(pages, [{}, { deep: '1' }]) },
  'GET /comments/:id/place': { id: 36_000, queries: [{ sort: 'asc' }, { sort: 'desc' }] },
  'GET /users': { queries: pages },
  'GET /users/search': {
    queries: times(
      ['同', '同学', '1', '7'].map((keyword) => ({ keyword })),
      pages,
    ),
  },
  'GET /users/:id': { id: HEAVY.user },
  'GET /users/:id/stats': { id: HEAVY.user },
  'GET /users/:id/personality-tags': { id: HEAVY.user },
  'GET /users/:id/posts': {
    id: HEAVY.user,
    queries: times(sorts, times(pages, [{}, { category: '1' }, { keyword: COMMON_WORD }])),
  },
  'GET /users/:id/collections': { id: HEAVY.user, queries: times(sorts, pages) },
  'GET /users/:id/likes': { id: HEAVY.user, queries: pages },
  'GET /users/:id/follow-status': { id: 5 },
  'GET /users/:id/following': { id: HEAVY.user, queries: pages },
  'GET /users/:id/followers': { id: HEAVY.user, queries: pages },
  'GET /users/:id/mutual-follows': { id: HEAVY.user, queries: pages },
  'GET /search': {
    queries: [
      ...times(words, times(pages, [{}, { type: 'posts' }])),
      ...times([{ tag: HEAVY.tag }], times(pages, [{}, { keyword: COMMON_WORD }])),
      ...times([{ type: 'users', keyword: '同学' }], pages),
    ],
  },
  'GET /search/posts': { queries: times(words, pages) },
  'GET /search/suggestions': { queries: [{}, ...words] },
  'GET /categories': { queries: [{}, { name: '类', sortField: 'post_count' }] },
  'GET /categories/:id': { id: HEAVY.category },
  'GET /notifications': { queries: times(pages, [{}, { type: '1' }]) },
  'GET /notifications/comments': { queries: pages },
  'GET /notifications/likes': { queries: pages },
  'GET /notifications/collections': { queries: pages },
  'GET /notifications/follows': { queries: pages },
  'GET /notifications/system': { queries: pages },
  'GET /auth/check-user-id': { queries: [{ user_id: 'nobody' }] },
  'GET /auth/challenge': { queries: [{ use: 'login' }] },
  'GET /admin/find': { queries: [COMMON_WORD, '今', '同学', '5', '/post?id=2'].map((q) => ({ q })) },
  'GET /admin/users/:id/counts': { id: 1 },
  'GET /admin/users/:id/reports': { id: 1 },
  'GET /admin/users/:id/addresses': { id: 1 },
  'GET /admin/users/:id/notes': { id: 1 },
  'GET /admin/users/:id/email': { id: 1 },
  'GET /moderation/mine': { queries: times(pages, [{}, { post_id: '2' }]) },
  'GET /admin/appeals': { queries: times(pages, [{}, { state: 'resolved' }, { target_type: '1' }, { user_id: 'u' }]) },
  'GET /admin/tags/:id/synonyms': { id: HEAVY.tag },
  'GET /admin/moderation': { queries: [{ target_type: '1', target_id: '2' }] },
  'GET /admin/queue': { queries: pages },
  'GET /admin/monitor/activities': { queries: [full] },
}

/** Ends only with its session; needs a link; records of tables that the site leaves empty. */
const EMPTY_TABLES = ['audits', 'reports', 'words', 'findings', 'invitations', 'jobs', 'bans', 'domains', 'providers']
const LEFT_OUT = [
  'GET /notifications/stream',
  'GET /auth/export/file',
  ...EMPTY_TABLES.map((name) => `GET /admin/${name}/:id`),
]

/** All reads of the contract. */
export async function heavyReads(): Promise<HeavyCall[]> {
  const reads = (await allEndpoints()).filter(({ method }) => method === 'GET')
  return reads.flatMap(({ method, path, role, query }) => {
    const name = `${method} ${path}`
    if (LEFT_OUT.includes(name)) return []
    const filters = Object.keys((query as z.ZodObject | undefined)?.shape ?? {})
    const isTable = /^\/admin\/\w+$/.test(path) && filters.includes('sortField')
    const { id = 1, queries = [{}], own = [] }: Reads = READS[name] ?? {}
    const all = isTable ? tableQueries(filters) : queries
    const call = { name, method, path: path.replace(':id', String(id)) }
    const by = (as: Viewer, some: Query[]) => some.map((query): HeavyCall => ({ ...call, as, query }))
    if (role === 'admin') return by('admin', all)
    if (role === 'signed-in') return [...by('user', all), ...by('admin', all)]
    return [...(role === 'guest' ? by('guest', all) : []), ...by('user', [...all, ...own])]
  })
}

const NO_FILTERS = ['page', 'limit', 'sortField', 'sortOrder', 'order']

/** Every filter with what many rows have, alone and in another order. */
function tableQueries(names: string[]): Query[] {
  const filters = names.filter((name) => !NO_FILTERS.includes(name))
  const filtered = filters.flatMap((name) => ['1', '学'].map((value) => ({ [name]: value, ...full })))
  return [...pages, ...times(pages, [{ sortField: 'created_at', sortOrder: 'asc' }]), ...filtered]
}

const ids = (first: number, count: number) => ({ ids: Array.from({ length: count }, (_, n) => first + n) })
const write = (method: string, path: string, as: Viewer, body?: object): HeavyCall => ({
  name: `${method} ${path}`,
  method,
  path,
  as,
  ...(body && { body }),
})
const note = {
  title: `${COMMON_WORD}的一天`,
  content: `${'今天也在图书馆学习，'.repeat(190)}`,
  category_id: 3,
  tags: Array.from({ length: 10 }, (_, n) => `标签${n}`),
}

/** In this order: the later ones delete what the earlier ones change. */
export const HEAVY_WRITES: HeavyCall[] = [
  write('POST', '/posts', 'user', note),
  write('PUT', '/posts/1001', 'user', note),
  write('PUT', '/users/0', 'user', { nickname: '换了名字' }),
  write('POST', '/comments', 'user', { post_id: 2, content: '说得好'.repeat(300), parent_id: 1 }),
  write('POST', '/likes', 'user', { target_type: 1, target_id: 3 }),
  write('DELETE', '/likes', 'user', { target_type: 1, target_id: 4 }),
  write('POST', '/posts/3/collect', 'user'),
  write('DELETE', '/users/2/follow', 'user'),
  write('PUT', '/notifications/read-all', 'user'),
  write('PUT', '/admin/categories/3', 'admin', { name: '换了名字', category_title: 'other' }),
  write('PUT', '/admin/users/2', 'admin', { nickname: '换了名字', is_active: false }),
  write('PUT', '/admin/tags/4', 'admin', { name: '换了名字' }),
  write('POST', '/admin/posts/impact', 'admin', ids(1, 1000)),
  write('POST', '/admin/comments/impact', 'admin', ids(1, 1000)),
  write('POST', '/admin/tags/impact', 'admin', ids(1, 1000)),
  write('POST', '/admin/categories/impact', 'admin', ids(1, 10)),
  write('POST', '/admin/users/impact', 'admin', ids(1, 1000)),
  write('DELETE', '/admin/likes', 'admin', ids(1, 1000)),
  write('DELETE', '/admin/collections', 'admin', ids(1, 1000)),
  write('DELETE', '/admin/follows', 'admin', ids(1, 1000)),
  write('DELETE', '/admin/notifications', 'admin', ids(1, 1000)),
  write('DELETE', '/admin/comments', 'admin', ids(20_000, 1000)),
  // Its work goes on beside what follows.
  write('POST', '/admin/jobs', 'admin', {
    resource: 'posts',
    action: 'hide',
    reason: '演练',
    filter: { category_id: '2' },
    total: 50_000,
  }),
  write('DELETE', '/comments/1', 'user'),
  write('DELETE', '/posts/1001', 'user'),
  write('DELETE', '/admin/posts', 'admin', ids(2, 1000)),
  write('DELETE', '/admin/tags/5', 'admin'),
  write('DELETE', '/admin/tags', 'admin', ids(11, 1000)),
  write('DELETE', '/admin/users', 'admin', ids(3, 100)),
  write('DELETE', '/users/0', 'user'),
]
