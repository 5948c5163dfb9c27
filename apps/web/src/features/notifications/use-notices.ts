import { PAGE } from '@shiliu/contract/limits'
import * as notifications from '@shiliu/contract/notifications'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { trackUpdates } from '#api/optimistic-updates.ts'
import { nextPage } from '#api/paging.ts'
import { cacheRelations } from '#entities/user/user-lists.ts'
import { usePrevious } from '#ui/state/use-previous.ts'
import { type NoticePage, type NoticeTab, relationsOfPage } from './notice.ts'
import { uniqueNotices } from './notice-cache.ts'
import { NO_UNREAD, tabsWithNew } from './notice-changes.ts'

const { comments, likes, collections, follows } = notifications
const lists = { comments, likes, collections, follows }

function fetchPage(tab: NoticeTab, page: number, signal: AbortSignal): Promise<NoticePage> {
  return call(lists[tab], { query: { page, limit: PAGE.limit }, signal })
}

/** The notifications of a tab, newest first; fetched again whenever the tab is opened. */
export function useNotices(tab: NoticeTab) {
  const client = useQueryClient()
  const query = useInfiniteQuery({
    queryKey: keys.notifications(tab),
    queryFn: async ({ pageParam, signal }) => {
      const changed = trackUpdates(client)
      const page = await fetchPage(tab, pageParam, signal)
      cacheRelations(client, changed, relationsOfPage(page))
      return page
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
    staleTime: 0,
  })
  const { data } = query
  return { query, notices: useMemo(() => uniqueNotices(data?.pages), [data]) }
}

/** The unread counts by tab, which the server pushes. Refetches a tab whose count grew; updates the shell's badge. */
export function useUnreadByTab() {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: keys.unreadByType,
    queryFn: ({ signal }) => call(notifications.unreadByType, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
  const previous = usePrevious(data)

  useEffect(() => {
    if (!data) return
    client.setQueriesData<{ count: number }>({ queryKey: keys.unreadCount }, { count: data.total })
    for (const tab of tabsWithNew(previous, data)) client.invalidateQueries({ queryKey: keys.notifications(tab) })
  }, [client, data, previous])

  return data ?? NO_UNREAD
}
