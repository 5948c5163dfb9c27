import type { LikeTarget } from '@shiliu/contract/likes'
import { TARGET } from '@shiliu/contract/limits'
import type { Ctx } from '#deps.ts'
import * as comments from '#modules/comments/comments.service.ts'
import { withdrawNotifications } from '#modules/notifications/notifications.service.ts'
import * as posts from '#modules/posts/posts.service.ts'
import * as users from '#modules/users/users.service.ts'
import { equalDeltas } from '#platform/db/counters.ts'
import { AppError } from '#platform/errors.ts'
import * as repo from './likes.admin.repo.ts'
import { eventKey, like } from './likes.service.ts'

/** Locks the posts concerned, which guards everything below them. */
export async function lockPostsOfLikes(t: Ctx, ids: number[]): Promise<void> {
  const rows = await repo.listLikes(t.db, ids)
  await posts.lockPosts(t, [...new Set(rows.map((row) => row.post_id))])
}

/** As `like`; returns the row's id. Throws `record_duplicate`, `post_not_found`, `comment_not_found`. */
export async function createLike(t: Ctx, userId: number, target: LikeTarget): Promise<number> {
  if ((await repo.findLikeId(t.db, userId, target)) !== undefined) throw new AppError('record_duplicate')
  await like(t, userId, target)
  const id = await repo.findLikeId(t.db, userId, target)
  if (id === undefined) throw new AppError('conflict')
  return id
}

/** Moves a like to another target; it keeps its id and time. Throws as `createLike`. */
export async function updateLike(t: Ctx, id: number, target: Partial<LikeTarget>): Promise<void> {
  const [before] = await repo.listLikes(t.db, [id])
  if (!before) throw new AppError('record_not_found')
  const { target_type, target_id } = targetOf(before)
  const after: LikeTarget = { target_type: target.target_type ?? target_type, target_id: target.target_id ?? target_id }
  if (after.target_type === target_type && after.target_id === target_id) return
  await deleteLikes(t, [id])
  await repo.replaceIdAndTime(t.db, await createLike(t, before.user_id, after), before)
}

function targetOf(row: Pick<repo.LikeRow, 'target_type' | 'target_id'>): LikeTarget {
  return { target_type: row.target_type === TARGET.post ? TARGET.post : TARGET.comment, target_id: row.target_id }
}

export async function deleteLikes(t: Ctx, ids: number[]): Promise<void> {
  const rows = await repo.listLikes(t.db, ids)
  const ofPosts = rows.filter((row) => row.target_type === TARGET.post)
  const ofComments = rows.filter((row) => row.target_type === TARGET.comment)
  const targets = (some: repo.LikeRow[]) => some.map((row) => row.target_id)
  await posts.addToCounterOfMany(t, 'like_count', equalDeltas(targets(ofPosts), -1))
  await comments.addToCounter(t, 'like_count', equalDeltas(targets(ofComments), -1))
  const authors = ofPosts.filter((row) => row.is_private === 0).map((row) => row.author_id)
  await users.addToCounterOfMany(t, 'like_count', equalDeltas(authors, -1))
  await repo.deleteLikes(t.db, ids)
  await withdrawNotifications(
    t,
    rows.map((row) => ({ userId: row.commenter_id ?? row.author_id, eventKey: eventKey(targetOf(row), row.user_id) })),
  )
}
