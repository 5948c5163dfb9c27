import type { UnreadByType } from '@shiliu/contract/notifications'
import * as notifications from '@shiliu/contract/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '#api/client.ts'
import { ApiError } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { discardUpdate, type UpdateOptions } from '#api/optimistic-updates.ts'
import { toast } from '#ui/feedback/toast.ts'
import { type NoticeTab, TABS, TOAST_MS } from './notice.ts'
import { updateNotices } from './notice-cache.ts'
import { decrementUnread, markRead, NO_UNREAD } from './notice-changes.ts'

/** Ids with a request in flight: pointing and focusing a row both mark it. */
const pending = new Set<number>()
const READ_ALL = 'read all'
const ALL_TABS = TABS.map(({ key }) => key)

/** Marks notices as read, optimistically; after a failure the cached notices and counts are fetched again. */
export function useRead() {
  const client = useQueryClient()

  const setRead = useCallback(
    (tabs: readonly NoticeTab[], id: number | null, options: UpdateOptions) =>
      updateNotices(client, tabs, (page) => markRead(page, id), options),
    [client],
  )

  const updateCounts = useCallback(
    (update: (counts: UnreadByType) => UnreadByType) =>
      client.setQueryData<UnreadByType>(keys.unreadByType, (counts) => counts && update(counts)),
    [client],
  )

  const invalidate = useCallback(
    (tab?: NoticeTab) => {
      void client.invalidateQueries({ queryKey: keys.unread })
      void client.invalidateQueries({ queryKey: tab ? keys.notifications(tab) : keys.allNotifications })
    },
    [client],
  )

  const read = useCallback(
    async (tab: NoticeTab, id: number) => {
      if (pending.has(id)) return
      pending.add(id)
      const name = `read ${id}`
      try {
        // A count in flight may not include this one.
        await client.cancelQueries({ queryKey: keys.unread })
        setRead([tab], id, { name, open: true })
        updateCounts((counts) => decrementUnread(counts, tab))
        await call(notifications.read, { params: { id } })
        setRead([tab], id, { name })
        // The cancelled request may have been the first one.
        if (!client.getQueryData(keys.unreadByType)) void client.invalidateQueries({ queryKey: keys.unread })
      } catch (error) {
        discardUpdate(client, name)
        if (!(error instanceof ApiError && error.status === 401)) invalidate(tab)
      } finally {
        pending.delete(id)
      }
    },
    [client, setRead, updateCounts, invalidate],
  )

  const readAll = useMutation({
    mutationFn: () => call(notifications.readAll),
    onMutate: async () => {
      await client.cancelQueries({ queryKey: keys.unread })
      setRead(ALL_TABS, null, { name: READ_ALL, open: true })
      updateCounts(() => NO_UNREAD)
    },
    onSuccess: () => toast.success('所有通知已标记为已读', TOAST_MS),
    onError: () => toast.error('标记失败，请稍后再试', TOAST_MS),
    onSettled() {
      discardUpdate(client, READ_ALL)
      invalidate()
    },
  })

  return { read, readAll }
}
