/** Comments when an account goes. All within the caller's transaction, which has locked the notes they stand under. */
import type { Ctx } from '#deps.ts'
import * as posts from '#modules/posts/posts-erasure.service.ts'
import { type Deltas, deltasOf, movesOf } from '#platform/db/bulk.ts'
import { chunks } from '#platform/db/rows.ts'
import { type CommentCounter, deleteComments } from './comments.repo.ts'
import * as repo from './comments-erasure.repo.ts'

/** Moves one counter of many comments. */
export async function addToCounters(t: Ctx, counter: CommentCounter, deltas: Deltas): Promise<void> {
  for (const some of movesOf(deltas)) await repo.addToCounters(t.db, counter, some)
}

/** Deletes all comments of a user with all that answers them. */
export async function eraseOf(t: Ctx, userId: number): Promise<void> {
  const doomed = await withAnswers(t, await repo.listCommentsOf(t.db, userId))
  if (doomed.size === 0) return
  const rows = [...doomed.values()]
  const postIds = rows.map((row) => row.post_id)
  await posts.addToCounters(t, 'comment_count', deltasOf(postIds, -1))
  const answered = rows.flatMap(({ parent_id }) => (parent_id === null || doomed.has(parent_id) ? [] : [parent_id]))
  await addToCounters(t, 'reply_count', deltasOf(answered, -1))
  await deleteComments(t.db, [...doomed.keys()])
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
