/** What is recorded of an archived site: its accounts, and what its own version answered. */
import { createHash } from 'node:crypto'

/** Who reads an address. */
export type Viewer = 'guest' | 'user' | 'admin'
export type Answer = { as: Viewer; path: string; data: unknown }

export type Site = {
  version: string
  /** Epoch milliseconds; sessions of the site are valid for 30 days from then. */
  madeAt: number
  user: { user_id: string; password: string; refreshToken: string }
  /** Somebody who changed the password. */
  other: { user_id: string; password: string }
  admin: { username: string; password: string; refreshToken: string }
  /** The refresh token of a session that was signed out. */
  endedRefreshToken: string
  answers: Answer[]
  /** SHA-256 of each stored file, by the path of its address. */
  files: Record<string, string>
}

/** Occurs in about 25 of the seeded notes and nowhere else. */
export const RARE_WORD = '鲸落'

export const sha256 = (body: Buffer) => createHash('sha256').update(body).digest('hex')

type Subjects = { note: number; draft: number; comment: number; user: string; other: string; reader: string }

/** The addresses below `/api` whose answers are recorded. */
export function recordedPaths({ note, draft, comment, user, other, reader }: Subjects): Omit<Answer, 'data'>[] {
  const pages = (path: string, count: number) =>
    Array.from({ length: count }, (_, i) => `${path}${path.includes('?') ? '&' : '?'}limit=100&page=${i + 1}`)
  const guest = [
    '/stats',
    '/categories',
    '/tags',
    '/tags/hot?limit=100',
    ...pages('/posts', 5),
    '/posts?category=recommend&limit=100',
    '/posts?category=1&limit=50',
    ...pages('/users', 1),
    ...[note, 1, 250, 500].map((id) => `/posts/${id}?skipViewCount=1`),
    ...[note, 100, 300].map((id) => `/posts/${id}/comments?limit=100&sort=asc`),
    `/comments/${comment}/replies?deep=1`,
    ...[user, other, reader].flatMap((id) => [
      `/users/${id}`,
      `/users/${id}/stats`,
      `/users/${id}/personality-tags`,
      `/users/${id}/posts?limit=100`,
      `/users/${id}/collections?limit=100`,
      `/users/${id}/following?limit=100`,
      `/users/${id}/followers?limit=100`,
    ]),
    `/users/search?keyword=${user}`,
    ...[RARE_WORD, '图书馆', '旧版本'].map((word) => `/search?keyword=${encodeURIComponent(word)}&limit=30`),
    `/search?tag=${encodeURIComponent('升级')}`,
  ]
  const own = [
    '/auth/me',
    '/posts?limit=50',
    '/posts?is_draft=1',
    `/posts/${draft}`,
    `/posts/${note}?skipViewCount=1`,
    `/posts/${note}/comments?limit=100`,
    `/users/${other}/follow-status`,
    `/users/${other}/mutual-follows`,
    `/users/${user}/likes?limit=100`,
    ...['', '/comments', '/likes', '/collections', '/follows'].map((tab) => `/notifications${tab}?limit=100`),
    '/notifications/unread-count',
    '/notifications/unread-count-by-type',
  ]
  const office = [
    '/auth/admin/me',
    ...['users', 'posts', 'comments', 'categories', 'tags', 'likes', 'collections', 'follows', 'notifications'].map(
      (resource) => `/admin/${resource}?limit=100&sortField=id&sortOrder=asc`,
    ),
    '/admin/posts?is_draft=1&limit=100',
    '/admin/audits?limit=100',
    '/admin/admins',
  ]
  return [
    ...guest.map((path) => ({ as: 'guest' as const, path })),
    ...own.map((path) => ({ as: 'user' as const, path })),
    ...office.map((path) => ({ as: 'admin' as const, path })),
  ]
}
