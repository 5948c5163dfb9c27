import type { UnreadByType } from '@shiliu/contract/notifications'
import * as notifications from '@shiliu/contract/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { call } from '#api/client.ts'
import { followEvents, openEvents } from '#api/event-stream.ts'
import { keys } from '#api/keys.ts'
import { useViewer } from '#api/session.ts'
import { shareStream } from '#api/shared-stream.ts'
import { paths } from '../paths.ts'

/** Delay of the refetch after the notifications page is left. */
const REFRESH_MS = 500
/** Delay of the stream, after the first screen. */
const STREAM_AFTER_MS = 1500

/** Unread notifications of the signed-in user, 0 for a guest: streamed, and refetched on focus and after reading. */
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
    const timer = setTimeout(() => client.invalidateQueries({ queryKey: keys.unread }), REFRESH_MS)
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

function useUnreadStream(viewerId: number | null) {
  const client = useQueryClient()

  useEffect(() => {
    if (viewerId === null) return
    let stopped = false
    async function onData(counts: UnreadByType) {
      // A response in flight may be older.
      await client.cancelQueries({ queryKey: keys.unread })
      if (stopped) return
      client.setQueryData(keys.unreadByType, counts)
      client.setQueryData([...keys.unreadCount, viewerId], { count: counts.total })
    }
    const open = (signal: AbortSignal) => openEvents(notifications.stream, signal)
    // Only the first request is delayed: broadcasts of other tabs come once.
    const stop = shareStream<UnreadByType>({
      name: `shiliu-unread-${viewerId}`,
      onData,
      follow: (broadcast, signal) => followEvents({ open, onData: broadcast, signal, startAfterMs: STREAM_AFTER_MS }),
    })
    return () => {
      stopped = true
      stop()
    }
  }, [client, viewerId])
}
