/** Every address of the app (spec section 2). Pure: any room may import it. */
import type { Location } from 'react-router'

/** Patterns for the router and for matching. */
export const patterns = {
  explore: '/explore/:channel?',
  post: '/post',
  /** As notes are named on the wire (spec section 3 `path`); leads to `post`. */
  postById: '/post/:id',
  publish: '/publish',
  notification: '/notification',
  ownProfile: '/user',
  user: '/user/:userId',
  follow: '/follow/:type?',
  search: '/search_result/:tab?',
  draftBox: '/draft-box',
  postManagement: '/post-management',
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
  return search.size > 0 ? `${path}?${search}` : path
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
  notFound: () => '/not_found',
  adminLogin: () => '/admin/login',
  /** Where an administrator arrives after signing in. */
  adminHome: () => '/admin/api-docs',
  admin: (area: string) => `/admin/${area}`,
}

/** Router state that opens a page as an overlay above the one it was clicked on: `<Link state={above(location)}>`. */
type OverlayState = { background: Location }

export function above(location: Location): OverlayState {
  return { background: backgroundOf(location) ?? location }
}

/** The page beneath an overlay, null when the address stands for a full page. */
export function backgroundOf(location: Location): Location | null {
  const state: unknown = location.state
  if (typeof state !== 'object' || state === null || !('background' in state)) return null
  return state.background as Location
}

/** Before the router starts: a note that is loaded by its address is a page, whatever it lay above before the reload. */
export function standAlone(history: History) {
  const state: unknown = history.state
  if (typeof state === 'object' && state && 'usr' in state) history.replaceState({ ...state, usr: null }, '')
}
