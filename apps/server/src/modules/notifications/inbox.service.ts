/** A user's notifications as they read them: tabs, unread counts, marking and deleting (wire rule 19). */
import { NOTICE, NOTICE_TABS, TARGET } from '@shiliu/contract/limits'
import type {
  CollectionNotice,
  CommentNotice,
  FollowNotice,
  LikeNotice,
  UnreadByType,
} from '@shiliu/contract/notifications'
import type { Ctx } from '#deps.ts'
import { iso, isoOrNull } from '#platform/clock.ts'
import { type PageQuery, paginationOf } from '#platform/db/rows.ts'
import { afterCommit, tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import { watchers } from '#platform/events/watchers.ts'
import type { Live } from '#platform/http/event-streams.ts'
import * as repo from './notifications.repo.ts'
import { commentSubjects, postSubjects, senderButtons } from './subjects.service.ts'

type Tab = keyof typeof NOTICE_TABS

/** All notifications, newest first, and how many are unread. */
export async function listAll(ctx: Ctx, userId: number, page: PageQuery) {
  const { rows, total } = await repo.listNotifications(ctx.db, userId, Object.values(NOTICE), page)
  const unread = await countUnread(ctx, userId)
  return { notifications: rows.map(presentBase), pagination: paginationOf(page, total), unread }
}

/** Comments, replies and mentions. */
export async function listComments(ctx: Ctx, userId: number, page: PageQuery) {
  const { rows, pagination } = await pageOf(ctx, userId, 'comments', page)
  const postOf = await postSubjects(ctx, userId, rows)
  const commentOf = await commentSubjects(ctx, userId, rows)
  const notifications = rows.map((row): CommentNotice => {
    const post = postOf(row)
    // What was said below a note that one may not see any more is hidden with it.
    const comment = post.post_title === null ? undefined : commentOf(row)
    return {
      ...presentBase(row),
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

/** Likes of notes and comments. */
export async function listLikes(ctx: Ctx, userId: number, page: PageQuery) {
  const { rows, pagination } = await pageOf(ctx, userId, 'likes', page)
  const postOf = await postSubjects(ctx, userId, rows)
  const commentOf = await commentSubjects(ctx, userId, rows)
  const notifications = rows.map((row): LikeNotice => {
    const post = postOf(row)
    return {
      ...presentBase(row),
      ...post,
      target_type: row.type === NOTICE.likeComment ? TARGET.comment : TARGET.post,
      comment_content: post.post_title === null ? null : (commentOf(row)?.content ?? null),
    }
  })
  return { notifications, pagination }
}

/** Notes of the user that were collected. */
export async function listCollections(ctx: Ctx, userId: number, page: PageQuery) {
  const { rows, pagination } = await pageOf(ctx, userId, 'collections', page)
  const postOf = await postSubjects(ctx, userId, rows)
  const notifications = rows.map((row): CollectionNotice => ({ ...presentBase(row), ...postOf(row) }))
  return { notifications, pagination }
}

/** New followers, with the button to follow back. */
export async function listFollows(ctx: Ctx, userId: number, page: PageQuery) {
  const { rows, pagination } = await pageOf(ctx, userId, 'follows', page)
  const buttonOf = await senderButtons(ctx, userId, rows)
  const notifications = rows.map((row): FollowNotice => {
    const { follow_count, fans_count } = row
    return { ...presentBase(row), follow_count, fans_count, buttonType: buttonOf(row) }
  })
  return { notifications, pagination }
}

export async function countUnread(ctx: Ctx, userId: number): Promise<number> {
  return sum(await repo.countUnread(ctx.db, userId))
}

/** Unread notifications of each tab. */
export async function countUnreadByTab(ctx: Ctx, userId: number): Promise<UnreadByType> {
  const counts = await repo.countUnread(ctx.db, userId)
  const of = (tab: Tab) => sumOf(counts, tab)
  return {
    comments: of('comments'),
    likes: of('likes'),
    collections: of('collections'),
    follows: of('follows'),
    total: sum(counts),
  }
}

/** The unread counts of any user, to be watched: they change with every `user-notified`, in whichever process. */
export function liveUnread(ctx: Ctx): (userId: number) => Live<UnreadByType> {
  const { watch, news } = watchers()
  ctx.bus.subscribe('user-notified', ({ userId }) => news(userId))
  return (userId) => ({
    read: () => countUnreadByTab(ctx, userId),
    watch: (changed) => watch(userId, changed),
  })
}

/** Marks one read, again if need be. Throws `notification_not_found` for an unknown or foreign one. */
export function read(ctx: Ctx, userId: number, id: number): Promise<void> {
  return change(ctx, userId, async (t) => {
    if (!(await repo.markRead(t.db, userId, id))) throw new AppError('notification_not_found')
  })
}

export function readAll(ctx: Ctx, userId: number): Promise<void> {
  return change(ctx, userId, (t) => repo.markAllRead(t.db, userId))
}

/** Throws `notification_not_found` for an unknown or foreign one. */
export function remove(ctx: Ctx, userId: number, id: number): Promise<void> {
  return change(ctx, userId, async (t) => {
    if (!(await repo.deleteNotification(t.db, userId, id))) throw new AppError('notification_not_found')
  })
}

function change(ctx: Ctx, userId: number, work: (t: Ctx) => Promise<void>): Promise<void> {
  return tx(ctx, async (t) => {
    await work(t)
    afterCommit(t, () => t.bus.publish('user-notified', { userId }))
  })
}

async function pageOf(ctx: Ctx, userId: number, tab: Tab, page: PageQuery) {
  const { rows, total } = await repo.listNotifications(ctx.db, userId, NOTICE_TABS[tab], page)
  return { rows, pagination: paginationOf(page, total) }
}

function sum(counts: Map<number, number>): number {
  return [...counts.values()].reduce((total, n) => total + n, 0)
}

function sumOf(counts: Map<number, number>, tab: Tab): number {
  return NOTICE_TABS[tab].reduce((total, type) => total + (counts.get(type) ?? 0), 0)
}

function presentBase(row: repo.NotificationRow) {
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
    from_avatar: row.avatar,
    from_user_id: row.sender_public_id,
  }
}
