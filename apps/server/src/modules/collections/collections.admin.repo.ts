import type { Selectable } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import type { CollectionsTable } from '#platform/db/schema.ts'

export type CollectionRow = Selectable<CollectionsTable>

export function listCollections(db: Db, ids: number[]) {
  return db
    .selectFrom('collections')
    .innerJoin('posts', 'posts.id', 'collections.post_id')
    .selectAll('collections')
    .select(['posts.user_id as author_id', 'posts.is_private'])
    .where('collections.id', 'in', ids)
    .execute()
}

export function findCollection(db: Db, userId: number, postId: number): Promise<CollectionRow | undefined> {
  return db
    .selectFrom('collections')
    .selectAll()
    .where('user_id', '=', userId)
    .where('post_id', '=', postId)
    .executeTakeFirst()
}

/** Gives a new row the id and time of the deleted one that it replaces. */
export async function replaceIdAndTime(
  db: Db,
  id: number,
  { id: old, created_at }: Pick<CollectionRow, 'id' | 'created_at'>,
): Promise<void> {
  await db.updateTable('collections').set({ id: old, created_at }).where('id', '=', id).execute()
}

export async function deleteCollections(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('collections').where('id', 'in', ids).execute()
}
