/** Creates and withdraws notifications, one per receiver and event. Owns `notifications`. */
import { NOTICE } from '@shiliu/contract/limits'
import type { Ctx } from '#deps.ts'
import { chunks } from '#platform/db/rows.ts'
import { afterCommit, tx } from '#platform/db/tx.ts'
import { insertUnlessDuplicate } from '#platform/db/violations.ts'
import * as repo from './notifications.repo.ts'

type NotificationType = (typeof NOTICE)[keyof typeof NOTICE]

export type NewNotification = {
  /** The receiver. */
  userId: number
  senderId: number
  type: NotificationType
  /** The post; null for a follow. */
  targetId: number | null
  commentId: number | null
  /** Identifies the event, like `like:post:<postId>:<senderId>`. Unique per receiver. */
  eventKey: string
}

const TITLES: Record<NotificationType, string> = {
  [NOTICE.likePost]: '赞了你的笔记',
  [NOTICE.likeComment]: '赞了你的评论',
  [NOTICE.collectPost]: '收藏了你的笔记',
  [NOTICE.commentPost]: '评论了你的笔记',
  [NOTICE.replyComment]: '回复了你的评论',
  [NOTICE.follow]: '关注了你',
  [NOTICE.mention]: '在笔记中提到了你',
}

/** A notification's text, which follows the sender's name. */
export function notificationTitle(type: NotificationType, inComment = false): string {
  return type === NOTICE.mention && inComment ? '在评论中提到了你' : TITLES[type]
}

/**
 * Skips own and repeated events. One that was told and withdrawn within the hour comes back as read: who likes and takes
 * back in turn tells once. Call it after moving users' counters: the insert takes shared locks on both users.
 */
export async function notify(t: Ctx, notification: NewNotification): Promise<void> {
  const { userId, senderId, type, targetId, commentId } = notification
  if (userId === senderId) return
  const key = `${userId} ${notification.eventKey}`
  const wasTold = t.toldLately.has(key)
  const isNew = await insertUnlessDuplicate(() =>
    repo.insertNotification(t.db, {
      user_id: userId,
      sender_id: senderId,
      type,
      title: notificationTitle(type, commentId !== null),
      target_id: targetId,
      comment_id: commentId,
      event_key: notification.eventKey,
      is_read: wasTold ? 1 : 0,
      created_at: t.clock.now(),
    }),
  )
  if (!isNew || wasTold) return
  afterCommit(t, () => void t.toldLately.set(key, true))
  publishUnreadChanged(t, [userId])
}

type Mention = {
  senderId: number
  postId: number
  /** Null for a mention in the post itself. */
  commentId: number | null
}

const HOUR_MS = 3600 * 1000

/**
 * Tells those who are mentioned in a post or below it: once of the post, and at most once an hour of one sender's mentions
 * there. The caller must hold a lock against concurrent mentions below the same post.
 */
export async function notifyMentioned(t: Ctx, mention: Mention, userIds: number[]): Promise<void> {
  const { senderId, postId, commentId } = mention
  const others = userIds.filter((id) => id !== senderId)
  if (others.length === 0) return
  const now = t.clock.now()
  const hour = Math.floor(now / HOUR_MS)
  const ofPost = `mention:post:${postId}`
  const ofHours = [hour, hour - 1].map((n) => `mention:below:${postId}:${senderId}:${n}`)
  const recently = await repo.listNotified(t.db, [ofPost, ...ofHours], others, { senderId, since: now - HOUR_MS })
  const ever = commentId === null ? await repo.listNotified(t.db, [ofPost], others, { senderId, since: 0 }) : []
  const notified = new Set([...recently, ...ever])
  const receivers = others.filter((id) => !notified.has(id))
  if (receivers.length === 0) return
  const shared = {
    sender_id: senderId,
    type: NOTICE.mention,
    title: notificationTitle(NOTICE.mention, commentId !== null),
    target_id: postId,
    comment_id: commentId,
    event_key: commentId === null ? ofPost : `mention:below:${postId}:${senderId}:${hour}`,
    created_at: now,
  }
  await repo.insertNotifications(
    t.db,
    receivers.map((user_id) => ({ ...shared, user_id })),
  )
  publishUnreadChanged(t, receivers)
}

/** Deletes an unread notification. A read one stays, which prevents a second notification of the same event. */
export function withdrawNotification(ctx: Ctx, userId: number, eventKey: string): Promise<void> {
  return tx(ctx, async (t) => {
    if (await repo.deleteUnreadByEvent(t.db, userId, eventKey)) publishUnreadChanged(t, [userId])
  })
}

/** As `withdrawNotification`, for many events within the caller's transaction. */
export async function withdrawNotifications(t: Ctx, events: repo.NotifiedEvent[]): Promise<void> {
  for (const some of chunks(events)) {
    const rows = await repo.listUnreadByEvents(t.db, some)
    if (rows.length === 0) continue
    await repo.deleteNotifications(
      t.db,
      rows.map((row) => row.id),
    )
    publishUnreadChanged(
      t,
      rows.map((row) => row.user_id),
    )
  }
}

const SUBJECT = { posts: 'target_id', comments: 'comment_id' } as const

/** Call it before deleting posts or comments: foreign keys delete their notifications, which changes unread counts. */
export async function refreshUnreadBeforeDeletion(t: Ctx, what: keyof typeof SUBJECT, ids: number[]): Promise<void> {
  const readers = new Set<number>()
  for (const some of chunks(ids)) {
    for (const reader of await repo.listUnreadReaders(t.db, SUBJECT[what], some)) readers.add(reader)
  }
  publishUnreadChanged(t, [...readers])
}

/** Publishes, once the caller's transaction is committed, that the unread counts of these users changed. */
export function publishUnreadChanged(t: Ctx, userIds: number[]): void {
  afterCommit(t, () => {
    for (const userId of new Set(userIds)) t.bus.publish('user-notified', { userId })
  })
}

export async function deleteNotificationsOfUser(t: Ctx, userId: number): Promise<void> {
  const receivers = await repo.listUnreadReceivers(t.db, userId)
  await repo.deleteNotificationsOf(t.db, userId)
  publishUnreadChanged(t, receivers)
}
