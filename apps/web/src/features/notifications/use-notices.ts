import { PAGE } from '@shiliu/contract/limits'
import * as notifications from '@shiliu/contract/notifications'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import type { Notice, NoticePage } from './notice.ts'
import type { NoticeTab } from './notice-tabs.ts'

const { comments, likes, collections, follows } = notifications
const lists = { comments, likes, collections, follows }

function fetchPage(tab: NoticeTab, page: number, signal: AbortSignal): Promise<NoticePage> {
  return call(lists[tab], { query: { page, limit: PAGE.limit }, signal })
}

/** Each once: what arrives meanwhile pushes rows from one page to the next. */
function unique(pages: readonly NoticePage[] | undefined): Notice[] {
  const seen = new Set<number>()
  return (pages ?? []).flatMap((page) => page.notifications).filter(({ id }) => !seen.has(id) && seen.add(id))
}

/** A tab's notifications, newest first; asked for again whenever the tab is opened. */
export function useNotices(tab: NoticeTab) {
  const query = useInfiniteQuery({
    queryKey: keys.notifications(tab),
    queryFn: ({ pageParam, signal }) => fetchPage(tab, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.page < pagination.pages ? pagination.page + 1 : undefined),
    staleTime: 0,
  })
  const { data } = query
  return { query, notices: useMemo(() => unique(data?.pages), [data]) }
}
