/** What the person does changes what is known already, so that dots go and hearts fill at once (spec section 4). */
import type { UnreadByType } from '@shiliu/contract/notifications'
import type { Toggled } from '#entities/post/serial-toggle.ts'
import type { NoticePage } from './notice.ts'
import { type NoticeTab, TABS } from './notice-tabs.ts'

export const NOTHING_UNREAD: UnreadByType = { comments: 0, likes: 0, collections: 0, follows: 0, total: 0 }

export function oneRead(counts: UnreadByType, tab: NoticeTab): UnreadByType {
  return { ...counts, [tab]: Math.max(0, counts[tab] - 1), total: Math.max(0, counts.total - 1) }
}

/** Tabs in which there is more than before; none as long as nothing was known of before. */
export function tabsWithMore(before: UnreadByType | null | undefined, now: UnreadByType): NoticeTab[] {
  return before ? TABS.map(({ key }) => key).filter((key) => now[key] > before[key]) : []
}

/** `id` null stands for all of them. */
export function markedRead(page: NoticePage, id: number | null): NoticePage {
  const notifications = page.notifications.map((notice) =>
    id === null || notice.id === id ? { ...notice, is_read: 1 as const } : notice,
  )
  return { ...page, notifications }
}

/** The like of a comment, in every notification that tells of it. */
export function likedInNotices(page: NoticePage, commentId: number, { on, count }: Toggled): NoticePage {
  const notifications = page.notifications.map((notice) =>
    'comment_is_liked' in notice && notice.comment_id === commentId
      ? { ...notice, comment_is_liked: on ? (1 as const) : (0 as const), comment_like_count: count }
      : notice,
  )
  return { ...page, notifications }
}
