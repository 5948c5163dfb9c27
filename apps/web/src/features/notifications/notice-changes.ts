import type { UnreadByType } from '@shiliu/contract/notifications'
import type { Toggled } from '#entities/post/serial-toggle.ts'
import { type NoticePage, type NoticeTab, TABS } from './notice.ts'

export const NO_UNREAD: UnreadByType = { comments: 0, likes: 0, collections: 0, follows: 0, total: 0 }

/** The counts after one notice of the tab was read. */
export function decrementUnread(counts: UnreadByType, tab: NoticeTab): UnreadByType {
  return { ...counts, [tab]: Math.max(0, counts[tab] - 1), total: Math.max(0, counts.total - 1) }
}

/** The tabs whose unread count grew; none without previous counts. */
export function tabsWithNew(previous: UnreadByType | null | undefined, now: UnreadByType): NoticeTab[] {
  return previous ? TABS.map(({ key }) => key).filter((key) => now[key] > previous[key]) : []
}

/** Marks one notice as read, or all if `id` is null. */
export function markRead(page: NoticePage, id: number | null): NoticePage {
  const notifications = page.notifications.map((notice) =>
    id === null || notice.id === id ? { ...notice, is_read: 1 as const } : notice,
  )
  return { ...page, notifications }
}

export function setCommentLike(page: NoticePage, commentId: number, { on, count }: Toggled): NoticePage {
  const notifications = page.notifications.map((notice) =>
    'comment_is_liked' in notice && notice.comment_id === commentId
      ? { ...notice, comment_is_liked: on ? (1 as const) : (0 as const), comment_like_count: count }
      : notice,
  )
  return { ...page, notifications }
}
