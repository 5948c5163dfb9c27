/** Notifications as they are cached, a list of pages for each tab. */
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { type ChangeOptions, changeCached } from '#api/cached-changes.ts'
import { keys } from '#api/keys.ts'
import type { Notice, NoticePage } from './notice.ts'
import type { NoticeTab } from './notice-tabs.ts'

/** Each once: what arrives meanwhile pushes rows from one page to the next. */
export function noticesOf(pages: readonly NoticePage[] | undefined): Notice[] {
  const seen = new Set<number>()
  return (pages ?? []).flatMap((page) => page.notifications).filter(({ id }) => !seen.has(id) && seen.add(id))
}

/** Changes the pages of these tabs, and those that are on their way. */
export function changeNotices(
  client: QueryClient,
  tabs: readonly NoticeTab[],
  change: (page: NoticePage) => NoticePage,
  options?: ChangeOptions,
) {
  const inAll = (data: InfiniteData<NoticePage>) => ({ ...data, pages: data.pages.map(change) })
  changeCached(client, tabs.map(keys.notifications), inAll, options)
}
