import { PAGE } from '@shiliu/contract/limits'
import * as notifications from '@shiliu/contract/notifications'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { watchChanges } from '#api/cached-changes.ts'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { nextPage } from '#api/paging.ts'
import { rememberRelations } from '#entities/user/user-pages.ts'
import { type NoticePage, relationsIn } from './notice.ts'
import { noticesOf } from './notice-cache.ts'
import type { NoticeTab } from './notice-tabs.ts'

const { comments, likes, collections, follows } = notifications
const lists = { comments, likes, collections, follows }

function fetchPage(tab: NoticeTab, page: number, signal: AbortSignal): Promise<NoticePage> {
  return call(lists[tab], { query: { page, limit: PAGE.limit }, signal })
}

/** A tab's notifications, newest first; asked for again whenever the tab is opened. */
export function useNotices(tab: NoticeTab) {
  const client = useQueryClient()
  const query = useInfiniteQuery({
    queryKey: keys.notifications(tab),
    queryFn: async ({ pageParam, signal }) => {
      const changed = watchChanges(client)
      const page = await fetchPage(tab, pageParam, signal)
      rememberRelations(client, changed, relationsIn(page))
      return page
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
    staleTime: 0,
  })
  const { data } = query
  return { query, notices: useMemo(() => noticesOf(data?.pages), [data]) }
}
