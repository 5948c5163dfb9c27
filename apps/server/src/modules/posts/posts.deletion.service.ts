import type { Ctx } from '#deps.ts'
import * as categories from '#modules/categories/categories.service.ts'
import { deleteWithMedia } from '#modules/media/media.deletion.service.ts'
import * as notifications from '#modules/notifications/notifications.service.ts'
import * as tags from '#modules/tags/tags.service.ts'
import * as users from '#modules/users/users.service.ts'
import { equalDeltas } from '#platform/db/counters.ts'
import { chunks } from '#platform/db/rows.ts'
import { postsChanged } from './post-changes.ts'
import * as repo from './posts.deletion.repo.ts'
import { listPostIdsOf } from './posts.repo.ts'
import { unindexPosts } from './search-indexing.service.ts'

/** Deletes all posts and drafts of a user. Leaves the user's own counters alone: the account is being deleted. */
export async function deletePostsOfUser(t: Ctx, userId: number): Promise<void> {
  const ids = await listPostIdsOf(t.db, userId)
  if (ids.length === 0) return
  const negated = (counts: [number, number][]) => new Map(counts.map(([id, n]) => [id, -n]))
  await categories.addToPostCounts(t, negated(await repo.countByCategory(t.db, userId)))
  await tags.addToUseCounts(t, negated(await repo.countByTag(t.db, userId)))
  for (const some of chunks(ids)) await deleteChunk(t, some, await repo.listPublished(t.db, some))
}

/** Deletes posts and drafts of any users and corrects the counters of authors, categories and tags. */
export async function deletePosts(t: Ctx, ids: number[]): Promise<void> {
  for (const some of chunks(ids)) {
    const published = await repo.listPublished(t.db, some)
    const subtract = (counter: users.UserCounter, countOf: (post: (typeof published)[number]) => number) =>
      users.addToCounterOfMany(t, counter, sumById(published.map((post) => [post.user_id, -countOf(post)])))
    await subtract('post_count', () => 1)
    await subtract('like_count', (post) => post.like_count)
    await subtract('collect_count', (post) => post.collect_count)
    const categoryIds = published.flatMap(({ category_id }) => category_id ?? [])
    await categories.addToPostCounts(t, equalDeltas(categoryIds, -1))
    await tags.addToUseCounts(t, sumById((await repo.countTagUses(t.db, some)).map(([id, n]) => [id, -n])))
    await deleteChunk(t, some, published)
  }
}

type Published = Awaited<ReturnType<typeof repo.listPublished>>

async function deleteChunk(t: Ctx, ids: number[], published: Published): Promise<void> {
  postsChanged(t, ids, published)
  await unindexPosts(t, ids, 'any')
  await notifications.refreshUnreadBeforeDeletion(t, 'posts', ids)
  await deleteWithMedia(t, 'posts', ids, () => repo.deletePosts(t.db, ids))
}

function sumById(moves: [id: number, n: number][]): Map<number, number> {
  const sums = new Map<number, number>()
  for (const [id, n] of moves) sums.set(id, (sums.get(id) ?? 0) + n)
  return sums
}
