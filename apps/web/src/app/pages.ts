/** The table of pages: one line each, loaded when first visited or when the pointer comes near. */
import type { ComponentType } from 'react'
import { matchPath } from 'react-router'
import { type Loadable, loadable } from '#ui/loadable.ts'
import { patterns } from './paths.ts'

export type PageEntry = { path: string; page: Loadable<object> }

function page(path: string, load: () => Promise<ComponentType>): PageEntry {
  return { path, page: loadable<object>(load) }
}

export const notFound = page(patterns.notFound, () =>
  import('#features/not-found/NotFoundPage.tsx').then((module) => module.NotFoundPage),
)

/** Pages inside the shell (sidebar, header, bottom bar). */
export const pages: PageEntry[] = [
  notFound,
  page(patterns.publish, () => import('#features/publish/PublishPage.tsx').then((module) => module.PublishPage)),
  page(patterns.draftBox, () => import('#features/drafts/DraftBoxPage.tsx').then((module) => module.DraftBoxPage)),
  page(patterns.postManagement, () =>
    import('#features/post-management/PostManagementPage.tsx').then((module) => module.PostManagementPage),
  ),
  page(patterns.notification, () =>
    import('#features/notifications/NotificationPage.tsx').then((module) => module.NotificationPage),
  ),
  page(patterns.ownProfile, () =>
    import('#features/profile/OwnProfilePage.tsx').then((module) => module.OwnProfilePage),
  ),
  page(patterns.user, () => import('#features/profile/UserPage.tsx').then((module) => module.UserPage)),
  page(patterns.follow, () => import('#features/follows/FollowListPage.tsx').then((module) => module.FollowListPage)),
  page(patterns.explore, () => import('#features/explore/ExplorePage.tsx').then((module) => module.ExplorePage)),
  page(patterns.search, () => import('#features/search/SearchPage.tsx').then((module) => module.SearchPage)),
  page(patterns.post, () => import('#features/post-detail/PostPage.tsx').then((module) => module.PostPage)),
]

/** Pages that may also open above the page they were clicked on (router state `above(location)`). */
export const overlays: PageEntry[] = [
  page(patterns.post, () => import('#features/post-detail/PostOverlay.tsx').then((module) => module.PostOverlay)),
]

/** Pages that bring a frame of their own. */
export const bare: PageEntry[] = [
  page(patterns.adminLogin, () => import('#admin/login/LoginPage.tsx').then((module) => module.LoginPage)),
  page(patterns.admin, () => import('#admin/AdminApp.tsx').then((module) => module.AdminApp)),
]

/** Fetches the code of the page at an address, on a sign that it will be visited; a failure is left to the visit. */
export function preloadPage(pathname: string) {
  const entry = [...overlays, ...pages, ...bare].find(({ path }) => matchPath(path, pathname))
  entry?.page.load().catch(() => {})
}
