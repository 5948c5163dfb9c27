/** Calls that existing clients make and the responses they expect, in an order that works. */
import { multipart } from '#test/pictures.ts'

export type Line = {
  /** `GET /users/{me}/stats?…`; `{name}` refers to a value of the test. */
  call: string
  as?: 'guest' | 'me' | 'other' | 'admin' | 'broken'
  body?: object | (() => object)
  /** Default 200. */
  status?: number
  /** Shape of `data`; absent if the response has none. */
  shape?: string
  /** Expected part of the message. */
  words?: string
  /** Expected fields of `data`. */
  data?: object
  /** Name under which `data.id` is stored for later calls. */
  keep?: string
}

const page = 'pagination: Pagination'

export const site: Line[] = [
  { call: 'GET /health', shape: '{timestamp: time, uptime: num}' },
  { call: 'GET /nope', status: 404 },
  { call: 'GET /stats', shape: '{users: int, posts: int, comments: int, likes: int}' },
  { call: 'GET /tags', shape: '[{id: int, name: str, use_count: int, created_at: time}]' },
  { call: 'GET /tags/hot', shape: '[{id: int, name: str, use_count: int, created_at: time}]' },
  { call: 'GET /tags/hot?limit=1', shape: '[TagRef]' },
  { call: 'GET /tags/search', status: 404 },
  { call: 'POST /tags', as: 'me', status: 404 },
  {
    call: 'GET /categories',
    shape: '[{id: int, name: str, category_title: str, created_at: time, post_count: int}]',
  },
  {
    call: 'GET /categories?page=1&limit=20&name=&category_title=&sortField=name&sortOrder=asc',
    shape: '[{id: int, name: str, category_title: str, created_at: time, post_count: int}]',
  },
  { call: 'GET /categories/{category}', shape: '{id: int, name: str, category_title: str}' },
  { call: 'GET /categories/999999', status: 404 },
  { call: 'POST /categories', body: { name: '新', category_title: 'fresh' }, status: 401 },
  { call: 'POST /categories', as: 'me', body: { name: '新', category_title: 'fresh' }, status: 403 },
]

const newcomer = {
  user_id: 'newcomer',
  nickname: '新同学',
  password: 'secret12',
  avatar: 'https://img.example.org/default.png',
  bio: '新来的',
  location: '火星',
  captchaId: '{captcha}',
  captchaText: 'AbCd',
}

export const auth: Line[] = [
  { call: 'GET /auth/captcha', shape: '{captchaId: str, captchaSvg: str}' },
  { call: 'GET /auth/check-user-id', status: 400 },
  { call: 'GET /auth/check-user-id?user_id=free_one', shape: '{isUnique: bool}', data: { isUnique: true } },
  { call: 'GET /auth/check-user-id?user_id={me}', shape: '{isUnique: bool}', data: { isUnique: false } },
  ...[
    { user_id: undefined },
    { captchaId: 'unknown' },
    { captchaId: '{otherCaptcha}', captchaText: 'XXXX' },
    { user_id: 'ab' },
    { user_id: 'a-b-c' },
    { nickname: '一二三四五六七八九十十一' },
    { password: '12345' },
    { bio: '长'.repeat(201) },
  ].map((change): Line => ({ call: 'POST /auth/register', body: { ...newcomer, ...change }, status: 400 })),
  {
    call: 'POST /auth/register',
    body: newcomer,
    shape: '{user: {…UserBase}, tokens: Tokens}',
    data: { user: { bio: '新来的', avatar: '/default-avatar.webp', location: '未知' } },
  },
  { call: 'POST /auth/login', body: {}, status: 400 },
  { call: 'POST /auth/login', body: { user_id: '{me}', password: 'wrong-one' }, status: 400, words: '账号或密码错误' },
  {
    call: 'POST /auth/login',
    body: { user_id: 'nobody', password: 'wrong-one' },
    status: 400,
    words: '账号或密码错误',
  },
  {
    call: 'POST /auth/login',
    body: { user_id: '{me}', password: '{password}' },
    shape: '{user: {…UserBase, is_active: flag, …Personality}, tokens: Tokens}',
  },
  {
    call: 'POST /auth/login',
    body: { user_display_id: '{me}', password: '{password}' },
    shape: '{user: {…UserBase}, tokens: Tokens}',
  },
  { call: 'GET /auth/me', status: 401 },
  { call: 'GET /auth/me', as: 'broken', status: 401 },
  { call: 'GET /auth/me', as: 'me', shape: '{…UserBase, is_active: flag, created_at: time, …Personality}' },
  { call: 'POST /auth/refresh', body: { refresh_token: 'no such token' }, status: 401 },
  { call: 'POST /auth/refresh', body: { refresh_token: '{refresh}' }, shape: 'Tokens' },
  { call: 'POST /auth/logout', status: 401 },
  { call: 'POST /auth/admin/login', body: {}, status: 400 },
  { call: 'POST /auth/admin/login', body: { username: '{admin}', password: 'wrong-one' }, status: 400 },
  {
    call: 'POST /auth/admin/login',
    body: { username: '{admin}', password: '{password}' },
    shape: '{admin: {id: int, username: str}, tokens: Tokens}',
  },
  { call: 'GET /auth/admin/me', as: 'admin', shape: '{id: int, username: str}' },
  { call: 'GET /auth/admin/me', status: 401 },
  { call: 'GET /auth/admin/me', as: 'me', status: 403 },
  { call: 'GET /auth/me', as: 'admin', status: 403 },
]

const profile = {
  nickname: '新名字',
  avatar: '{picture}',
  bio: '第一行<br>第二行',
  gender: '女',
  zodiac_sign: '狮子座',
}

export const users: Line[] = [
  { call: 'GET /users?limit=2', shape: `{users: [{…UserBase, created_at: time}], ${page}}` },
  { call: 'GET /users/search', status: 400 },
  { call: 'GET /users/search?keyword={other}&limit=50', shape: `{users: [Card], keyword: str, ${page}}` },
  {
    call: 'GET /users/{me}',
    shape: '{…UserBase, is_active: flag, last_login_at: time|null, created_at: time, updated_at: time, …Personality}',
  },
  { call: 'GET /users/nobody', status: 404 },
  { call: 'GET /users/{myNumber}', status: 404 },
  { call: 'GET /users/{me}/personality-tags', shape: 'Personality' },
  { call: 'GET /users/nobody/personality-tags', status: 404 },
  {
    call: 'GET /users/{other}/stats',
    shape:
      '{follow_count: int, fans_count: int, post_count: int, like_count: int, collect_count: int, likes_and_collects: int}',
  },
  { call: 'GET /users/nobody/stats', status: 404 },
  { call: 'GET /users/{other}/follow-status', shape: '{followed: bool, …Relation}', data: { buttonType: 'follow' } },
  { call: 'GET /users/{me}/follow-status', as: 'me', shape: '{…Relation}', data: { buttonType: 'self' } },
  { call: 'GET /users/nobody/follow-status', as: 'me', status: 404 },
  { call: 'POST /users/{other}/follow', status: 401 },
  { call: 'POST /users/nobody/follow', as: 'me', status: 404 },
  { call: 'POST /users/{me}/follow', as: 'me', status: 400 },
  { call: 'POST /users/{other}/follow', as: 'me', shape: '{followed: bool}', data: { buttonType: 'unfollow' } },
  { call: 'POST /users/{other}/follow', as: 'me', shape: '{followed: bool}', data: { followed: true } },
  { call: 'GET /users/{me}/follow-status', as: 'other', shape: '{…Relation}', data: { buttonType: 'back' } },
  { call: 'POST /users/{me}/follow', as: 'other', shape: '{…Relation}', data: { buttonType: 'mutual' } },
  { call: 'GET /users/{me}/following?page=1&limit=50', shape: `{following: [{…Card, followed_at: time}], ${page}}` },
  { call: 'GET /users/{me}/followers', shape: `{followers: [{…Card, followed_at: time}], ${page}}` },
  { call: 'GET /users/{me}/mutual-follows', shape: `{mutualFollows: [Card], ${page}}` },
  { call: 'GET /users/nobody/following', status: 404 },
  { call: 'DELETE /users/{me}/follow', as: 'other', shape: '{…Relation}', data: { buttonType: 'back' } },
  { call: 'DELETE /users/{me}/follow', as: 'other', shape: '{…Relation}', data: { followed: false } },
  { call: 'PUT /users/{me}', body: { nickname: '新' }, status: 401 },
  { call: 'PUT /users/{other}', as: 'me', body: { nickname: '新' }, status: 403 },
  { call: 'PUT /users/nobody', as: 'me', body: { nickname: '新' }, status: 404 },
  { call: 'PUT /users/{me}', as: 'me', body: { bio: '没有昵称' }, status: 400 },
  ...[['阅读', '跑步'], '["阅读","跑步"]', '阅读,跑步'].map(
    (interests): Line => ({
      call: 'PUT /users/{me}',
      as: 'me',
      body: { ...profile, mbti: 'INFP', education: '本科', major: '历史', interests },
      shape: '{…UserBase, …Personality}',
      data: { interests: ['阅读', '跑步'], bio: '第一行<br>第二行', avatar: '{picture}' },
    }),
  ),
  {
    call: 'PUT /users/{me}',
    as: 'me',
    body: { nickname: '新名字', location: '火星', user_id: 'x', like_count: 9 },
    shape: '{…UserBase}',
    data: { location: '未知', user_id: '{me}', like_count: 0 },
  },
  { call: 'PUT /users/{me}/password', body: {}, status: 401 },
  { call: 'PUT /users/{me}/password', as: 'me', body: {}, status: 400 },
  ...(
    [
      ['{password}', 'short', '6'],
      ['not-it', 'another1', '当前密码'],
      ['{password}', '{password}', '新密码不能与当前密码相同'],
    ] as const
  ).map(
    ([currentPassword, newPassword, words]): Line => ({
      call: 'PUT /users/{me}/password',
      as: 'me',
      body: { currentPassword, newPassword },
      status: 400,
      words,
    }),
  ),
  {
    call: 'PUT /users/{other}/password',
    as: 'me',
    body: { currentPassword: '{password}', newPassword: 'another1' },
    status: 403,
  },
  { call: 'DELETE /users/{me}', status: 401 },
  { call: 'DELETE /users/{other}', as: 'me', status: 403 },
]

const part = (field: string, body: Buffer) => multipart([{ field, name: 'avatar.png', body }])

/** Uploads send a form instead of JSON. */
export function uploads(picture: Buffer): (Line & { form?: ReturnType<typeof part> })[] {
  return [
    { call: 'POST /upload/single', status: 401 },
    { call: 'POST /upload/single', as: 'me', status: 400 },
    { call: 'POST /upload/single', as: 'me', form: part('file', Buffer.from('text')), status: 400 },
    { call: 'POST /upload/single', as: 'me', form: part('file', Buffer.alloc(6 * 1024 * 1024)), status: 400 },
    { call: 'POST /upload/single', as: 'me', form: part('file', picture), shape: 'Uploaded' },
    { call: 'POST /upload/image', as: 'me', form: part('image', picture), shape: 'Uploaded' },
    { call: 'POST /upload/multiple', as: 'me', form: part('files', picture), shape: '[Uploaded]' },
    { call: 'POST /upload/multiple', as: 'me', status: 400 },
    {
      call: 'POST /upload/images',
      as: 'me',
      form: part('images', picture),
      shape: '{uploaded: [Uploaded], errors: [], total: int, successCount: int, errorCount: int}',
    },
    { call: 'POST /upload/base64', as: 'me', body: {}, status: 400 },
    { call: 'POST /upload/base64', as: 'me', body: { images: ['!'] }, status: 400 },
    {
      call: 'POST /upload/base64',
      as: 'me',
      body: { images: [picture.toString('base64')] },
      shape: '{urls: [str], count: int}',
    },
  ]
}
