/** Calls of the back office, with the bodies and empty filters that its existing pages send. */
import type { Line } from './calls.ts'

/** A resource in the terms of existing clients, and its row in a list. */
type Written = {
  path: string
  create: object
  row: string
  update?: object
  /** Whether a duplicate is rejected. */
  duplicate?: boolean
}

const counts = 'view_count: int, like_count: int, collect_count: int, comment_count: int'
const owner = 'user_id: int, nickname: str, user_display_id: str'

const resources: Written[] = [
  {
    path: 'users',
    create: { user_id: 'made_here', nickname: '新来的', password: 'secret12', avatar: '', bio: '', location: '' },
    row: '…UserBase, is_active: flag, last_login_at: time|null, created_at: time, updated_at: time, …Personality',
    update: { nickname: '改名', avatar: 'https://img.example.org/a.png', bio: '你好', location: '北京' },
    duplicate: true,
  },
  {
    path: 'posts',
    create: { title: '标题', content: '正文', category_id: '{category}', user_display_id: '{other}' },
    row: `id: int, ${owner}, title: str, content: str, category_id: int|null, category: str|null, ${counts}, is_draft: flag, created_at: time, images: [str]|[], tags: [TagRef]|[]`,
    update: { title: '改了', content: '正文', category_id: '{category}' },
  },
  {
    path: 'comments',
    create: { content: '好看', post_id: '{note}', user_id: '{othersNumber}', parent_id: null },
    row: `id: int, content: str, parent_id: int|null, like_count: int, created_at: time, ${owner}, post_id: int, post_title: str`,
    update: { content: '改了' },
  },
  {
    path: 'categories',
    create: { name: '新分类', category_title: 'fresh' },
    row: 'id: int, name: str, category_title: str, post_count: int, created_at: time',
    update: { name: '改名', category_title: 'fresher' },
    duplicate: true,
  },
  {
    path: 'tags',
    create: { name: '新标签' },
    row: 'id: int, name: str, use_count: int, created_at: time',
    update: { name: '改名' },
    duplicate: true,
  },
  {
    path: 'likes',
    create: { user_display_id: '{other}', target_type: 1, target_id: '{note}' },
    row: `id: int, ${owner}, target_type: int, target_id: int, created_at: time`,
    duplicate: true,
  },
  {
    path: 'collections',
    create: { user_id: '{othersNumber}', post_id: '{note}' },
    row: `id: int, ${owner}, post_id: int, post_title: str, created_at: time`,
    update: { post_id: '{note}' },
    duplicate: true,
  },
  {
    path: 'follows',
    create: { follower_id: '{othersNumber}', following_id: '{myNumber}' },
    row: 'id: int, follower_id: int, following_id: int, created_at: time, follower_nickname: str, follower_display_id: str, following_nickname: str, following_display_id: str',
    update: { following_id: '{myNumber}' },
    duplicate: true,
  },
  {
    path: 'notifications',
    create: {
      user_id: '{myNumber}',
      sender_id: '{othersNumber}',
      type: 1,
      title: '标题',
      target_id: '{note}',
      is_read: false,
    },
    row: 'id: int, user_id: int, sender_id: int, type: int, title: str, target_id: int|null, comment_id: int|null, is_read: flag, created_at: time, user_nickname: str, user_display_id: str, sender_nickname: str, sender_display_id: str',
    update: { content: '改了', is_read: 1 },
  },
  {
    path: 'sessions',
    create: { user_display_id: '{other}', user_agent: 'Firefox' },
    row: `id: int, ${owner}, user_agent: str, is_active: flag, expires_at: time, created_at: time, updated_at: time`,
    update: { is_active: 0 },
  },
  {
    path: 'admins',
    create: { username: 'helper', password: 'secret12' },
    row: 'id: int, username: str, created_at: time',
    update: { password: 'another12' },
    duplicate: true,
  },
]

const pages = 'pagination: Pagination, total: int, page: int, limit: int, totalPages: int'
const unknown = 999_999

const linesOf = ({ path, create, row, update, duplicate }: Written): Line[] => [
  { call: `GET /admin/${path}`, status: 401 },
  { call: `GET /admin/${path}`, as: 'me', status: 403 },
  { call: `POST /admin/${path}`, as: 'admin', body: {}, status: 400 },
  { call: `POST /admin/${path}`, as: 'admin', body: create, shape: '{id: int}', keep: path },
  ...(duplicate ? [{ call: `POST /admin/${path}`, as: 'admin', body: create, status: 409 } as const] : []),
  { call: `GET /admin/${path}?page=1&limit=2`, as: 'admin', shape: `{data: [{${row}}], ${pages}}` },
  {
    call: `GET /admin/${path}?page=1&limit=20&name=&title=&user_display_id=&is_active=&category_id=&sortField=&sortOrder=`,
    as: 'admin',
    shape: `{data: [{${row}}], ${pages}}`,
    data: { pagination: { page: 1, limit: 20 } },
  },
  { call: `GET /admin/${path}/{${path}}`, as: 'admin', shape: `{${row}}` },
  { call: `GET /admin/${path}/${unknown}`, as: 'admin', status: 404 },
  ...(update
    ? [
        { call: `PUT /admin/${path}/{${path}}`, as: 'admin', body: update } as const,
        { call: `PUT /admin/${path}/${unknown}`, as: 'admin', body: update, status: 404 } as const,
      ]
    : []),
  { call: `DELETE /admin/${path}/${unknown}`, as: 'admin', status: 404 },
  { call: `DELETE /admin/${path}`, as: 'admin', body: { ids: [] }, status: 400, words: '请选择要删除的项目' },
  {
    call: `DELETE /admin/${path}`,
    as: 'admin',
    body: { ids: [unknown] },
    shape: '{deletedCount: int}',
    data: { deletedCount: 0 },
  },
  { call: `DELETE /admin/${path}/{${path}}`, as: 'admin' },
  { call: `GET /admin/${path}/{${path}}`, as: 'admin', status: 404 },
]

const category = { name: '社团', category_title: 'clubs' }
const named = '/auth/admin/admins'

export const admin: Line[] = [
  { call: 'GET /admin/monitor/activities', status: 401 },
  { call: 'GET /admin/monitor/activities', as: 'me', status: 403 },
  {
    call: 'GET /admin/monitor/activities',
    as: 'admin',
    shape:
      '[{id: str, type: str, user_id: str, nickname: str, avatar: str, title: str, content: str, description: str, target_id: int, created_at: time}]',
  },
  ...resources.flatMap(linesOf),

  // By name.
  { call: `GET ${named}`, status: 401 },
  { call: `GET ${named}`, as: 'me', status: 403 },
  { call: `POST ${named}`, as: 'admin', body: {}, status: 400 },
  { call: `POST ${named}`, as: 'admin', body: { username: 'second', password: 'secret12' }, shape: '{id: int}' },
  {
    call: `GET ${named}?page=1&limit=2`,
    as: 'admin',
    shape: '{data: [{username: str, created_at: time}], pagination: Pagination}',
  },
  { call: `PUT ${named}/second`, as: 'admin', body: {}, status: 400 },
  { call: `PUT ${named}/nobody`, as: 'admin', body: { password: 'another12' }, status: 404 },
  { call: `PUT ${named}/second`, as: 'admin', body: { password: 'another12' } },
  { call: `PUT ${named}/second/password`, as: 'admin', body: { password: '123' }, status: 400, words: '至少需要6位' },
  { call: `PUT ${named}/second/password`, as: 'admin', body: { password: 'another12' } },
  { call: `PUT ${named}/second/status`, as: 'admin', body: { status: 0 } },
  { call: `DELETE ${named}/nobody`, as: 'admin', status: 404 },
  { call: `DELETE ${named}/second`, as: 'admin' },

  // Categories at the public URL report a duplicate with 400.
  { call: 'POST /categories', as: 'admin', body: { ...category, name: '' }, status: 400 },
  { call: 'POST /categories', as: 'admin', body: { ...category, category_title: undefined }, status: 400 },
  { call: 'POST /categories', as: 'admin', body: category, shape: '{id: int}', keep: 'clubs' },
  { call: 'POST /categories', as: 'admin', body: { ...category, category_title: 'other' }, status: 400 },
  { call: 'POST /categories', as: 'admin', body: { ...category, name: '其他' }, status: 400 },
  { call: 'PUT /categories/{clubs}', as: 'admin', body: { name: '学会', category_title: 'societies' } },
  { call: `PUT /categories/${unknown}`, as: 'admin', body: category, status: 404 },
  { call: 'DELETE /categories/{category}', as: 'admin', status: 400, words: '还有笔记' },
  { call: `DELETE /categories/${unknown}`, as: 'admin', status: 404 },
  { call: 'DELETE /categories/{clubs}', as: 'admin' },
]
