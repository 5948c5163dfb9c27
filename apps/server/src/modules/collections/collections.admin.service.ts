/** Collections as records that the back office keeps. All within the caller's transaction. */
import type { Ctx } from '#deps.ts'
import { withdrawAll } from '#modules/notifications/notifications-records.service.ts'
import * as postCounters from '#modules/posts/posts-counters.service.ts'
import { lockPosts } from '#modules/posts/posts-locks.service.ts'
import * as users from '#modules/users/users.service.ts'
import { deltasOf } from '#platform/db/bulk.ts'
import { AppError } from '#platform/errors.ts'
import { pagesChanged } from '#platform/events/pages-changed.ts'
import { collect, eventKey } from './collections.service.ts'
import * as repo from './collections-records.repo.ts'

/** Locks the notes of these collections: whoever collects one of them waits. */
export async function holdCollections(t: Ctx, ids: number[]): Promise<void> {
  const rows = await repo.listCollections(t.db, ids)
  await lockPosts(t, [...new Set(rows.map((row) => row.post_id))])
}

/** As the user's own click; answers the row's id. Throws `record_duplicate`, `post_not_found`. */
export async function addCollection(t: Ctx, userId: number, postId: number): Promise<number> {
  if (await repo.findCollection(t.db, userId, postId)) throw new AppError('record_duplicate')
  await collect(t, userId, postId)
  const row = await repo.findCollection(t.db, userId, postId)
  if (!row) throw new AppError('conflict')
  return row.id
}

/** Lets a collection be of another note; it keeps its number and time. Throws as `addCollection`. */
export async function moveCollection(t: Ctx, id: number, postId: number): Promise<void> {
  const [before] = await repo.listCollections(t.db, [id])
  if (!before) throw new AppError('record_not_found')
  if (before.post_id === postId) return
  await eraseCollections(t, [id])
  await repo.becomeCollection(t.db, await addCollection(t, before.user_id, postId), before)
}

export async function eraseCollections(t: Ctx, ids: number[]): Promise<void> {
  const rows = await repo.listCollections(t.db, ids)
  const postIds = rows.map((row) => row.post_id)
  await postCounters.addToCounters(t, 'collect_count', deltasOf(postIds, -1))
  const authors = rows.filter((row) => row.is_draft === 0).map((row) => row.author_id)
  await users.addToCounterOfMany(t, 'collect_count', deltasOf(authors, -1))
  await repo.deleteCollections(t.db, ids)
  await withdrawAll(
    t,
    rows.map((row) => ({ userId: row.author_id, eventKey: eventKey(row.post_id, row.user_id) })),
  )
  pagesChanged(t)
}
