/**
 * Calls every read of the contract on 20 000 posts and explains each of its statements: no list may scan a large
 * table, sort rows that grow with the site, or send more statements for more rows.
 */
import type { AnyEndpoint } from '@shiliu/contract/endpoint'
import { API_PREFIX } from '@shiliu/contract/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { dataEntries } from '#modules/account/data-export-contents.service.ts'
import { openSession } from '#modules/auth/sessions.service.ts'
import { allEndpoints } from './all-endpoints.ts'
import { makeAdmin } from './factories.ts'
import { COMMON_WORD, RARE_WORD, seedLargeSite } from './large-site.ts'
import { planProblems, type Statement, shapeOf } from './query-plan.ts'
import { openTestApp } from './test-app.ts'

type Query = Record<string, string>
/** How each read is called: path values, queries of everybody, and queries of signed-in viewers only. */
type Calls = { params?: Record<string, string | number>; queries?: Query[]; own?: Query[] }

const keywords = [COMMON_WORD, RARE_WORD, `${COMMON_WORD} ${RARE_WORD}`]
const sorts = ['created_at', 'like_count']
const heavyUser = { id: 0 }
const secondNote = { id: 2 }
const each = (name: string, values: string[]): Query[] => values.map((value) => ({ [name]: value }))
/** All combinations of the given queries. */
const times = (those: Query[], these: Query[]): Query[] =>
  those.flatMap((one) => these.map((two) => ({ ...one, ...two })))
const narrowed: Query[] = [{}, { category: '1' }, { keyword: COMMON_WORD }]

const CALLS: Record<string, Calls> = {
  'GET /posts': {
    queries: [
      {},
      { category: 'recommend' },
      { category: '3' },
      { category_id: '3' },
      ...times([{ user_id: '1' }], times(each('sort', sorts), narrowed)),
      ...each('keyword', keywords),
      { keyword: COMMON_WORD, category: '3' },
    ],
    own: times([{ is_draft: '1' }], times(each('sort', [...sorts, 'updated_at']), narrowed)),
  },
  'GET /posts/:id': { params: secondNote },
  'GET /posts/:id/comments': { params: secondNote, queries: [{}, ...each('sort', ['asc', 'desc'])] },
  'GET /comments': { queries: times([{ post_id: '2' }], each('sort', ['asc', 'desc'])) },
  'GET /comments/:id/replies': { params: { id: 1 }, queries: [{}, { deep: '1' }] },
  'GET /comments/:id/place': { params: { id: 2 }, queries: each('sort', ['asc', 'desc']) },
  'GET /users': {},
  'GET /users/search': { queries: [{ keyword: '同学' }, { keyword: '同' }, { keyword: '777' }, { keyword: '1' }] },
  'GET /users/:id': { params: heavyUser },
  'GET /users/:id/stats': { params: heavyUser },
  'GET /users/:id/personality-tags': { params: heavyUser },
  'GET /users/:id/posts': { params: heavyUser, queries: times(each('sort', sorts), narrowed) },
  'GET /users/:id/collections': { params: heavyUser, queries: [{}, ...each('sort', sorts)] },
  'GET /users/:id/likes': { params: heavyUser },
  'GET /users/:id/follow-status': { params: { id: 5 } },
  'GET /users/:id/following': { params: heavyUser },
  'GET /users/:id/followers': { params: heavyUser },
  'GET /users/:id/mutual-follows': { params: heavyUser },
  'GET /search': {
    queries: [
      ...each('keyword', keywords),
      { type: 'posts', keyword: RARE_WORD },
      ...times([{ tag: '3' }], [{}, { keyword: COMMON_WORD }]),
      { type: 'users', keyword: '同学' },
    ],
  },
  'GET /search/posts': { queries: each('keyword', [RARE_WORD]) },
  'GET /search/suggestions': { queries: [{}, ...each('keyword', keywords)] },
  'GET /tags': {},
  'GET /tags/hot': {},
  'GET /categories': { queries: [{}, { name: '1', sortField: 'post_count' }] },
  'GET /categories/:id': { params: { id: 3 } },
  'GET /notifications': { queries: [{}, { type: '1' }] },
  'GET /notifications/comments': {},
  'GET /notifications/likes': {},
  'GET /notifications/collections': {},
  'GET /notifications/follows': {},
  'GET /notifications/system': {},
  'GET /notifications/unread-count': {},
  'GET /notifications/unread-count-by-type': {},
  'GET /announcements': {},
  'GET /admin/tags/:id/synonyms': { params: { id: 3 } },
  'GET /admin/banners': {},
  'GET /admin/highlights': {},
  'GET /auth/me': {},
  'GET /auth/email': {},
  'GET /auth/sessions': {},
  'GET /auth/campus': {},
  'GET /auth/campus/links': {},
  'GET /auth/export': {},
  'GET /auth/admin/me': {},
  'GET /auth/check-user-id': { queries: [{ user_id: 'nobody' }] },
  'GET /health': {},
  'GET /health/live': {},
  'GET /health/ready': {},
  'GET /stats': {},
  'GET /auth/admin/admins': {},
  'GET /auth/admin/second-factor': {},
  'GET /auth/admin/email': {},
  'GET /auth/admin/sessions': {},
  'GET /auth/admin/all-sessions': {},
  'GET /admin/monitor/activities': {},
  'GET /admin/monitor/overview': {},
  'GET /admin/monitor/reported': {},
  'GET /admin/monitor/addresses': {},
  'GET /admin/settings': {},
  'GET /admin/setup': {},
  'GET /admin/mail': {},
  'GET /admin/users/:id/sanctions': { params: { id: 3 } },
  'GET /admin/find': {
    queries: [...each('q', [...keywords, '5', '/post?id=2', '/post?id=2&targetCommentId=3', '/user/0', '标签'])],
  },
  'GET /admin/users/:id/counts': { params: { id: 1 } },
  'GET /admin/users/:id/reports': { params: { id: 1 } },
  'GET /admin/users/:id/addresses': { params: { id: 1 } },
  'GET /admin/users/:id/notes': { params: { id: 1 } },
  'GET /admin/users/:id/email': { params: { id: 1 } },
  'GET /admin/reports': {
    queries: [
      {},
      ...each('state', ['open', 'resolved']),
      ...times([{ target_type: '1' }], [{}, { state: 'open' }]),
      { reason: 'spam', state: 'open' },
    ],
  },
  'GET /admin/reports/:id': { params: { id: 1 } },
  'GET /admin/jobs': { queries: [{}, { active: '1' }, { user_id: '1' }] },
  'GET /admin/appeals': {
    queries: [{}, ...times(each('state', ['open', 'resolved']), [{}, { target_type: '1' }, { user_id: 'user_1' }])],
  },
  'GET /moderation/mine': { queries: [{}, { post_id: '2' }] },
  'GET /admin/queue': { queries: [{}, { page: '50' }] },
  'GET /admin/audits': {
    queries: [
      {},
      { sortField: 'created_at', sortOrder: 'asc' },
      ...times(
        [{ username: 'admin7' }, { admin_id: '1' }, { action: 'view' }, { resource: 'posts' }],
        [{}, { from: '2026-01-01', to: '2026-01-02' }],
      ),
      ...times([{ resource: 'posts', record_id: '7' }, { record_id: '7' }], [{}, { action: 'update' }]),
      { from: '2026-01-01', to: '2026-01-02' },
    ],
  },
  'GET /admin/moderation': { queries: [{ target_type: '1', target_id: '2' }] },
}

/** Reads that list nothing, do not use the database, or that nobody waits for. */
const NO_LIST = [
  /^GET \/auth\/(captcha|challenge|registration)$/,
  /^GET \/openapi.json$/,
  /^GET \/notifications\/stream$/,
  // Reads a row, and the parts of a file; what is in the file has a test below.
  /^GET \/auth\/export\/file$/,
  // A single record; a file read by ids in batches; numbers computed once a minute.
  /^GET \/admin\/\w+\/(:id|export)$/,
  /^GET \/admin\/monitor\/dashboard$/,
]

type Allowance = { shape: RegExp; why: string; only?: 'sqlite' | 'mysql' }

/** Statements that may scan or sort, with the reason. An unused exception fails the test. */
const ALLOWED: Allowance[] = [
  {
    shape:
      /^select count\(distinct user_id\) as n from active_days where day >= \? and day <= \? and user_id not in \(select target_id from trash where target_type = 3\)$/,
    why: 'counts the people of seven days, once a minute',
    only: 'sqlite',
  },
  {
    shape: /^select .* from \(select .*count\(\*\) as n from reports .*created_at >= \? group by /,
    why: 'groups the reports of thirty days, once a minute',
    only: 'sqlite',
  },
  {
    shape: /^select j\.\*, a.undone_at from bulk_jobs as j .* where state in \(/,
    why: 'sorts the jobs that have not ended: administrators begin a handful',
    only: 'sqlite',
  },
  {
    shape: /^select post_tags.post_id, tags.id, tags.name .* order by post_tags.post_id, post_tags.position$/,
    why: 'sorts the tags of the notes on one page, at most ten each',
    only: 'sqlite',
  },
  {
    shape: /^select shown.id, \(select count\(\*\) as n from notifications where .* union all select id from/,
    why: 'merges the heads of a few index ranges, each as long as the pages up to this one',
    only: 'sqlite',
  },
  {
    shape:
      /^select tags.name, counted.n from \(select tag_id, count\(\*\) as n from .*post_tags where post_tags.post_id /,
    why: 'groups the tags of at most 5000 hits, once for what a search remembers',
  },
  {
    shape: /^select posts.id, posts.hot_score, found.total from \(select \w+ as id, .* order by \w+ desc limit \?\)/,
    why: 'sorts at most 5000 hits, once for what a search remembers',
    only: 'sqlite',
  },
  {
    shape: /^select users.id, fans_count from users where users.id in \(select rowid from search_names /,
    why: 'sorts at most 5000 users found, once for what a search remembers',
    only: 'sqlite',
  },
  {
    shape: /^select \(select count\(\*\) as n from users where is_hidden = \?\) as users, \(select count/,
    why: 'the counts of the whole site walk indexes; the answer is kept for everyone',
  },
  {
    shape:
      /^select (count\(\*\) as n from \w+ where (1 = 1|user_id is not null)|\(select count\(\*\) as n from \w+ where (1 = 1|user_id is not null)\) as all, \(select count\(\*\) from \(select .* from trash .*\) as trashed\) as trash)$/,
    why: 'the back office shows how many rows a table has: they are counted through an index',
  },
  {
    shape: /^select id from \w+ where .* order by created_at desc, id desc limit \? offset \?$/,
    why: 'an administrator asks for another order than the usual, which is by id',
  },
  {
    shape:
      /^select id from (comments|likes|notifications|posts|sessions) where \(?(user|parent|post|category)_id = \?( and .*)? order by id desc limit \? offset \?$/,
    why: 'sorts the ids of one user, note, comment or category in the back office, which an index finds',
  },
]

const named = (await allEndpoints())
  .filter((endpoint) => endpoint.method === 'GET')
  .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)
/** What a page about one user asks for, and the numbers that lead to tables. */
const LINKED = ['id', 'user_id', 'follower_id', 'following_id', 'tag_id', 'parent_id', 'post_id', 'category_id']
for (const [name, { path, query }] of named) {
  if (!/^\/admin\/\w+$/.test(path) || name in CALLS) continue
  const linked = LINKED.filter((filter) => path !== '/admin/users' && filter in (query as z.ZodObject).shape)
  CALLS[name] = { queries: [{}, { sortField: 'created_at' }, ...linked.map((filter) => ({ [filter]: '1' }))] }
}
const listed = named.filter(([name]) => name in CALLS)

describe('on a large site', { timeout: 180_000 }, () => {
  let test: Awaited<ReturnType<typeof openTestApp>>
  let tokens: { guest: string; user: string; admin: string }
  let seen: Statement[] = []
  const met = new Set<Allowance>()
  beforeAll(async () => {
    test = await openTestApp((sql, parameters) => seen.push({ sql, parameters }))
    await seedLargeSite(test.ctx)
    const { access_token: user } = await openSession(test.ctx, { role: 'user', id: 1 }, 'test')
    tokens = { guest: 'null', user, admin: (await makeAdmin(test.ctx)).token }
  }, 300_000)
  afterAll(() => test.close(), 180_000)

  type Call = { endpoint: AnyEndpoint; params: Record<string, string | number>; query: Query; token: string }

  /** All calls of a read, by guests and by signed-in viewers. */
  function callsOf(name: string, endpoint: AnyEndpoint): Call[] {
    const { params = {}, queries = [{}], own = [] } = CALLS[name] ?? {}
    const { role } = endpoint
    const by = (viewer: keyof typeof tokens, all: Query[]) =>
      all.map((query) => ({ endpoint, params, query, token: tokens[viewer] }))
    if (role === 'guest') return [...by('guest', queries), ...by('user', [...queries, ...own])]
    return by(role === 'admin' ? 'admin' : 'user', [...queries, ...own])
  }

  /** The statements of a call with empty caches, and the call of the next page, if the list has cursors. */
  async function read(call: Call): Promise<{ statements: Statement[]; next: Call[] }> {
    const { method, path } = call.endpoint
    const { params, query, token } = call
    for (const kind of ['notes', 'users'] as const) test.ctx.bus.publish('search-changed', { kind, documents: 'any' })
    test.countStatementsUncached()
    seen = []
    const url = `${API_PREFIX}${path.replace(/:(\w+)/g, (_, part: string) => String(params[part]))}`
    const headers = { authorization: `Bearer ${token}` }
    const answer = await test.app.inject({ method: method as 'GET', url, query, headers })
    expect(answer.statusCode, `${url} ${JSON.stringify(query)}`).toBe(200)
    const cursor = /"next_cursor":"([^"]+)"/.exec(answer.body)?.[1]
    const next = cursor === undefined ? [] : [{ ...call, query: { ...query, cursor } }]
    return { statements: [...seen], next }
  }

  async function complaintsAbout(statement: Statement): Promise<string[]> {
    const found = await planProblems(test.ctx.db, test.ctx.engine, statement)
    if (found.length === 0) return []
    const allowed = ALLOWED.find(({ shape }) => shape.test(shapeOf(statement)))
    if (allowed) met.add(allowed)
    return allowed ? [] : [`${shapeOf(statement)}\n  ${found.join('\n  ')}`]
  }

  it('covers every read of the contract', () => {
    const looked = (name: string) => name in CALLS || NO_LIST.some((pattern) => pattern.test(name))
    expect(named.map(([name]) => name).filter((name) => !looked(name))).toEqual([])
    expect(Object.keys(CALLS).filter((name) => !named.some(([there]) => there === name))).toEqual([])
  })

  it.each([
    'select id from posts order by view_count desc limit 20',
    'select id from comments where like_count > 2',
    'select count(*) as n from comments',
    'select user_id, count(*) as n from post_images join posts on posts.id = post_id group by user_id',
  ])('would notice %s', async (sql) => {
    expect(await complaintsAbout({ sql, parameters: [] })).toHaveLength(1)
  })

  it.each(listed)('%s scans no large table and sorts no growing list', async (name, endpoint) => {
    const found = new Set<string>()
    for (const call of callsOf(name, endpoint)) {
      const { statements, next } = await read(call)
      for (const behind of next) statements.push(...(await read(behind)).statements)
      for (const statement of statements) {
        for (const complaint of await complaintsAbout(statement)) found.add(complaint)
      }
    }
    expect([...found]).toEqual([])
  })

  it.each(listed)('%s sends the same number of statements for many rows as for few', async (name, endpoint) => {
    for (const call of callsOf(name, endpoint)) {
      for (const query of [call.query, ...(await read(call)).next.map((next) => next.query)]) {
        const count = async (limit: string) => (await read({ ...call, query: { ...query, limit } })).statements.length
        const few = await count('2')
        expect(await count('50'), JSON.stringify(query)).toBeLessThanOrEqual(few)
      }
    }
  })

  it('the export of somebody’s data scans no large table and sorts no growing list', async () => {
    seen = []
    for await (const { content } of dataEntries(test.ctx, 1, async () => {})) {
      for await (const _ of content);
    }
    const shapes = new Map(seen.map((statement) => [shapeOf(statement), statement]))
    expect(shapes.size).toBeGreaterThan(15)
    const found = await Promise.all([...shapes.values()].map(complaintsAbout))
    expect(found.flat()).toEqual([])
  })

  it('uses all exceptions', () => {
    const expected = ALLOWED.filter(({ only }) => only === undefined || only === test.ctx.engine)
    expect([...met].map(({ why }) => why).toSorted()).toEqual(expected.map(({ why }) => why).toSorted())
  })
})
