import type { UnreadByType } from '@shiliu/contract/notifications'
import * as notifications from '@shiliu/contract/notifications'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { followEvents, openEvents } from '#api/event-stream.ts'
import { useViewer } from '#api/session.ts'
import { shareStream } from '#api/shared-stream.ts'
import { tick } from '#data/records.ts'
import { askForUnread, putUnread, useUnread } from '#entities/notification/unread.queries.ts'
import { paths } from '../paths.ts'

/** Delay of the refetch after the notifications page is left. */
const REFRESH_MS = 500
/** Delay of the stream, after the first screen. */
const STREAM_AFTER_MS = 1500

/** Unread notifications of the signed-in user, 0 for a guest: streamed, and refetched on focus and after reading. */
export function useUnreadTotal(): number {
  const viewerId = useViewer()?.id ?? null
  const reading = useLocation().pathname === paths.notification()
  const wasReading = useRef(false)

  useEffect(() => {
    if (viewerId === null) return
    const open = (signal: AbortSignal) => openEvents(notifications.stream, signal)
    // Only the first request is delayed: broadcasts of other tabs come once.
    return shareStream<UnreadByType>({
      name: `shiliu-unread-${viewerId}`,
      onData: (counts) => putUnread(counts, tick()),
      follow: (broadcast, signal) => followEvents({ open, onData: broadcast, signal, startAfterMs: STREAM_AFTER_MS }),
    })
  }, [viewerId])

  useEffect(() => {
    const left = wasReading.current && !reading
    wasReading.current = reading
    if (!left) return
    const timer = setTimeout(askForUnread, REFRESH_MS)
    return () => clearTimeout(timer)
  }, [reading])

  return useUnread()?.total ?? 0
}
