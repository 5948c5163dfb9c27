import type { Ctx } from '#deps.ts'
import { withdrawNotifications } from '#modules/notifications/notifications.service.ts'
import * as users from '#modules/users/users.service.ts'
import { equalDeltas } from '#platform/db/counters.ts'
import { AppError } from '#platform/errors.ts'
import * as repo from './follows.admin.repo.ts'
import { eventKey, follow } from './follows.service.ts'

/** Locks both users of these follows, whose counters change. */
export async function lockUsersOfFollows(t: Ctx, ids: number[]): Promise<void> {
  const rows = await repo.listFollows(t.db, ids)
  await users.lockUsers(t, [...new Set(rows.flatMap((row) => [row.follower_id, row.following_id]))])
}

/** As `follow`; returns the row's id. Throws `record_duplicate`, `follow_self`, `user_not_found`. */
export async function createFollow(t: Ctx, followerId: number, followingId: number): Promise<number> {
  if (await repo.findFollow(t.db, followerId, followingId)) throw new AppError('record_duplicate')
  const { user_id } = await users.requireUserById(t, followingId)
  await follow(t, followerId, user_id)
  const row = await repo.findFollow(t.db, followerId, followingId)
  if (!row) throw new AppError('conflict')
  return row.id
}

/** Changes who follows whom; the row keeps its id and time. Throws as `createFollow`. */
export async function updateFollow(t: Ctx, id: number, followerId: number, followingId: number): Promise<void> {
  const [before] = await repo.listFollows(t.db, [id])
  if (!before) throw new AppError('record_not_found')
  if (before.follower_id === followerId && before.following_id === followingId) return
  await deleteFollows(t, [id])
  await repo.replaceIdAndTime(t.db, await createFollow(t, followerId, followingId), before)
}

export async function deleteFollows(t: Ctx, ids: number[]): Promise<void> {
  const rows = await repo.listFollows(t.db, ids)
  const column = (name: 'follower_id' | 'following_id') => rows.map((row) => row[name])
  await users.addToCounterOfMany(t, 'follow_count', equalDeltas(column('follower_id'), -1))
  await users.addToCounterOfMany(t, 'fans_count', equalDeltas(column('following_id'), -1))
  await repo.deleteFollows(t.db, ids)
  await withdrawNotifications(
    t,
    rows.map((row) => ({ userId: row.following_id, eventKey: eventKey(row.follower_id) })),
  )
}
