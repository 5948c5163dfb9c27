import type { Ctx } from '#deps.ts'
import { withdrawNotifications } from '#modules/notifications/notifications.service.ts'
import * as posts from '#modules/posts/posts.service.ts'
import * as users from '#modules/users/users.service.ts'
import { equalDeltas } from '#platform/db/counters.ts'
import { AppError } from '#platform/errors.ts'
import * as repo from './collections.admin.repo.ts'
import { collect, eventKey } from './collections.service.ts'

/** Locks the posts of these collections, which blocks concurrent collecting. */
export async function lockPostsOfCollections(t: Ctx, ids: number[]): Promise<void> {
  const rows = await repo.listCollections(t.db, ids)
  await posts.lockPosts(t, [...new Set(rows.map((row) => row.post_id))])
}

/** As `collect`; returns the row's id. Throws `record_duplicate`, `post_not_found`. */
export async function createCollection(t: Ctx, userId: number, postId: number): Promise<number> {
  if (await repo.findCollection(t.db, userId, postId)) throw new AppError('record_duplicate')
  await collect(t, userId, postId)
  const row = await repo.findCollection(t.db, userId, postId)
  if (!row) throw new AppError('conflict')
  return row.id
}

/** Moves a collection to another post; it keeps its id and time. Throws as `createCollection`. */
export async function updateCollection(t: Ctx, id: number, postId: number): Promise<void> {
  const [before] = await repo.listCollections(t.db, [id])
  if (!before) throw new AppError('record_not_found')
  if (before.post_id === postId) return
  await deleteCollections(t, [id])
  await repo.replaceIdAndTime(t.db, await createCollection(t, before.user_id, postId), before)
}

export async function deleteCollections(t: Ctx, ids: number[]): Promise<void> {
  const rows = await repo.listCollections(t.db, ids)
  const postIds = rows.map((row) => row.post_id)
  await posts.addToCounterOfMany(t, 'collect_count', equalDeltas(postIds, -1))
  const authors = rows.filter((row) => row.is_private === 0).map((row) => row.author_id)
  await users.addToCounterOfMany(t, 'collect_count', equalDeltas(authors, -1))
  await repo.deleteCollections(t.db, ids)
  await withdrawNotifications(
    t,
    rows.map((row) => ({ userId: row.author_id, eventKey: eventKey(row.post_id, row.user_id) })),
  )
}
