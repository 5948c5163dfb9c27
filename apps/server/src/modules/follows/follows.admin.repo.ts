import type { Selectable } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import type { FollowsTable } from '#platform/db/schema.ts'

export type FollowRow = Selectable<FollowsTable>

export function listFollows(db: Db, ids: number[]): Promise<FollowRow[]> {
  return db.selectFrom('follows').selectAll().where('id', 'in', ids).execute()
}

export function findFollow(db: Db, followerId: number, followingId: number): Promise<FollowRow | undefined> {
  return db
    .selectFrom('follows')
    .selectAll()
    .where('follower_id', '=', followerId)
    .where('following_id', '=', followingId)
    .executeTakeFirst()
}

/** Gives a new row the id and time of the deleted one that it replaces. */
export async function replaceIdAndTime(db: Db, id: number, { id: old, created_at }: FollowRow): Promise<void> {
  await db.updateTable('follows').set({ id: old, created_at }).where('id', '=', id).execute()
}

export async function deleteFollows(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('follows').where('id', 'in', ids).execute()
}
