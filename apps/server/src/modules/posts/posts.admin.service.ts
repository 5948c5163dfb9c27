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

export function listPostIdsByTags(t: Ctx, tagIds: number[]): Promise<number[]> {
  return repo.listPostIdsByTags(t.db, tagIds)
}

/** Locks the posts that carry these tags. Call it before locking the tags: writers of posts lock in this order. */
export async function lockPostsByTags(t: Ctx, tagIds: number[]): Promise<void> {
  await lockPosts(t, await repo.listPostIdsByTags(t.db, tagIds))
}

/** Rebuilds the search entries of posts after one of their tags was renamed or deleted. */
export async function reindexPosts(t: Ctx, postIds: number[]): Promise<void> {
  await indexPosts(t, postIds, 'any')
  postsChanged(t, postIds)
}
