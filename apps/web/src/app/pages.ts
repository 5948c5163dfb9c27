/** The pages, each loaded when first visited or when the pointer is on a link to it. */
import type { ComponentType } from 'react'
import { matchPath } from 'react-router'
import { type Loadable, loadable } from '#ui/state/loadable.ts'
import { patterns } from './paths.ts'

export type PageEntry = { path: string; page: Loadable<object> }

function page(path: string, load: () => Promise<ComponentType>): PageEntry {
  return { path, page: loadable<object>(load) }
}

export const notFound = page(patterns.notFound, () =>
  import('#features/not-found/NotFoundPage.tsx').then((module) => module.NotFoundPage),
)

export const pages: PageEntry[] = [
  notFound,
  page(patterns.publish, () => import('#features/publish/PublishPage.tsx').then((module) => module.PublishPage)),
  page(patterns.draftBox, () => import('#features/drafts/DraftBoxPage.tsx').then((module) => module.DraftBoxPage)),
  page(patterns.postManagement, () =>
    import('#features/post-management/PostManagementPage.tsx').then((module) => module.PostManagementPage),
  ),
  page(patterns.withheld, () => import('#features/withheld/WithheldPage.tsx').then((module) => module.WithheldPage)),
  page(patterns.campus, () => import('#features/campus/CampusPage.tsx').then((module) => module.CampusPage)),
  page(patterns.notification, () =>
    import('#features/notifications/NotificationPage.tsx').then((module) => module.NotificationPage),
  ),
  page(patterns.ownProfile, () => import('#features/profile/ProfilePage.tsx').then((module) => module.OwnProfilePage)),
  page(patterns.user, () => import('#features/profile/ProfilePage.tsx').then((module) => module.UserPage)),
  page(patterns.follow, () => import('#features/follows/FollowListPage.tsx').then((module) => module.FollowListPage)),
  page(patterns.explore, async () => {
    const { ExplorePage, prefetchFeed } = await import('#features/explore/ExplorePage.tsx')
    await prefetchFeed()
    return ExplorePage
  }),
  page(patterns.search, () => import('#features/search/SearchPage.tsx').then((module) => module.SearchPage)),
  page(patterns.post, () => import('#features/post-detail/PostPage.tsx').then((module) => module.PostPage)),
]

/** Pages that also open as overlays, with the router state of `withBackground(location)`. */
export const overlays: PageEntry[] = [
  page(patterns.post, () => import('#features/post-detail/PostPage.tsx').then((module) => module.PostOverlay)),
]

/** Pages without the shell. */
export const bare: PageEntry[] = [
  page(patterns.adminLogin, () => import('#admin/LoginPage.tsx').then((module) => module.LoginPage)),
  page(patterns.admin, () => import('#admin/AdminApp.tsx').then((module) => module.AdminApp)),
]

/** Fetches the code of the page at an address ahead of a likely visit; the visit itself reports a failure. */
export async function preloadPage(pathname: string): Promise<void> {
  const entries = [...overlays, ...pages, ...bare].filter(({ path }) => matchPath(path, pathname))
  await Promise.all(entries.map(({ page }) => page.load())).catch(() => {})
}
