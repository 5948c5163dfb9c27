import * as notifications from '@shiliu/contract/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { useBefore } from '#ui/use-before.ts'
import { NOTHING_UNREAD, tabsWithMore } from './notice-changes.ts'

/** Unread counts of the tabs, told by the server as they change; the badge of the shell follows them, and a tab in which there is more is asked for again. */
export function useUnreadByTab() {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: keys.unreadByType,
    queryFn: ({ signal }) => call(notifications.unreadByType, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
  const before = useBefore(data)

  useEffect(() => {
    if (!data) return
    client.setQueriesData<{ count: number }>({ queryKey: keys.unreadCount }, { count: data.total })
    for (const tab of tabsWithMore(before, data)) client.invalidateQueries({ queryKey: keys.notifications(tab) })
  }, [client, data, before])

  return data ?? NOTHING_UNREAD
}
