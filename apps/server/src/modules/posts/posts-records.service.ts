/** Notes as records that the back office keeps. All within the caller's transaction, which holds them. */
import type { Ctx } from '#deps.ts'
import * as categories from '#modules/categories/categories.service.ts'
import * as media from '#modules/media/media.service.ts'
import * as notifications from '#modules/notifications/notifications.service.ts'
import * as tags from '#modules/tags/tags.service.ts'
import * as users from '#modules/users/users.service.ts'
import { chunks } from '#platform/db/rows.ts'
import { AppError } from '#platform/errors.ts'
import { pagesChanged } from '#platform/events/pages-changed.ts'
import { makeUnfindable } from './findable.service.ts'
import { hotScore } from './hot-score.ts'
import { findPost, updatePost } from './posts.repo.ts'
import { deletePosts } from './posts-erasure.repo.ts'
import * as repo from './posts-records.repo.ts'

/** Deletes notes and drafts of anybody with all that hangs on them; everyone's counters follow. */
export async function erasePosts(t: Ctx, ids: number[]): Promise<void> {
  for (const some of chunks(ids)) {
    const published = (await repo.listContributing(t.db, some)).filter((post) => post.is_draft === 0)
    const lessBy = (count: (post: (typeof published)[number]) => number) =>
      sumsOf(published.map((post) => [post.user_id, -count(post)]))
    await users.addToCounterOfMany(
      t,
      'post_count',
      lessBy(() => 1),
    )
    await users.addToCounterOfMany(
      t,
      'like_count',
      lessBy((post) => post.like_count),
    )
    await users.addToCounterOfMany(
      t,
      'collect_count',
      lessBy((post) => post.collect_count),
    )
    const inCategories = published.flatMap(({ category_id }) => (category_id === null ? [] : [category_id]))
    await categories.addPostsToMany(t, sumsOf(inCategories.map((id) => [id, -1])))
    await tags.addUsesToMany(t, sumsOf((await repo.countTagUses(t.db, some)).map(([id, n]) => [id, -n])))
    await makeUnfindable(t, some, 'any')
    await notifications.beforeDeletionOf(t, 'posts', some)
    await media.removeWith(t, 'posts', some, () => deletePosts(t.db, some))
  }
  pagesChanged(t)
}

/** Sets how often a note was seen, with the rank that follows. */
export async function setViews(t: Ctx, id: number, views: number): Promise<void> {
  const post = await findPost(t.db, id)
  if (!post) throw new AppError('post_not_found')
  const hot_score = hotScore({ ...post, view_count: views })
  await updatePost(t.db, id, { view_count: views, hot_score })
}

function sumsOf(moves: [id: number, n: number][]): Map<number, number> {
  const sums = new Map<number, number>()
  for (const [id, n] of moves) sums.set(id, (sums.get(id) ?? 0) + n)
  return sums
}
