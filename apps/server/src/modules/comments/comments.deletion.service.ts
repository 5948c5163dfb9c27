/** Deletes comments with all their replies. The callers have locked the posts. */
import { TARGET } from '@shiliu/contract/limits'
import type { Ctx } from '#deps.ts'
import { deleteWithMedia } from '#modules/media/media.deletion.service.ts'
import { endAppealsAbout } from '#modules/moderation/appeals.service.ts'
import * as notifications from '#modules/notifications/notifications.service.ts'
import * as posts from '#modules/posts/posts.service.ts'
import { equalDeltas } from '#platform/db/counters.ts'
import * as repo from './comments.repo.ts'
import { addToCounter, withDescendants } from './comments.service.ts'
import { commentsChanged } from './load-comments.ts'

/** The user's comments with all replies to them. */
export async function deleteCommentsOfUser(t: Ctx, userId: number): Promise<void> {
  await deleteWithReplies(t, await repo.listLinksByUsers(t.db, [userId]))
}

/** Locks the posts of these comments, which guards everything below them. */
export async function lockPostsOfComments(t: Ctx, ids: number[]): Promise<void> {
  const links = await repo.listLinks(t.db, ids)
  await posts.lockPosts(t, [...new Set(links.map((link) => link.post_id))])
}

/** Returns how many were deleted, including replies. */
export async function deleteComments(t: Ctx, ids: number[]): Promise<number> {
  return deleteWithReplies(t, await repo.listLinks(t.db, ids))
}

async function deleteWithReplies(t: Ctx, comments: repo.CommentLink[]): Promise<number> {
  const deleted = await withDescendants(t, comments)
  if (deleted.size === 0) return 0
  const postIds = [...deleted.values()].map((row) => row.post_id)
  const counted = [...deleted.values()].filter((row) => row.is_private === 0)
  const countedOn = counted.map((row) => row.post_id)
  await posts.addToCounterOfMany(t, 'comment_count', equalDeltas(countedOn, -1))
  const parentIds = counted.flatMap(({ parent_id }) =>
    parent_id === null || deleted.has(parent_id) ? [] : [parent_id],
  )
  await addToCounter(t, 'reply_count', equalDeltas(parentIds, -1))
  const ids = [...deleted.keys()]
  commentsChanged(t, ids, postIds)
  await notifications.refreshUnreadBeforeDeletion(t, 'comments', ids)
  await endAppealsAbout(t, TARGET.comment, ids)
  await deleteWithMedia(t, 'comments', ids, () => repo.deleteComments(t.db, t.engine, ids))
  return deleted.size
}

/** The ids of these comments and of all replies below them. */
export async function listIdsWithReplies(ctx: Ctx, ids: number[]): Promise<number[]> {
  return [...(await withDescendants(ctx, await repo.listLinks(ctx.db, ids))).keys()]
}

/** The ids of these users' comments and of all replies below them. */
export async function listIdsWithRepliesByUsers(ctx: Ctx, userIds: number[]): Promise<number[]> {
  return [...(await withDescendants(ctx, await repo.listLinksByUsers(ctx.db, userIds))).keys()]
}
