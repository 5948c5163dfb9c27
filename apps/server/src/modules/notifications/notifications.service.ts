/** Creates and withdraws notifications, one per receiver and event. Owns `notifications`. */
import { NOTICE } from '@shiliu/contract/limits'
import type { Ctx } from '#deps.ts'
import { HOUR_MS } from '#platform/clock.ts'
import { insertUnlessDuplicate } from '#platform/db/errors.ts'
import { chunks, deleteInBatches } from '#platform/db/rows.ts'
import { afterCommit, tx } from '#platform/db/tx.ts'
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
  [NOTICE.moderation]: '处理了你的内容',
  [NOTICE.announcement]: '公告',
}

/** A notification's text, which follows the sender's name. */
export function notificationTitle(type: NotificationType, inComment = false): string {
  return type === NOTICE.mention && inComment ? '在评论中提到了你' : TITLES[type]
}

/**
 * Skips own and repeated events. One that was told and withdrawn within the hour comes back as read: who likes and
 * takes back in turn tells once. Call it after moving users' counters: the insert takes shared locks on both users.
 */
export async function notify(t: Ctx, notification: NewNotification): Promise<void> {
  const { userId, senderId, type, targetId, commentId, eventKey } = notification
  if (userId === senderId) return
  const wasTold = await repo.wasTold(t.db, userId, eventKey, t.clock.now() - HOUR_MS)
  const isNew = await insertUnlessDuplicate(() =>
    repo.insertNotification(t.db, {
      user_id: userId,
      sender_id: senderId,
      type,
      title: notificationTitle(type, commentId !== null),
      target_id: targetId,
      comment_id: commentId,
      event_key: eventKey,
      is_read: wasTold ? 1 : 0,
      created_at: t.clock.now(),
    }),
  )
  if (isNew && !wasTold) publishUnreadChanged(t, [userId])
}

type Mention = {
  senderId: number
  postId: number
  /** Null for a mention in the post itself. */
  commentId: number | null
  userIds: readonly number[]
}

const MENTIONS_AT_ONCE = 100

/**
 * Tells those who are mentioned in posts or below them: once of a post, and at most once an hour of one sender's
 * mentions below it. The caller must hold a lock against concurrent mentions below the same posts.
 */
export async function notifyMentioned(t: Ctx, mentions: readonly Mention[]): Promise<void> {
  const asked = mentions.flatMap((mention) => {
    const userIds = mention.userIds.filter((id) => id !== mention.senderId)
    return userIds.length === 0 ? [] : [{ ...mention, userIds }]
  })
  for (const some of chunks(asked, MENTIONS_AT_ONCE)) await insertMentions(t, some)
}

async function insertMentions(t: Ctx, mentions: readonly Mention[]): Promise<void> {
  const now = t.clock.now()
  const hour = Math.floor(now / HOUR_MS)
  const ofPost = ({ postId }: Mention) => `mention:post:${postId}`
  const below = ({ postId, senderId }: Mention, n: number) => `mention:below:${postId}:${senderId}:${n}`
  const eventsOf = (mention: Mention) => [ofPost(mention), below(mention, hour), below(mention, hour - 1)]
  const wanted = (values: (mention: Mention) => readonly (string | number)[]) => [...new Set(mentions.flatMap(values))]
  const told = await repo.listNotified(t.db, wanted(eventsOf) as string[], wanted(({ userIds }) => userIds) as number[])
  const keyOf = (userId: number, event: string, senderId: number) => [userId, event, senderId].join(' ')
  const times = new Map(told.map((row) => [keyOf(row.user_id, row.event_key, row.sender_id), row.created_at]))
  const rows = mentions.flatMap((mention) => {
    const { senderId, postId, commentId, userIds } = mention
    const wasTold = (userId: number) =>
      eventsOf(mention).some((event) => {
        const at = times.get(keyOf(userId, event, senderId))
        const isForGood = commentId === null && event === ofPost(mention)
        return at !== undefined && (isForGood || at > now - HOUR_MS)
      })
    return userIds
      .filter((userId) => !wasTold(userId))
      .map((user_id) => ({
        user_id,
        sender_id: senderId,
        type: NOTICE.mention,
        title: notificationTitle(NOTICE.mention, commentId !== null),
        target_id: postId,
        comment_id: commentId,
        event_key: commentId === null ? ofPost(mention) : below(mention, hour),
        created_at: now,
      }))
  })
  if (rows.length === 0) return
  await repo.insertNotifications(t.db, rows)
  publishUnreadChanged(
    t,
    rows.map(({ user_id }) => user_id),
  )
}

/** Deletes an unread notification. A read one stays, which prevents a second notification of the same event. */
export function withdrawNotification(ctx: Ctx, userId: number, eventKey: string): Promise<void> {
  return tx(ctx, async (t) => {
    const told_at = await repo.deleteUnreadByEvent(t.db, userId, eventKey)
    if (told_at === undefined) return
    publishUnreadChanged(t, [userId])
    if (told_at > t.clock.now() - HOUR_MS) await repo.writeTold(t.db, { user_id: userId, event_key: eventKey, told_at })
  })
}

/** Called by a timer: deletes the events whose repetition notifies again. */
export async function purgeToldEvents({ db, clock }: Ctx): Promise<void> {
  await deleteInBatches(
    (limit) => repo.listToldBefore(db, clock.now() - HOUR_MS, limit),
    (ids) => repo.deleteTold(db, ids),
  )
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
    const told = rows
      .filter(({ created_at }) => created_at > t.clock.now() - HOUR_MS)
      .map(({ user_id, event_key, created_at }) => ({ user_id, event_key, told_at: created_at }))
    if (told.length > 0) await repo.writeToldOfMany(t.db, told)
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

/** Call it after these posts or comments appeared or vanished: notifications about them do so, too. */
export async function refreshHidden(t: Ctx, what: keyof typeof SUBJECT, ids: readonly number[]): Promise<void> {
  for (const some of chunks(ids)) {
    await repo.refreshHidden(t.db, SUBJECT[what], some)
    publishUnreadChanged(t, await repo.listUnreadReaders(t.db, SUBJECT[what], some))
  }
}

const SENT_AT_ONCE = 200

/** Some of what an account sent, after a change of its `is_hidden`; returns where to go on, -1 at the end. */
export async function refreshHiddenOfSender(t: Ctx, senderId: number, after: number): Promise<number> {
  const ids = await repo.listIdsOfSender(t.db, senderId, after, SENT_AT_ONCE)
  if (ids.length > 0) await repo.refreshHidden(t.db, 'id', ids)
  if (ids.length > 0) publishUnreadChanged(t, await repo.listUnreadReadersOf(t.db, ids))
  return ids.length < SENT_AT_ONCE ? -1 : (ids.at(-1) ?? -1)
}

type ModerationNotice = {
  userId: number
  /** The note; null where the notice is about the account, or answers a report. */
  targetId: number | null
  commentId: number | null
  title: string
  eventKey: string
}

const TITLE_MAX = 191

/** Tells authors what was decided about what they wrote. Such a notification is its receiver's own: nobody sent it. */
export async function notifyBySite(t: Ctx, notices: readonly ModerationNotice[]): Promise<void> {
  const created_at = t.clock.now()
  const rows = notices.map(({ userId, targetId, commentId, title, eventKey }) => ({
    user_id: userId,
    sender_id: userId,
    type: NOTICE.moderation,
    title: [...title].slice(0, TITLE_MAX).join(''),
    target_id: targetId,
    comment_id: commentId,
    event_key: eventKey,
    created_at,
  }))
  for (const some of chunks(rows)) await repo.insertNotifications(t.db, some)
  publishUnreadChanged(
    t,
    notices.map(({ userId }) => userId),
  )
}

/** Tells these people an announcement, which is their own notification: nobody sent it. */
export async function notifyAnnounced(
  t: Ctx,
  { id, title }: { id: number; title: string },
  userIds: readonly number[],
): Promise<void> {
  const created_at = t.clock.now()
  const shared = {
    type: NOTICE.announcement,
    title,
    target_id: null,
    comment_id: null,
    announcement_id: id,
    created_at,
  }
  for (const some of chunks(userIds)) {
    const rows = some.map((userId) => ({
      ...shared,
      user_id: userId,
      sender_id: userId,
      event_key: `announcement:${id}`,
    }))
    await repo.insertNotifications(t.db, rows)
  }
  publishUnreadChanged(t, [...userIds])
}

/** Takes an announcement back from at most `most` people; returns from how many. */
export async function withdrawAnnounced(t: Ctx, announcementId: number, most: number): Promise<number> {
  const rows = await repo.listAnnounced(t.db, announcementId, most)
  if (rows.length === 0) return 0
  await repo.deleteNotifications(
    t.db,
    rows.map(({ id }) => id),
  )
  publishUnreadChanged(
    t,
    rows.flatMap(({ user_id, is_read }) => (is_read === 1 ? [] : user_id)),
  )
  return rows.length
}

/** How many people read each of these announcements. */
export function countReadAnnounced({ db }: Ctx, announcementIds: number[]): Promise<Map<number, number>> {
  return repo.countReadAnnounced(db, announcementIds)
}

/** Publishes, once the caller's transaction is committed, that the unread counts of these users changed. */
export function publishUnreadChanged(t: Ctx, userIds: number[]): void {
  afterCommit(t, () => {
    for (const userId of new Set(userIds)) t.bus.publish('user-notified', { userId })
  })
}

export async function deleteNotificationsOfUser(t: Ctx, userId: number): Promise<void> {
  const receivers = await repo.listUnreadReceivers(t.db, userId)
  await repo.deleteNotificationsOf(t.db, t.engine, userId)
  publishUnreadChanged(t, receivers)
}
