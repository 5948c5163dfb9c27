/** Follows as records that the back office keeps. All within the caller's transaction. */
import type { Ctx } from '#deps.ts'
import { withdrawAll } from '#modules/notifications/notifications-records.service.ts'
import * as users from '#modules/users/users.service.ts'
import { deltasOf } from '#platform/db/bulk.ts'
import { AppError } from '#platform/errors.ts'
import { eventKey, follow } from './follows.service.ts'
import * as repo from './follows-records.repo.ts'

/** Locks both ends of these follows: their counters move with them. */
export async function holdFollows(t: Ctx, ids: number[]): Promise<void> {
  const rows = await repo.listFollows(t.db, ids)
  await users.lockUsers(t, [...new Set(rows.flatMap((row) => [row.follower_id, row.following_id]))])
}

/** As the follower's own click; answers the row's id. Throws `record_duplicate`, `follow_self`, `user_not_found`. */
export async function addFollow(t: Ctx, followerId: number, followingId: number): Promise<number> {
  if (await repo.findFollow(t.db, followerId, followingId)) throw new AppError('record_duplicate')
  const { user_id } = await users.requireUserById(t, followingId)
  await follow(t, followerId, user_id)
  const row = await repo.findFollow(t.db, followerId, followingId)
  if (!row) throw new AppError('conflict')
  return row.id
}

/** Lets a follow be between others; it keeps its number and time. Throws as `addFollow`. */
export async function moveFollow(t: Ctx, id: number, followerId: number, followingId: number): Promise<void> {
  const [before] = await repo.listFollows(t.db, [id])
  if (!before) throw new AppError('record_not_found')
  if (before.follower_id === followerId && before.following_id === followingId) return
  await eraseFollows(t, [id])
  await repo.becomeFollow(t.db, await addFollow(t, followerId, followingId), before)
}

export async function eraseFollows(t: Ctx, ids: number[]): Promise<void> {
  const rows = await repo.listFollows(t.db, ids)
  const column = (name: 'follower_id' | 'following_id') => rows.map((row) => row[name])
  await users.addToCounterOfMany(t, 'follow_count', deltasOf(column('follower_id'), -1))
  await users.addToCounterOfMany(t, 'fans_count', deltasOf(column('following_id'), -1))
  await repo.deleteFollows(t.db, ids)
  await withdrawAll(
    t,
    rows.map((row) => ({ userId: row.following_id, eventKey: eventKey(row.follower_id) })),
  )
}
