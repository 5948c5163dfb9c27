/** Notifications: written by what happened, once per event (spec section 3). Owns `notifications`. */
import { NOTICE } from '@shiliu/contract/limits'
import type { Ctx } from '#deps.ts'
import { chunks } from '#platform/db/rows.ts'
import { afterCommit, tx } from '#platform/db/tx.ts'
import { insertedOrDuplicate } from '#platform/db/violations.ts'
import * as repo from './notifications.repo.ts'

type NoticeType = (typeof NOTICE)[keyof typeof NOTICE]

export type Notice = {
  /** Who is told. */
  userId: number
  /** Who did it. */
  senderId: number
  type: NoticeType
  /** The note; null for a follow. */
  targetId: number | null
  commentId: number | null
  /** Names the event, like `like:post:<postId>:<senderId>`: one notification per receiver and event. */
  eventKey: string
}

const TITLES: Record<NoticeType, string> = {
  [NOTICE.likePost]: '赞了你的笔记',
  [NOTICE.likeComment]: '赞了你的评论',
  [NOTICE.collectPost]: '收藏了你的笔记',
  [NOTICE.commentPost]: '评论了你的笔记',
  [NOTICE.replyComment]: '回复了你的评论',
  [NOTICE.follow]: '关注了你',
  [NOTICE.mention]: '在笔记中提到了你',
}

/** What a notification says after the sender's name. */
export function noticeTitle(type: NoticeType, inComment = false): string {
  return type === NOTICE.mention && inComment ? '在评论中提到了你' : TITLES[type]
}

/**
 * Tells a user what another one did, within the caller's transaction: never about oneself, once per event. Call it after
 * the counters of users have moved: it takes share locks on both users' rows.
 */
export async function record(t: Ctx, notice: Notice): Promise<void> {
  const { userId, senderId, type, targetId, commentId } = notice
  if (userId === senderId) return
  const isNew = await insertedOrDuplicate(() =>
    repo.insertNotification(t.db, {
      user_id: userId,
      sender_id: senderId,
      type,
      title: noticeTitle(type, commentId !== null),
      target_id: targetId,
      comment_id: commentId,
      event_key: notice.eventKey,
      created_at: t.clock.now(),
    }),
  )
  if (isNew) tell(t, userId)
}

/**
 * Tells several users of one event (a mention), within a transaction that keeps others from recording the same event:
 * who was told already and the sender are left out. Two statements, however many.
 */
export async function recordAll(t: Ctx, notice: Omit<Notice, 'userId'>, userIds: number[]): Promise<void> {
  const others = userIds.filter((id) => id !== notice.senderId)
  if (others.length === 0) return
  const told = new Set(await repo.listToldOf(t.db, notice.eventKey, others))
  const fresh = others.filter((id) => !told.has(id))
  if (fresh.length === 0) return
  const { senderId, type, targetId, commentId, eventKey } = notice
  const shared = {
    sender_id: senderId,
    type,
    title: noticeTitle(type, commentId !== null),
    target_id: targetId,
    comment_id: commentId,
    event_key: eventKey,
    created_at: t.clock.now(),
  }
  await repo.insertNotifications(
    t.db,
    fresh.map((user_id) => ({ ...shared, user_id })),
  )
  for (const userId of fresh) tell(t, userId)
}

/** Takes an unread notification back; a read one stays and keeps the same event from being told again. */
export function withdraw(ctx: Ctx, userId: number, eventKey: string): Promise<void> {
  return tx(ctx, async (t) => {
    if (await repo.deleteUnreadByEvent(t.db, userId, eventKey)) tell(t, userId)
  })
}

const SUBJECT = { posts: 'target_id', comments: 'comment_id' } as const

/**
 * To be called before notes or comments are deleted, within the same transaction: notifications go along with what they
 * are about, and whoever had not read them has fewer.
 */
export async function beforeDeletionOf(t: Ctx, what: keyof typeof SUBJECT, ids: number[]): Promise<void> {
  const readers = new Set<number>()
  for (const some of chunks(ids)) {
    for (const reader of await repo.listUnreadReaders(t.db, SUBJECT[what], some)) readers.add(reader)
  }
  for (const reader of readers) tell(t, reader)
}

function tell(t: Ctx, userId: number): void {
  afterCommit(t, () => t.bus.publish('user-notified', { userId }))
}

/** Deletes what a user was told and what others were told of the user, within the caller's transaction. */
export async function eraseOf(t: Ctx, userId: number): Promise<void> {
  const receivers = await repo.listUnreadReceivers(t.db, userId)
  await repo.deleteNotificationsOf(t.db, userId)
  for (const receiver of receivers) tell(t, receiver)
}
