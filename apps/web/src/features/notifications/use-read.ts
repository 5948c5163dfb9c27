import type { UnreadByType } from '@shiliu/contract/notifications'
import * as notifications from '@shiliu/contract/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type ChangeOptions, forgetChange } from '#api/cached-changes.ts'
import { call } from '#api/client.ts'
import { ApiError } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { NOTICES } from '#ui/constants.ts'
import { toast } from '#ui/toast.ts'
import { changeNotices } from './notice-cache.ts'
import { markedRead, NOTHING_UNREAD, oneRead } from './notice-changes.ts'
import { type NoticeTab, TABS } from './notice-tabs.ts'

/** Being read: a row is often come to in two ways at once. */
const reading = new Set<number>()
const READ_ALL = 'read all'
const EVERY_TAB = TABS.map(({ key }) => key)

/** Marking as read: shown at once, taken back by asking again when the server did not hear of it. */
export function useRead() {
  const client = useQueryClient()

  const mark = useCallback(
    (tabs: readonly NoticeTab[], id: number | null, options: ChangeOptions) =>
      changeNotices(client, tabs, (page) => markedRead(page, id), options),
    [client],
  )

  const count = useCallback(
    (change: (before: UnreadByType) => UnreadByType) =>
      client.setQueryData<UnreadByType>(keys.unreadByType, (before) => before && change(before)),
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
      const name = `read ${id}`
      try {
        // An answer under way knows nothing of this reading.
        await client.cancelQueries({ queryKey: keys.unread })
        mark([tab], id, { name, open: true })
        count((before) => oneRead(before, tab))
        await call(notifications.read, { params: { id } })
        mark([tab], id, { name })
        // The first count of all may have been called off above.
        if (!client.getQueryData(keys.unreadByType)) void client.invalidateQueries({ queryKey: keys.unread })
      } catch (error) {
        forgetChange(client, name)
        if (!(error instanceof ApiError && error.status === 401)) askAgain(tab)
      } finally {
        reading.delete(id)
      }
    },
    [client, mark, count, askAgain],
  )

  const readAll = useMutation({
    mutationFn: () => call(notifications.readAll),
    onMutate: async () => {
      await client.cancelQueries({ queryKey: keys.unread })
      mark(EVERY_TAB, null, { name: READ_ALL, open: true })
      count(() => NOTHING_UNREAD)
    },
    onSuccess: () => toast.success('所有通知已标记为已读', NOTICES.toastMs),
    onError: () => toast.error('标记失败，请稍后再试', NOTICES.toastMs),
    onSettled() {
      forgetChange(client, READ_ALL)
      askAgain()
    },
  })

  return { read, readAll }
}
