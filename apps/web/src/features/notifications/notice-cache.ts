/** The cached notifications: one infinite query per tab. */
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { keys } from '#api/keys.ts'
import { type UpdateOptions, updateCached } from '#api/optimistic-updates.ts'
import type { Notice, NoticePage, NoticeTab } from './notice.ts'

/** The notices of all pages without duplicates, which appear when new ones shift rows onto the next page. */
export function uniqueNotices(pages: readonly NoticePage[] | undefined): Notice[] {
  const seen = new Set<number>()
  return (pages ?? []).flatMap((page) => page.notifications).filter(({ id }) => !seen.has(id) && seen.add(id))
}

/** Updates the cached pages of the tabs, and responses that are still in flight. */
export function updateNotices(
  client: QueryClient,
  tabs: readonly NoticeTab[],
  change: (page: NoticePage) => NoticePage,
  options?: UpdateOptions,
) {
  const inAll = (data: InfiniteData<NoticePage>) => ({ ...data, pages: data.pages.map(change) })
  updateCached(client, tabs.map(keys.notifications), inAll, options)
}
