import type { Db } from '#platform/db/client.ts'
import { insertedId } from '#platform/db/rows.ts'
import type { NewTag, TagRow } from './tags.repo.ts'

export function listTagsByIds(db: Db, ids: number[]): Promise<TagRow[]> {
  return db.selectFrom('tags').selectAll().where('id', 'in', ids).execute()
}

export async function insertTag(db: Db, tag: NewTag): Promise<number> {
  return insertedId(
    await db
      .insertInto('tags')
      .values({ ...tag, by_admin: 1 })
      .executeTakeFirstOrThrow(),
  )
}

export async function updateTag(db: Db, id: number, names: Pick<TagRow, 'name' | 'name_key'>): Promise<void> {
  await db
    .updateTable('tags')
    .set({ ...names, by_admin: 1 })
    .where('id', '=', id)
    .execute()
}

/** Also removes the tags from their posts (foreign key). */
export async function deleteTags(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('tags').where('id', 'in', ids).execute()
}
