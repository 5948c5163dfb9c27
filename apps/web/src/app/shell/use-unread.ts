import type { UnreadByType } from '@shiliu/contract/notifications'
import * as notifications from '@shiliu/contract/notifications'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useViewer } from '#api/session.ts'
import { shareStream } from '#api/shared-stream.ts'
import { tick } from '#data/records.ts'
import { askForUnread, putUnread, useUnread } from '#entities/notification/unread.queries.ts'
import { paths } from '../paths.ts'

/** Delay of the refetch after the notifications page is left. */
const REFRESH_MS = 500
/** Delay of the stream, after the first screen. */
const STREAM_AFTER_MS = 1500

/** Its code comes with the stream. Where it does not come, that is tried again when the tab is shown again. */
async function followUnread(onData: (counts: UnreadByType) => void, signal: AbortSignal) {
  await new Promise((resolve) => setTimeout(resolve, STREAM_AFTER_MS))
  const { followEvents, openEvents } = await import('#api/event-stream.ts')
  await followEvents({ open: (opened) => openEvents(notifications.stream, opened), onData, signal })
}

/** Unread notifications of the signed-in user, 0 for a guest: streamed, and refetched on focus and after reading. */
export function useUnreadTotal(): number {
  const viewerId = useViewer()?.id ?? null
  const reading = useLocation().pathname === paths.notification()
  const wasReading = useRef(false)

  useEffect(() => {
    if (viewerId === null) return
    // Only following is delayed: broadcasts of other tabs come once.
    return shareStream<UnreadByType>({
      name: `shiliu-unread-${viewerId}`,
      onData: (counts) => putUnread(counts, tick()),
      follow: followUnread,
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
