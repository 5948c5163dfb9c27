/** Reading notes and moving their counters. Owns `posts`, `post_images`, `post_tags` (writing is in post-writing). */
import type { Post } from '@shiliu/contract/posts'
import type { Ctx } from '#deps.ts'
import { afterCommit } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import { hotScore } from './hot-score.ts'
import { loadPostCards } from './post-cards.ts'
import * as repo from './posts.repo.ts'

export { loadPostCards } from './post-cards.ts'
export type { PostCounter, PostRow } from './posts.repo.ts'

/**
 * A note's detail; counts a view unless told not to (spec section 4 «Post views»). Another user's draft does not exist:
 * throws `post_not_found`.
 */
export async function getPost(ctx: Ctx, viewerId: number | null, id: number, countView: boolean): Promise<Post> {
  const [post] = await loadPostCards(ctx, viewerId, [id])
  if (!post || (post.is_draft === 1 && post.user_id !== viewerId)) throw new AppError('post_not_found')
  if (!countView || post.is_draft === 1) return post
  ctx.views.add(id)
  return { ...post, view_count: post.view_count + 1 }
}

/** A published note, or the viewer's own draft. Throws `post_not_found`. */
export async function requireVisible(ctx: Ctx, viewerId: number | null, id: number): Promise<repo.PostRow> {
  const post = await repo.findPost(ctx.db, id)
  if (!post || (post.is_draft === 1 && post.user_id !== viewerId)) throw new AppError('post_not_found')
  return post
}

/**
 * A published note that the caller's transaction is about to add to: locked first, or two who add at once would wait for
 * each other through the foreign key. Throws `post_not_found`.
 */
export async function lockPublished(t: Ctx, id: number): Promise<repo.PostRow> {
  const post = await repo.lockPost(t.db, t.engine, id)
  if (!post || post.is_draft === 1) throw new AppError('post_not_found')
  return post
}

/** Moves one counter with the note's rank, within the caller's transaction; answers the counter's new value. */
export async function addToCounter(t: Ctx, id: number, counter: repo.PostCounter, delta: number): Promise<number> {
  await repo.addToPostCounter(t.db, id, counter, delta)
  const post = await repo.findPost(t.db, id)
  if (!post) throw new AppError('post_not_found')
  await repo.updatePost(t.db, id, { hot_score: hotScore(post) })
  pagesChanged(t)
  return post[counter]
}

/** Guests' cached pages show notes: whoever changes one says so. */
export function pagesChanged(t: Ctx): void {
  afterCommit(t, () => t.bus.publish('pages-changed', {}))
}
