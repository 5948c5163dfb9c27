/** The counters of author, category and tags that a published post contributes to. Drafts contribute nothing. */
import type { Ctx } from '#deps.ts'
import * as categories from '#modules/categories/categories.service.ts'
import * as tags from '#modules/tags/tags.service.ts'
import * as users from '#modules/users/users.service.ts'
import type { PostRow } from './posts.repo.ts'

type CountedPost = Pick<PostRow, 'user_id' | 'category_id' | 'is_draft' | 'like_count' | 'collect_count'> & {
  tagIds: number[]
}

/** Applies the difference between two states of a post; null means that the post does not exist. */
export async function moveAggregateCounters(
  t: Ctx,
  before: CountedPost | null,
  after: CountedPost | null,
): Promise<void> {
  const previous = before?.is_draft === 0 ? before : null
  const next = after?.is_draft === 0 ? after : null
  if (!previous && !next) return
  await moveAuthorCounters(t, previous, next)
  await moveCategoryCounter(t, previous?.category_id ?? null, next?.category_id ?? null)
  await moveTagCounters(t, previous?.tagIds ?? [], next?.tagIds ?? [])
}

async function moveAuthorCounters(t: Ctx, previous: CountedPost | null, next: CountedPost | null): Promise<void> {
  if (previous && next) return
  const post = next ?? previous
  if (!post) return
  const sign = next ? 1 : -1
  await users.addToCounters(t, post.user_id, {
    post_count: sign,
    like_count: sign * post.like_count,
    collect_count: sign * post.collect_count,
  })
}

async function moveCategoryCounter(t: Ctx, previous: number | null, next: number | null): Promise<void> {
  if (previous === next) return
  if (previous !== null) await categories.addToPostCount(t, previous, -1)
  if (next !== null) await categories.addToPostCount(t, next, 1)
}

async function moveTagCounters(t: Ctx, previous: number[], next: number[]): Promise<void> {
  const removed = previous.filter((id) => !next.includes(id))
  const added = next.filter((id) => !previous.includes(id))
  if (removed.length > 0) await tags.addToUseCount(t, removed, -1)
  if (added.length > 0) await tags.addToUseCount(t, added, 1)
}
