import * as notifications from '@shiliu/contract/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { useViewer } from '#api/session.ts'
import { UNREAD_REFRESH_MS } from '#ui/constants.ts'
import { paths } from '../paths.ts'
import { useUnreadStream } from './use-unread-stream.ts'

/** Unread notifications of the signed-in user, 0 for a guest; told by the server, asked for on focus and after reading. */
export function useUnread(): number {
  const viewer = useViewer()
  const client = useQueryClient()
  const reading = useLocation().pathname === paths.notification()
  const wasReading = useRef(false)

  useUnreadStream(viewer?.id ?? null)

  useEffect(() => {
    const left = wasReading.current && !reading
    wasReading.current = reading
    if (!left) return
    const timer = setTimeout(() => client.invalidateQueries({ queryKey: keys.unread }), UNREAD_REFRESH_MS)
    return () => clearTimeout(timer)
  }, [client, reading])

  const { data } = useQuery({
    queryKey: [...keys.unreadCount, viewer?.id],
    enabled: viewer !== null,
    queryFn: ({ signal }) => call(notifications.unreadCount, { signal }),
    refetchOnWindowFocus: 'always',
    retry: false,
  })
  return viewer ? (data?.count ?? 0) : 0
}
