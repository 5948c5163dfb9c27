import type { Ctx } from '#deps.ts'
import { invalidate } from '#platform/cache/cache.ts'
import { AppError } from '#platform/errors.ts'
import { hotScore } from './hot-score.ts'
import { postsChanged, postTags } from './post-changes.ts'
import * as repo from './posts.repo.ts'
import { lockPosts } from './posts.service.ts'
import { indexPosts } from './search-indexing.service.ts'

/** Sets the view count, and the hot score that depends on it. Throws `post_not_found`. */
export async function setViewCount(t: Ctx, id: number, viewCount: number): Promise<void> {
  const post = await repo.findPost(t.db, id)
  if (!post) throw new AppError('post_not_found')
  const hot_score = hotScore({ ...post, view_count: viewCount })
  await repo.updatePost(t.db, id, { view_count: viewCount, hot_score })
  postsChanged(t, [id])
  invalidate(t, [postTags.byHotScore])
}

/** Posts in whatever state, locked until the transaction ends. */
export function lockPostRows(t: Ctx, ids: readonly number[]): Promise<repo.PostRow[]> {
  return repo.lockWholePosts(
    t.db,
    t.engine,
    [...new Set(ids)].toSorted((a, b) => a - b),
  )
}

/** Features posts or no longer, with the hot scores that depend on it. The caller has locked them. */
export async function setFeatured(t: Ctx, posts: readonly repo.PostRow[], is_featured: 0 | 1): Promise<void> {
  if (posts.length === 0) return
  const ids = posts.map(({ id }) => id)
  await repo.updatePosts(t.db, ids, { is_featured })
  await repo.updateRankings(
    t.db,
    posts.map((post) => ({ ...post, hot_score: hotScore({ ...post, is_featured }) })),
  )
  postsChanged(t, ids)
  invalidate(t, [postTags.byHotScore])
}

export function listPostIdsByTags(t: Ctx, tagIds: number[]): Promise<number[]> {
  return repo.listPostIdsByTags(t.db, tagIds)
}

/** Locks the posts that carry these tags. Call it before locking the tags: writers of posts lock in this order. */
export async function lockPostsByTags(t: Ctx, tagIds: number[]): Promise<void> {
  await lockPosts(t, await repo.listPostIdsByTags(t.db, tagIds))
}

/** Call it when categories come out of the trash: their posts are listed again. */
export function channelsChanged(t: Ctx, categoryIds: readonly number[]): void {
  invalidate(t, categoryIds.map(postTags.inCategory))
}

/** Rebuilds the search entries of posts after one of their tags was renamed, trashed or restored. */
export async function reindexPosts(t: Ctx, postIds: number[]): Promise<void> {
  await indexPosts(t, postIds, 'any')
  postsChanged(t, postIds)
}
