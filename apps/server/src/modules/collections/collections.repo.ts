import type { Insertable } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import type { Position } from '#platform/db/cursor.ts'
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
    .where('posts.is_draft', '=', 0)
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

/** The user's collections of published posts per author. */
export async function countByAuthor(db: Db, userId: number): Promise<[id: number, n: number][]> {
  const rows = await collectedPosts(db, userId)
    .select((eb) => ['posts.user_id as id', eb.fn.countAll().as('n')])
    .groupBy('posts.user_id')
    .execute()
  return rows.map((row) => [row.id, Number(row.n)])
}

export async function deleteCollectionsOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('collections').where('user_id', '=', userId).execute()
}
