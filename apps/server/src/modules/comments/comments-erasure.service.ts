/**
 * Comments that go: by their author's hand, with an account, by the back office's. All within the caller's transaction,
 * which has locked the notes they stand under.
 */
import type { Ctx } from '#deps.ts'
import * as media from '#modules/media/media.service.ts'
import * as notifications from '#modules/notifications/notifications.service.ts'
import * as postCounters from '#modules/posts/posts-counters.service.ts'
import { lockPosts } from '#modules/posts/posts-locks.service.ts'
import { type Deltas, deltasOf, movesOf } from '#platform/db/bulk.ts'
import { chunks } from '#platform/db/rows.ts'
import { pagesChanged } from '#platform/events/pages-changed.ts'
import { type CommentCounter, deleteComments } from './comments.repo.ts'
import * as repo from './comments-erasure.repo.ts'

/** Moves one counter of many comments. */
export async function addToCounters(t: Ctx, counter: CommentCounter, deltas: Deltas): Promise<void> {
  for (const some of movesOf(deltas)) await repo.addToCounters(t.db, counter, some)
}

/** Deletes all comments of a user with all that answers them. */
export async function eraseOf(t: Ctx, userId: number): Promise<void> {
  await erase(t, await repo.listCommentsOf(t.db, [userId]))
}

/** Locks the notes of these comments, which guards all that hangs below them. */
export async function holdComments(t: Ctx, ids: number[]): Promise<void> {
  const links = await repo.listLinks(t.db, ids)
  await lockPosts(t, [...new Set(links.map((link) => link.post_id))])
}

/** Deletes these comments with all that answers them; answers how many went. */
export async function eraseComments(t: Ctx, ids: number[]): Promise<number> {
  const deletedCount = await erase(t, await repo.listLinks(t.db, ids))
  pagesChanged(t)
  return deletedCount
}

async function erase(t: Ctx, comments: repo.Link[]): Promise<number> {
  const doomed = await withAnswers(t, comments)
  if (doomed.size === 0) return 0
  const rows = [...doomed.values()]
  const postIds = rows.map((row) => row.post_id)
  await postCounters.addToCounters(t, 'comment_count', deltasOf(postIds, -1))
  const answered = rows.flatMap(({ parent_id }) => (parent_id === null || doomed.has(parent_id) ? [] : [parent_id]))
  await addToCounters(t, 'reply_count', deltasOf(answered, -1))
  const ids = [...doomed.keys()]
  await notifications.beforeDeletionOf(t, 'comments', ids)
  await media.removeWith(t, 'comments', ids, () => deleteComments(t.db, ids))
  return doomed.size
}

/** Ids of these comments and of all that answers them: what `eraseComments` would delete. */
export async function listWithAnswers(ctx: Ctx, ids: number[]): Promise<number[]> {
  return [...(await withAnswers(ctx, await repo.listLinks(ctx.db, ids))).keys()]
}

/** Ids of all comments of these users and of all that answers them: what `eraseOf` would delete. */
export async function listWithAnswersOf(ctx: Ctx, userIds: number[]): Promise<number[]> {
  return [...(await withAnswers(ctx, await repo.listCommentsOf(ctx.db, userIds))).keys()]
}

/** These comments and all that answers them, directly or not. */
async function withAnswers(t: Ctx, comments: repo.Link[]): Promise<Map<number, repo.Link>> {
  const inside = new Map(comments.map((comment) => [comment.id, comment]))
  const roots = [...new Set(comments.map((comment) => comment.root_id ?? comment.id))]
  for (const some of chunks(roots)) {
    // In order of age: what answers a comment is younger than it.
    for (const link of await repo.listThreadLinks(t.db, some)) {
      if (link.parent_id !== null && inside.has(link.parent_id)) inside.set(link.id, link)
    }
  }
  return inside
}
