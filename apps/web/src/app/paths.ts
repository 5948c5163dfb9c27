/** Every address of the app (docs/product.md#routes). Without dependencies: every layer may import it. */
import type { Location } from 'react-router'

export const patterns = {
  explore: '/explore/:channel?',
  post: '/post',
  /** The `path` of notes in the API; redirects to `post`. */
  postById: '/post/:id',
  publish: '/publish',
  notification: '/notification',
  ownProfile: '/user',
  user: '/user/:userId',
  follow: '/follow/:type?',
  search: '/search_result/:tab?',
  draftBox: '/draft-box',
  postManagement: '/post-management',
  withheld: '/withheld',
  /** Where a school sends people back to. */
  campus: '/campus/:id',
  notFound: '/not_found',
  adminLogin: '/admin/login',
  admin: '/admin/*',
} as const

export type FollowTab = 'mutual' | 'following' | 'followers'
export type SearchTab = 'all' | 'posts' | 'users'
type SearchQuery = { keyword?: string | null; tag?: string | null }

function withQuery(path: string, query: Record<string, string | number | null | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

export const paths = {
  home: () => '/',
  explore: (channel?: string) => (channel ? `/explore/${channel}` : '/explore'),
  post: (id: number, targetCommentId?: number | null) => withQuery('/post', { id, targetCommentId }),
  publish: () => '/publish',
  editDraft: (draftId: number) => withQuery('/publish', { draftId, mode: 'edit' }),
  notification: () => '/notification',
  ownProfile: () => '/user',
  user: (userId: string) => `/user/${encodeURIComponent(userId)}`,
  follow: (type: FollowTab = 'following') => `/follow/${type}`,
  search: (query: SearchQuery = {}) => withQuery('/search_result', query),
  searchTab: (tab: SearchTab, query: SearchQuery = {}) => withQuery(`/search_result/${tab}`, query),
  draftBox: () => '/draft-box',
  postManagement: () => '/post-management',
  withheld: () => '/withheld',
  notFound: () => '/not_found',
  adminLogin: () => '/admin/login',
  /** The start page after signing in. */
  adminHome: () => '/admin/api-docs',
  admin: (area: string) => `/admin/${area}`,
  /** A user with everything about them. */
  adminUser: (id: number) => `/admin/users/${id}`,
  /** A record's details, above its table. */
  adminRecord: (area: string, id: number) => `/admin/${area}?id=${id}&view=${id}`,
}

/** An id in the query of an address; null when it is missing or no positive integer. */
export function idParam(query: URLSearchParams, name: string): number | null {
  const value = query.get(name) ?? ''
  return /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null
}

/** Router state that opens a page as an overlay above the current one: `<Link state={withBackground(location)}>`. */
type OverlayState = { background: Location }

export function withBackground(location: Location): OverlayState {
  return { background: backgroundOf(location) ?? location }
}

/** The location of the page beneath an overlay; null when the address shows a full page. */
export function backgroundOf({ state }: { state: unknown }): Location | null {
  if (typeof state !== 'object' || state === null || !('background' in state)) return null
  return state.background as Location
}
