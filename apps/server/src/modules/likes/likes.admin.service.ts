/** Likes as records that the back office keeps. All within the caller's transaction. */
import type { LikeTarget } from '@shiliu/contract/likes'
import { TARGET } from '@shiliu/contract/limits'
import type { Ctx } from '#deps.ts'
import * as comments from '#modules/comments/comments-erasure.service.ts'
import { withdrawAll } from '#modules/notifications/notifications-records.service.ts'
import * as postCounters from '#modules/posts/posts-counters.service.ts'
import { lockPosts } from '#modules/posts/posts-locks.service.ts'
import * as users from '#modules/users/users.service.ts'
import { deltasOf } from '#platform/db/bulk.ts'
import { AppError } from '#platform/errors.ts'
import { pagesChanged } from '#platform/events/pages-changed.ts'
import { eventKey, like } from './likes.service.ts'
import * as repo from './likes-records.repo.ts'

/** Locks the notes concerned, which guards all that hangs below them. */
export async function holdLikes(t: Ctx, ids: number[]): Promise<void> {
  const rows = await repo.listLikes(t.db, ids)
  await lockPosts(t, [...new Set(rows.map((row) => row.note_id))])
}

/** As the user's own click; answers the row's id. Throws `record_duplicate`, `post_not_found`, `comment_not_found`. */
export async function addLike(t: Ctx, userId: number, target: LikeTarget): Promise<number> {
  if ((await repo.findLikeId(t.db, userId, target)) !== undefined) throw new AppError('record_duplicate')
  await like(t, userId, target)
  const id = await repo.findLikeId(t.db, userId, target)
  if (id === undefined) throw new AppError('conflict')
  return id
}

/** Lets a like be of something else; it keeps its number and time. Throws as `addLike`. */
export async function moveLike(t: Ctx, id: number, target: Partial<LikeTarget>): Promise<void> {
  const [before] = await repo.listLikes(t.db, [id])
  if (!before) throw new AppError('record_not_found')
  const { target_type, target_id } = targetOf(before)
  const after: LikeTarget = { target_type: target.target_type ?? target_type, target_id: target.target_id ?? target_id }
  if (after.target_type === target_type && after.target_id === target_id) return
  await eraseLikes(t, [id])
  await repo.becomeLike(t.db, await addLike(t, before.user_id, after), before)
}

function targetOf(row: Pick<repo.LikeRow, 'target_type' | 'target_id'>): LikeTarget {
  return { target_type: row.target_type === TARGET.post ? TARGET.post : TARGET.comment, target_id: row.target_id }
}

export async function eraseLikes(t: Ctx, ids: number[]): Promise<void> {
  const rows = await repo.listLikes(t.db, ids)
  const ofPosts = rows.filter((row) => row.target_type === TARGET.post)
  const ofComments = rows.filter((row) => row.target_type === TARGET.comment)
  const targets = (some: repo.LikeRow[]) => some.map((row) => row.target_id)
  await postCounters.addToCounters(t, 'like_count', deltasOf(targets(ofPosts), -1))
  await comments.addToCounters(t, 'like_count', deltasOf(targets(ofComments), -1))
  const authors = ofPosts.filter((row) => row.is_draft === 0).map((row) => row.author_id)
  await users.addToCounterOfMany(t, 'like_count', deltasOf(authors, -1))
  await repo.deleteLikes(t.db, ids)
  await withdrawAll(
    t,
    rows.map((row) => ({ userId: row.commenter_id ?? row.author_id, eventKey: eventKey(targetOf(row), row.user_id) })),
  )
  pagesChanged(t)
}
