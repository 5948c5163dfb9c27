/** A user's own notes when the account goes. All within the caller's transaction. */
import type { Ctx } from '#deps.ts'
import * as categories from '#modules/categories/categories.service.ts'
import * as media from '#modules/media/media.service.ts'
import * as notifications from '#modules/notifications/notifications.service.ts'
import * as tags from '#modules/tags/tags.service.ts'
import { chunks } from '#platform/db/rows.ts'
import { pagesChanged } from '#platform/events/pages-changed.ts'
import { makeUnfindable } from './findable.service.ts'
import { listPostIdsOf } from './posts.repo.ts'
import * as repo from './posts-erasure.repo.ts'

/** Deletes all notes and drafts of a user with what hangs on them. Their author's own counters are left as they are. */
export async function eraseOf(t: Ctx, userId: number): Promise<void> {
  const ids = await listPostIdsOf(t.db, userId)
  if (ids.length === 0) return
  const less = (counts: [number, number][]) => new Map(counts.map(([id, n]) => [id, -n]))
  await categories.addPostsToMany(t, less(await repo.countByCategory(t.db, userId)))
  await tags.addUsesToMany(t, less(await repo.countByTag(t.db, userId)))
  for (const some of chunks(ids)) {
    await makeUnfindable(t, some, 'any')
    await notifications.beforeDeletionOf(t, 'posts', some)
    await media.removeWith(t, 'posts', some, () => repo.deletePosts(t.db, some))
  }
  pagesChanged(t)
}
