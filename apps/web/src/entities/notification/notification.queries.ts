/** Every query of notifications, and marking them as read. */
import type { NOTICE_TABS } from '@shiliu/contract/limits'
import { PAGE } from '@shiliu/contract/limits'
import type { FollowNotice } from '@shiliu/contract/notifications'
import * as notifications from '@shiliu/contract/notifications'
import { relationOf } from '@shiliu/contract/relation'
import { call } from '#api/client.ts'
import { ApiError } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { queryClient } from '#api/query-client.ts'
import { change } from '#data/changes.ts'
import { useList } from '#data/lists.ts'
import { comments, type Notice, notices, type PageStart, people, tick, unread } from '#data/records.ts'
import { askForUnread, NO_UNREAD, putUnread } from './unread.queries.ts'

export type NoticeTab = keyof typeof NOTICE_TABS

const { comments: aboutComments, likes, collections, follows, system } = notifications
const LISTS = { comments: aboutComments, likes, collections, follows, system }

function relationToFollower({ from_user_id, buttonType }: FollowNotice) {
  const mutual = buttonType === 'mutual'
  return { user_id: from_user_id, ...relationOf(mutual || buttonType === 'unfollow', mutual || buttonType === 'back') }
}

function fetchPage(tab: NoticeTab, start: PageStart, signal: AbortSignal) {
  return call(LISTS[tab], { query: { ...start, limit: PAGE.limit }, signal }) as Promise<{
    notifications: Notice[]
    pagination: Awaited<ReturnType<typeof call<typeof likes>>>['pagination']
  }>
}

/** The notifications of a tab, newest first; fetched again whenever the tab is opened. */
export function useNotices(tab: NoticeTab) {
  return useList({
    records: notices,
    key: keys.notifications(tab),
    staleTime: 0,
    async fetch(start, signal, askedAt) {
      const { notifications: items, pagination } = await fetchPage(tab, start, signal)
      people.put(
        items.flatMap((notice) => ('buttonType' in notice ? relationToFollower(notice) : [])),
        askedAt,
      )
      comments.put(items.flatMap(likesOfComment), askedAt)
      return { items, pagination }
    },
  })
}

function likesOfComment(notice: Notice) {
  if (!('comment_is_liked' in notice) || notice.comment_id === null) return []
  return { id: notice.comment_id, liked: notice.comment_is_liked === 1, like_count: notice.comment_like_count }
}

export function askForNotices(tab?: NoticeTab) {
  void queryClient.invalidateQueries({ queryKey: tab ? keys.notifications(tab) : keys.allNotifications })
}

const READ = { is_read: 1 } as const

/** Marks a notification as read, once however often it is pointed at. */
export async function markRead(tab: NoticeTab, id: number) {
  if (notices.get(id)?.is_read !== 0) return
  const counts = unread.get('viewer')
  const less = (count: number) => Math.max(0, count - 1)
  if (counts) putUnread({ ...counts, [tab]: less(counts[tab]), total: less(counts.total) }, tick())
  try {
    await change(notices, id, {
      kind: 'read',
      choice: true,
      show: () => READ,
      send: () => call(notifications.read, { params: { id } }).then(() => READ),
    })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return
    askForUnread()
    askForNotices(tab)
  }
}

export async function markAllRead() {
  try {
    await change(unread, 'viewer', {
      kind: 'read',
      choice: true,
      show: () => NO_UNREAD,
      async send() {
        await call(notifications.readAll)
        const all = notices.ids(() => true)
        notices.patch(all, READ, tick())
        return NO_UNREAD
      },
    })
  } finally {
    askForUnread()
    askForNotices()
  }
}
