import type { UnreadByType } from '@shiliu/contract/notifications'
import * as notifications from '@shiliu/contract/notifications'
import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '#api/client.ts'
import { ApiError } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { toast } from '#ui/toast.ts'
import type { NoticePage } from './notice.ts'
import { type NoticeTab, TABS } from './notice-tabs.ts'
import { markedRead, NOTHING_UNREAD, oneRead } from './read-state.ts'

const TOAST_MS = 3000
/** Being read: a row is often come to in two ways at once. */
const reading = new Set<number>()

/** Marking as read: shown at once, taken back by asking again when the server did not hear of it. */
export function useRead() {
  const client = useQueryClient()

  const show = useCallback(
    (tabs: readonly NoticeTab[], id: number | null, count: (before: UnreadByType) => UnreadByType) => {
      for (const tab of tabs) {
        client.setQueryData<InfiniteData<NoticePage>>(
          keys.notifications(tab),
          (data) => data && { ...data, pages: data.pages.map((page) => markedRead(page, id)) },
        )
      }
      client.setQueryData<UnreadByType>(keys.unreadByType, (before) => before && count(before))
    },
    [client],
  )

  const askAgain = useCallback(
    (tab?: NoticeTab) => {
      void client.invalidateQueries({ queryKey: keys.unread })
      void client.invalidateQueries({ queryKey: tab ? keys.notifications(tab) : keys.allNotifications })
    },
    [client],
  )

  const read = useCallback(
    async (tab: NoticeTab, id: number) => {
      if (reading.has(id)) return
      reading.add(id)
      try {
        // An answer under way knows nothing of this reading.
        await client.cancelQueries({ queryKey: keys.unread })
        show([tab], id, (before) => oneRead(before, tab))
        await call(notifications.read, { params: { id } })
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 401)) askAgain(tab)
      } finally {
        reading.delete(id)
      }
    },
    [client, show, askAgain],
  )

  const readAll = useMutation({
    mutationFn: () => call(notifications.readAll),
    onMutate: async () => {
      await client.cancelQueries({ queryKey: keys.unread })
      show(
        TABS.map(({ key }) => key),
        null,
        () => NOTHING_UNREAD,
      )
    },
    onSuccess: () => toast.success('所有通知已标记为已读', TOAST_MS),
    onError: () => toast.error('标记失败，请稍后再试', TOAST_MS),
    onSettled: () => askAgain(),
  })

  return { read, readAll }
}
