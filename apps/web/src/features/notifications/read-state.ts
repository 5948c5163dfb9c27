/** What reading changes in what is known already, so that dots and badges go at once (spec section 4 «Unread count»). */
import type { UnreadByType } from '@shiliu/contract/notifications'
import type { NoticePage } from './notice.ts'
import type { NoticeTab } from './notice-tabs.ts'

export const NOTHING_UNREAD: UnreadByType = { comments: 0, likes: 0, collections: 0, follows: 0, total: 0 }

export function oneRead(counts: UnreadByType, tab: NoticeTab): UnreadByType {
  return { ...counts, [tab]: Math.max(0, counts[tab] - 1), total: Math.max(0, counts.total - 1) }
}

/** `id` null stands for all of them. */
export function markedRead(page: NoticePage, id: number | null): NoticePage {
  const notifications = page.notifications.map((notice) =>
    id === null || notice.id === id ? { ...notice, is_read: 1 as const } : notice,
  )
  return { ...page, notifications }
}
