/** The counts of unread notifications, which every page shows. */
import type { UnreadByType } from '@shiliu/contract/notifications'
import * as notifications from '@shiliu/contract/notifications'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { queryClient } from '#api/query-client.ts'
import { useViewer } from '#api/session.ts'
import { tick, unread } from '#data/records.ts'

export const NO_UNREAD: UnreadByType = { comments: 0, likes: 0, collections: 0, follows: 0, system: 0, total: 0 }

/** What the server pushes, or answers to a request of that time. */
export function putUnread(counts: UnreadByType, askedAt: number) {
  unread.put([{ of: 'viewer', ...counts }], askedAt)
}

/** The viewer's unread notifications by tab; null for a guest, and until they are known. */
export function useUnread({ staleTime = 30_000 } = {}): UnreadByType | null {
  const viewer = useViewer()
  useQuery({
    queryKey: [...keys.unread, viewer?.id],
    enabled: viewer !== null,
    queryFn: async ({ signal }) => {
      const askedAt = tick()
      const counts = await call(notifications.unreadByType, { signal })
      putUnread(counts, askedAt)
      return counts
    },
    staleTime,
    refetchOnWindowFocus: 'always',
    retry: false,
  })
  const counts = unread.use('viewer')
  return (viewer && counts) ?? null
}

export function askForUnread() {
  void queryClient.invalidateQueries({ queryKey: keys.unread })
}
