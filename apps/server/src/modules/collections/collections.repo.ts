import type { Insertable } from 'kysely'
import type { Db, Engine } from '#platform/db/client.ts'
import type { Position } from '#platform/db/cursor.ts'
import { deleteRowsOf } from '#platform/db/delete-rows.ts'
import { offset } from '#platform/db/pagination.ts'
import type { CollectionsTable } from '#platform/db/schema.ts'

export async function isCollected(db: Db, userId: number, postId: number): Promise<boolean> {
  const row = await db
    .selectFrom('collections')
    .select('id')
    .where('user_id', '=', userId)
    .where('post_id', '=', postId)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertCollection(db: Db, collection: Insertable<CollectionsTable>): Promise<void> {
  await db.insertInto('collections').values(collection).execute()
}

export async function deleteCollection(db: Db, userId: number, postId: number): Promise<void> {
  await db.deleteFrom('collections').where('user_id', '=', userId).where('post_id', '=', postId).execute()
}

function collectedPosts(db: Db, userId: number) {
  return db
    .selectFrom('collections')
    .innerJoin('posts', 'posts.id', 'collections.post_id')
    .where('collections.user_id', '=', userId)
    .where('posts.is_private', '=', 0)
}

export type CollectedPost = { id: number; post_id: number; created_at: number }

export function listCollected(db: Db, userId: number, at: Position<number>): Promise<CollectedPost[]> {
  return collectedPosts(db, userId)
    .select(['collections.id', 'collections.post_id', 'collections.created_at'])
    .$if(at.after !== undefined, (query) => query.where('collections.id', '<', Number(at.after)))
    .orderBy('collections.id', 'desc')
    .limit(at.limit + 1)
    .offset(offset(at))
    .execute()
}

/** Whether the user has collected more than so many posts. */
export async function hasMore(db: Db, userId: number, than: number): Promise<boolean> {
  const query = db.selectFrom('collections').select('id').where('user_id', '=', userId)
  return (await query.orderBy('id', 'desc').limit(1).offset(than).executeTakeFirst()) !== undefined
}

export async function countCollected(db: Db, userId: number): Promise<number> {
  const row = await collectedPosts(db, userId)
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

export async function listCollectedIds(db: Db, userId: number): Promise<number[]> {
  const rows = await db.selectFrom('collections').select('post_id').where('user_id', '=', userId).execute()
  return rows.map((row) => row.post_id)
}

export async function deleteCollectionsOf(db: Db, engine: Engine, userId: number): Promise<void> {
  await deleteRowsOf(db, engine, 'collections', 'user_id', userId)
}
