import * as notifications from '@shiliu/contract/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { useViewer } from '#api/session.ts'
import { paths } from '../paths.ts'

const EVERY_MS = 60_000
const AFTER_READING_MS = 500

/** Unread notifications of the signed-in user, 0 for a guest; asked again each minute, on focus and after reading. */
export function useUnread(): number {
  const viewer = useViewer()
  const client = useQueryClient()
  const reading = useLocation().pathname === paths.notification()
  const wasReading = useRef(false)

  useEffect(() => {
    const left = wasReading.current && !reading
    wasReading.current = reading
    if (!left) return
    const timer = setTimeout(() => client.invalidateQueries({ queryKey: keys.unread }), AFTER_READING_MS)
    return () => clearTimeout(timer)
  }, [client, reading])

  const { data } = useQuery({
    queryKey: [...keys.unreadCount, viewer?.id],
    enabled: viewer !== null,
    queryFn: ({ signal }) => call(notifications.unreadCount, { signal }),
    refetchInterval: EVERY_MS,
    refetchOnWindowFocus: 'always',
    retry: false,
  })
  return viewer ? (data?.count ?? 0) : 0
}
