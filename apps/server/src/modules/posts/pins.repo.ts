import type { Insertable, Selectable } from 'kysely'
import type { PostPinsTable } from '#platform/db/channel-schema.ts'
import type { Db } from '#platform/db/client.ts'

export type PinRow = Selectable<PostPinsTable>
export type NewPin = Insertable<PostPinsTable>

/** Those that have not ended, of all channels, newest first: a few for each channel. */
export async function listPins(db: Db, now: number): Promise<PinRow[]> {
  const inForce = db.selectFrom('post_pins').selectAll()
  const rows = await inForce.where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', now)])).execute()
  return rows.toSorted((a, b) => b.created_at - a.created_at || b.id - a.id)
}

export async function insertPins(db: Db, pins: NewPin[]): Promise<void> {
  if (pins.length > 0) await db.insertInto('post_pins').values(pins).execute()
}

export async function deletePins(db: Db, ids: number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('post_pins').where('id', 'in', ids).execute()
}

export async function deleteEndedPins(db: Db, now: number): Promise<void> {
  await db.deleteFrom('post_pins').where('until', '<=', now).execute()
}

export function listPinsOf(db: Db, postIds: number[]): Promise<PinRow[]> {
  return db.selectFrom('post_pins').selectAll().where('post_id', 'in', postIds).execute()
}

/** What the back office shows of pinned posts. */
export function listPinnedPosts(db: Db, ids: number[]) {
  return db.selectFrom('posts').select(['id', 'title', 'is_private']).where('id', 'in', ids).execute()
}
