import type { UnreadByType } from '@shiliu/contract/notifications'
import * as notifications from '@shiliu/contract/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followEvents } from '#api/events/follow.ts'
import { openEvents } from '#api/events/open.ts'
import { shareEvents } from '#api/events/share.ts'
import { keys } from '#api/keys.ts'

/** The first screen comes first. */
const START_AFTER_MS = 1500

/** Keeps the unread counts of the signed-in user as the server tells them, in all tabs. */
export function useUnreadStream(viewerId: number | null) {
  const client = useQueryClient()

  useEffect(() => {
    if (viewerId === null) return
    let left = false
    async function onData(counts: UnreadByType) {
      // An answer that is still on its way may be older.
      await client.cancelQueries({ queryKey: keys.unread })
      if (left) return
      client.setQueryData(keys.unreadByType, counts)
      client.setQueryData([...keys.unreadCount, viewerId], { count: counts.total })
    }
    const open = (signal: AbortSignal) => openEvents(notifications.stream, signal)
    // Other tabs are heard at once: what they are told meanwhile is told only once.
    const stop = shareEvents<UnreadByType>({
      name: `shiliu-unread-${viewerId}`,
      onData,
      follow: (tell, signal) => followEvents({ open, onData: tell, signal, startAfterMs: START_AFTER_MS }),
    })
    return () => {
      left = true
      stop()
    }
  }, [client, viewerId])
}
