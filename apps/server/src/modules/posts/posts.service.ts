/** Reads posts, locks them and moves their counters. The module owns `posts`, `post_images`, `post_tags`. */
import type { Post } from '@shiliu/contract/posts'
import type { Ctx } from '#deps.ts'
import { type CounterDeltas, counterBatches } from '#platform/db/counters.ts'
import { chunks, groupBy } from '#platform/db/rows.ts'
import { afterCommit } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import { isPinned } from './pins.service.ts'
import { loadPostCards } from './post-cards.ts'
import { postsChanged } from './post-changes.ts'
import { isShownTo } from './post-visibility.ts'
import * as repo from './posts.repo.ts'

export { loadPostCards, loadPostRecords, postOverlay } from './post-cards.ts'
export { postTags } from './post-changes.ts'
export type { PostCounter, PostRow } from './posts.repo.ts'

/** Calls `countView` for public posts. Throws `post_not_found`, also for another user's private one. */
export async function getPost(
  ctx: Ctx,
  viewerId: number | null,
  id: number,
  countView: (postId: number) => boolean,
): Promise<Post> {
  const [post] = await loadPostCards(ctx, viewerId, [id])
  if (!post) throw new AppError('post_not_found')
  if (post.is_draft === 1 || post.moderation) return post
  const shown = (await isPinned(ctx, post)) ? ({ ...post, is_pinned: 1 } as const) : post
  return countView(id) ? { ...shown, view_count: post.view_count + 1 } : shown
}

/** The newest `limit` posts of each user, as guests see them, by user id. Users without posts are left out. */
export async function loadNewestPosts(ctx: Ctx, userIds: number[], limit: number): Promise<Map<number, Post[]>> {
  const cards = await loadPostCards(ctx, null, await repo.listNewestOfUsers(ctx.db, userIds, limit))
  return groupBy(cards, (card) => card.user_id)
}

/** A public post, or the viewer's own private one. Throws `post_not_found`. */
export async function requireVisible(ctx: Ctx, viewerId: number | null, id: number): Promise<repo.PostRow> {
  const post = await repo.findPost(ctx.db, id)
  if (!post || !isShownTo(post, viewerId)) throw new AppError('post_not_found')
  return post
}

export async function findPublished(ctx: Ctx, id: number): Promise<repo.PostRow | null> {
  const post = await repo.findPost(ctx.db, id)
  return post && post.is_private === 0 ? post : null
}

/** Call it before inserting rows that refer to the post: writers would deadlock otherwise. Throws `post_not_found`. */
export async function lockPublished(t: Ctx, id: number): Promise<repo.PostRow> {
  const post = await repo.lockPost(t.db, t.engine, id)
  if (!post || post.is_private === 1) throw new AppError('post_not_found')
  return post
}

/** Locks posts, and with them everything that hangs below, until the transaction ends. */
export async function lockPosts(t: Ctx, ids: number[]): Promise<void> {
  // Who writes to SQLite is alone, and reading ten thousand rows for nothing holds the event loop.
  if (t.engine === 'sqlite') return
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

/** Locks a post in whatever state it is, until the transaction ends; undefined where there is none. */
export function lockAnyPost(t: Ctx, id: number): Promise<repo.PostRow | undefined> {
  return repo.lockPost(t.db, t.engine, id)
}

/** Call it when the author of a post appealed, or a moderator answered. */
export async function appealChanged(t: Ctx, id: number): Promise<void> {
  await repo.updatePosts(t.db, [id], { appealed: 1 })
  postsChanged(t, [id])
}

/** How many of these posts each author has published. */
export async function countByAuthor(t: Ctx, ids: number[]): Promise<Map<number, number>> {
  const sums = new Map<number, number>()
  for (const some of chunks(ids)) {
    for (const [userId, n] of await repo.countByAuthor(t.db, some)) sums.set(userId, (sums.get(userId) ?? 0) + n)
  }
  return sums
}

function countersMoved(t: Ctx, ids: number[]): void {
  postsChanged(t, ids)
  afterCommit(t, () => {
    for (const id of ids) t.outdatedScores.add(id)
  })
}
