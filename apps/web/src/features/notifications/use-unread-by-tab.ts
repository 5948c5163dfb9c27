import * as notifications from '@shiliu/contract/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { useBefore } from '#ui/use-before.ts'
import { TABS } from './notice-tabs.ts'
import { NOTHING_UNREAD } from './read-state.ts'

const EVERY_MS = 60_000

/** Unread counts of the tabs; the badge of the shell follows them, and a tab in which there is more is asked for again. */
export function useUnreadByTab() {
  const client = useQueryClient()
  const { data = NOTHING_UNREAD } = useQuery({
    queryKey: keys.unreadByType,
    queryFn: ({ signal }) => call(notifications.unreadByType, { signal }),
    staleTime: 0,
    refetchInterval: EVERY_MS,
    refetchOnWindowFocus: 'always',
  })
  const before = useBefore(data)

  useEffect(() => {
    client.setQueriesData<{ count: number }>({ queryKey: keys.unreadCount }, { count: data.total })
    for (const { key } of TABS) {
      if (before && data[key] > before[key]) client.invalidateQueries({ queryKey: keys.notifications(key) })
    }
  }, [client, data, before])

  return data
}
