import { NOTICE, NOTICE_TABS, TARGET } from '@shiliu/contract/limits'
import type {
  CollectionNotice,
  CommentNotice,
  FollowNotice,
  LikeNotice,
  SystemNotice,
  UnreadByType,
} from '@shiliu/contract/notifications'
import type { Ctx } from '#deps.ts'
import { iso, isoOrNull } from '#platform/clock.ts'
import { type CursorQuery, idKey, listCursor } from '#platform/db/cursor.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import { keyedListeners } from '#platform/events/keyed-listeners.ts'
import type { LiveValue } from '#platform/http/event-streams.ts'
import { shownAddress } from '#platform/storage/addresses.ts'
import {
  loadAnnouncements,
  loadFollowButtons,
  loadTargetComments,
  loadTargetPosts,
} from './notification-targets.service.ts'
import * as repo from './notifications.repo.ts'
import { publishUnreadChanged } from './notifications.service.ts'

type Tab = keyof typeof NOTICE_TABS

/** Of all types, or of one; a type that does not exist has none. `unread` counts all types. */
export async function listAll(
  ctx: Ctx,
  userId: number,
  { type, ...query }: CursorQuery & { type?: number | undefined },
) {
  const types = type === undefined ? Object.values(NOTICE) : [type]
  const { rows, pagination } = await pageOf(ctx, userId, types, query)
  const unread = await countUnread(ctx, userId)
  return { notifications: rows.map((row) => presentBase(ctx, row)), pagination, unread }
}

/** Comments, replies and mentions. */
export async function listComments(ctx: Ctx, userId: number, query: CursorQuery) {
  const { rows, pagination } = await pageOf(ctx, userId, NOTICE_TABS.comments, query)
  const postOf = await loadTargetPosts(ctx, userId, rows)
  const commentOf = await loadTargetComments(ctx, userId, rows)
  const notifications = rows.map((row): CommentNotice => {
    const post = postOf(row)
    // Comments are hidden together with a post that the reader may not see.
    const comment = post.post_title === null ? undefined : commentOf(row)
    return {
      ...presentBase(ctx, row),
      ...post,
      comment_content: comment?.content ?? null,
      comment_created_at: isoOrNull(comment?.created_at ?? null),
      comment_like_count: comment?.like_count ?? 0,
      comment_is_liked: comment?.like_id ? 1 : 0,
      parent_comment_content: comment?.parent_content ?? null,
    }
  })
  return { notifications, pagination }
}

export async function listLikes(ctx: Ctx, userId: number, query: CursorQuery) {
  const { rows, pagination } = await pageOf(ctx, userId, NOTICE_TABS.likes, query)
  const postOf = await loadTargetPosts(ctx, userId, rows)
  const commentOf = await loadTargetComments(ctx, userId, rows)
  const notifications = rows.map((row): LikeNotice => {
    const post = postOf(row)
    return {
      ...presentBase(ctx, row),
      ...post,
      target_type: row.type === NOTICE.likeComment ? TARGET.comment : TARGET.post,
      comment_content: post.post_title === null ? null : (commentOf(row)?.content ?? null),
    }
  })
  return { notifications, pagination }
}

export async function listCollections(ctx: Ctx, userId: number, query: CursorQuery) {
  const { rows, pagination } = await pageOf(ctx, userId, NOTICE_TABS.collections, query)
  const postOf = await loadTargetPosts(ctx, userId, rows)
  const notifications = rows.map((row): CollectionNotice => ({ ...presentBase(ctx, row), ...postOf(row) }))
  return { notifications, pagination }
}

export async function listSystem(ctx: Ctx, userId: number, query: CursorQuery) {
  const { rows, pagination } = await pageOf(ctx, userId, NOTICE_TABS.system, query)
  const postOf = await loadTargetPosts(ctx, userId, rows)
  const announcementOf = await loadAnnouncements(ctx, rows)
  const notifications = rows.map((row): SystemNotice => {
    const { title, announcement } = announcementOf(row)
    return { ...presentBase(ctx, row), ...postOf(row), ...(title && { title }), announcement }
  })
  return { notifications, pagination }
}

export async function listFollows(ctx: Ctx, userId: number, query: CursorQuery) {
  const { rows, pagination } = await pageOf(ctx, userId, NOTICE_TABS.follows, query)
  const buttonOf = await loadFollowButtons(ctx, userId, rows)
  const notifications = rows.map((row): FollowNotice => {
    const { follow_count, fans_count } = row
    return { ...presentBase(ctx, row), follow_count, fans_count, buttonType: buttonOf(row) }
  })
  return { notifications, pagination }
}

export async function countUnread(ctx: Ctx, userId: number): Promise<number> {
  return sum(await repo.countUnread(ctx.db, userId))
}

export async function countUnreadByTab(ctx: Ctx, userId: number): Promise<UnreadByType> {
  const counts = await repo.countUnread(ctx.db, userId)
  const countOf = (tab: Tab) => NOTICE_TABS[tab].reduce((total, type) => total + (counts.get(type) ?? 0), 0)
  return {
    comments: countOf('comments'),
    likes: countOf('likes'),
    collections: countOf('collections'),
    follows: countOf('follows'),
    system: countOf('system'),
    total: sum(counts),
  }
}

/** Unread counts as a live value: `user-notified` from any process signals a change. */
export function liveUnreadCounts(ctx: Ctx): (userId: number) => LiveValue<UnreadByType> {
  const { subscribe, notify } = keyedListeners()
  ctx.bus.subscribe('user-notified', ({ userId }) => notify(userId))
  return (userId) => ({
    read: () => countUnreadByTab(ctx, userId),
    watch: (changed) => subscribe(userId, changed),
  })
}

/** Marks a notification as read; idempotent. Throws `notification_not_found`, also for another user's. */
export function markRead(ctx: Ctx, userId: number, id: number): Promise<void> {
  return withUnreadUpdate(ctx, userId, async (t) => {
    if (!(await repo.markRead(t.db, userId, id))) throw new AppError('notification_not_found')
  })
}

export function markAllRead(ctx: Ctx, userId: number): Promise<void> {
  return withUnreadUpdate(ctx, userId, (t) => repo.markAllRead(t.db, userId))
}

/** Throws `notification_not_found`, also for another user's. */
export function deleteNotification(ctx: Ctx, userId: number, id: number): Promise<void> {
  return withUnreadUpdate(ctx, userId, async (t) => {
    if (!(await repo.deleteNotification(t.db, userId, id))) throw new AppError('notification_not_found')
  })
}

/** Runs `work` in a transaction and then publishes the user's new unread counts. */
function withUnreadUpdate(ctx: Ctx, userId: number, work: (t: Ctx) => Promise<void>): Promise<void> {
  return tx(ctx, async (t) => {
    await work(t)
    publishUnreadChanged(t, [userId])
  })
}

async function pageOf(ctx: Ctx, userId: number, types: readonly number[], query: CursorQuery) {
  const cursors = listCursor(`notifications ${userId} ${types.join()}`, idKey)
  const at = cursors.position(query)
  const found = await repo.listNotificationIds(ctx.db, userId, types, at)
  const { rows: ids, pagination } = cursors.page(found.ids, at, found.total, (id) => id)
  return { rows: ids.length === 0 ? [] : await repo.listNotifications(ctx.db, ids), pagination }
}

function sum(counts: Map<number, number>): number {
  return [...counts.values()].reduce((total, n) => total + n, 0)
}

function presentBase({ storage }: Ctx, row: repo.NotificationRow) {
  const { id, user_id, sender_id, type, title, target_id, comment_id } = row
  return {
    id,
    user_id,
    sender_id,
    type,
    title,
    target_id,
    comment_id,
    is_read: row.is_read === 1 ? (1 as const) : (0 as const),
    created_at: iso(row.created_at),
    from_user_auto_id: sender_id,
    from_nickname: row.nickname,
    from_avatar: shownAddress(storage, row.avatar),
    from_user_id: row.sender_public_id,
  }
}
