/** Reading notes and moving their counters. Owns `posts`, `post_images`, `post_tags` (writing is in post-writing). */
import type { Post } from '@shiliu/contract/posts'
import type { Ctx } from '#deps.ts'
import { groupBy } from '#platform/db/rows.ts'
import { AppError } from '#platform/errors.ts'
import { pagesChanged } from '#platform/events/pages-changed.ts'
import { hotScore } from './hot-score.ts'
import { loadPostCards } from './post-cards.ts'
import * as repo from './posts.repo.ts'

export { loadPostCards, postMarking } from './post-cards.ts'
export type { PostCounter, PostRow } from './posts.repo.ts'

/**
 * A note's detail. `countView` is asked to count a view of what is shown, and says whether it did (spec section 4 «Post
 * views»). Another user's draft does not exist: throws `post_not_found`.
 */
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

/** The newest `most` notes of each of these users, as guests see them, by the user's id; who has none is left out. */
export async function newestOf(ctx: Ctx, userIds: number[], most: number): Promise<Map<number, Post[]>> {
  const cards = await loadPostCards(ctx, null, await repo.listNewestOfUsers(ctx.db, userIds, most))
  return groupBy(cards, (card) => card.user_id)
}

/** A published note, or the viewer's own draft. Throws `post_not_found`. */
export async function requireVisible(ctx: Ctx, viewerId: number | null, id: number): Promise<repo.PostRow> {
  const post = await repo.findPost(ctx.db, id)
  if (!post || (post.is_draft === 1 && post.user_id !== viewerId)) throw new AppError('post_not_found')
  return post
}

/** A published note, or null. */
export async function findPublished(ctx: Ctx, id: number): Promise<repo.PostRow | null> {
  const post = await repo.findPost(ctx.db, id)
  return post && post.is_draft === 0 ? post : null
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
  const before = await repo.lockPost(t.db, t.engine, id)
  if (!before) throw new AppError('post_not_found')
  const after = { ...before, [counter]: before[counter] + delta }
  await repo.moveCounter(t.db, id, counter, delta, hotScore(after))
  pagesChanged(t)
  return after[counter]
}
