/** Reads posts, locks them and moves their counters. The module owns `posts`, `post_images`, `post_tags`. */
import type { Post } from '@shiliu/contract/posts'
import type { Ctx } from '#deps.ts'
import { type CounterDeltas, counterBatches } from '#platform/db/counters.ts'
import { chunks, groupBy } from '#platform/db/rows.ts'
import { afterCommit } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import { loadPostCards } from './post-cards.ts'
import { postsChanged } from './post-changes.ts'
import * as repo from './posts.repo.ts'

export { loadPostCards, loadPostRecords, postOverlay } from './post-cards.ts'
export { postTags } from './post-changes.ts'
export type { PostCounter, PostRow } from './posts.repo.ts'

/** Calls `countView` for published posts. Throws `post_not_found`, also for another user's draft. */
export async function getPost(
  ctx: Ctx,
  viewerId: number | null,
  id: number,
  countView: (postId: number) => boolean,
): Promise<Post> {
  const [post] = await loadPostCards(ctx, viewerId, [id])
  if (!post || (post.is_draft === 1 && post.user_id !== viewerId)) throw new AppError('post_not_found')
  if (post.is_draft === 1 || !countView(id)) return post
  return { ...post, view_count: post.view_count + 1 }
}

/** The newest `limit` posts of each user, as guests see them, by user id. Users without posts are left out. */
export async function loadNewestPosts(ctx: Ctx, userIds: number[], limit: number): Promise<Map<number, Post[]>> {
  const cards = await loadPostCards(ctx, null, await repo.listNewestOfUsers(ctx.db, userIds, limit))
  return groupBy(cards, (card) => card.user_id)
}

/** A published post, or the viewer's own draft. Throws `post_not_found`. */
export async function requireVisible(ctx: Ctx, viewerId: number | null, id: number): Promise<repo.PostRow> {
  const post = await repo.findPost(ctx.db, id)
  if (!post || (post.is_draft === 1 && post.user_id !== viewerId)) throw new AppError('post_not_found')
  return post
}

export async function findPublished(ctx: Ctx, id: number): Promise<repo.PostRow | null> {
  const post = await repo.findPost(ctx.db, id)
  return post && post.is_draft === 0 ? post : null
}

/** Call it before inserting rows that refer to the post: writers would deadlock otherwise. Throws `post_not_found`. */
export async function lockPublished(t: Ctx, id: number): Promise<repo.PostRow> {
  const post = await repo.lockPost(t.db, t.engine, id)
  if (!post || post.is_draft === 1) throw new AppError('post_not_found')
  return post
}

/** Locks posts, and with them everything that hangs below, until the transaction ends. */
export async function lockPosts(t: Ctx, ids: number[]): Promise<void> {
  const sorted = ids.toSorted((a, b) => a - b)
  for (const some of chunks(sorted)) await repo.lockPosts(t.db, t.engine, some)
}

/** The hot score follows within a second. Returns the counter's new value. Throws `post_not_found`. */
export async function addToCounter(t: Ctx, id: number, counter: repo.PostCounter, delta: number): Promise<number> {
  const before = await repo.lockPost(t.db, t.engine, id)
  if (!before) throw new AppError('post_not_found')
  const value = before[counter] + delta
  await repo.addToCounter(t.db, counter, [[id, delta]])
  countersMoved(t, [id])
  return value
}

/** As `addToCounter`, for many posts; those that no longer exist are skipped. */
export async function addToCounterOfMany(t: Ctx, counter: repo.PostCounter, deltas: CounterDeltas): Promise<void> {
  for (const some of counterBatches(deltas)) {
    const ids = some.map(([id]) => id)
    await repo.lockPosts(t.db, t.engine, ids)
    await repo.addToCounter(t.db, counter, some)
    countersMoved(t, ids)
  }
}

function countersMoved(t: Ctx, ids: number[]): void {
  postsChanged(t, ids)
  afterCommit(t, () => {
    for (const id of ids) t.outdatedScores.add(id)
  })
}
