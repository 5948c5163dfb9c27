/** The counters of author, category and tags that a public post contributes to. Private ones contribute nothing. */
import type { Ctx } from '#deps.ts'
import * as categories from '#modules/categories/categories.service.ts'
import * as tags from '#modules/tags/tags.service.ts'
import * as users from '#modules/users/users.service.ts'
import { equalDeltas } from '#platform/db/counters.ts'
import { chunks } from '#platform/db/rows.ts'
import { countTagUses } from './posts.deletion.repo.ts'
import type { PostRow } from './posts.repo.ts'

type CountedPost = Pick<PostRow, 'user_id' | 'category_id' | 'is_private' | 'like_count' | 'collect_count'> & {
  tagIds: number[]
}

/** Applies the difference between two states of a post; null means that the post does not exist. */
export async function moveAggregateCounters(
  t: Ctx,
  before: CountedPost | null,
  after: CountedPost | null,
): Promise<void> {
  const previous = before?.is_private === 0 ? before : null
  const next = after?.is_private === 0 ? after : null
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

type PublicPost = Pick<PostRow, 'id' | 'user_id' | 'category_id' | 'like_count' | 'collect_count'>

/** Adds posts that became public (1) to the counters, or takes away those that no longer are (-1). */
export async function countPublicPosts(t: Ctx, posts: readonly PublicPost[], sign: 1 | -1): Promise<void> {
  if (posts.length === 0) return
  const move = (counter: users.UserCounter, countOf: (post: PublicPost) => number) =>
    users.addToCounterOfMany(t, counter, sumById(posts.map((post) => [post.user_id, sign * countOf(post)])))
  await move('post_count', () => 1)
  await move('like_count', (post) => post.like_count)
  await move('collect_count', (post) => post.collect_count)
  const categoryIds = posts.flatMap(({ category_id }) => category_id ?? [])
  await categories.addToPostCounts(t, equalDeltas(categoryIds, sign))
  const uses: [id: number, n: number][] = []
  for (const some of chunks(posts.map(({ id }) => id))) uses.push(...(await countTagUses(t.db, some)))
  await tags.addToUseCounts(t, sumById(uses.map(([id, n]) => [id, sign * n])))
}

function sumById(moves: [id: number, n: number][]): Map<number, number> {
  const sums = new Map<number, number>()
  for (const [id, n] of moves) sums.set(id, (sums.get(id) ?? 0) + n)
  return sums
}
