import type { Db, Engine } from '#platform/db/client.ts'
import { caseById } from '#platform/db/counters.ts'
import { deleteRows } from '#platform/db/delete-rows.ts'
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

/** Into the trash or out of it; the key of each decides who has the name. */
export async function setTrashed(
  db: Db,
  is_trashed: 0 | 1,
  tags: readonly Pick<TagRow, 'id' | 'name' | 'name_key'>[],
): Promise<void> {
  const name = caseById(tags.map((tag) => [tag.id, tag.name]))
  const name_key = caseById(tags.map((tag) => [tag.id, tag.name_key]))
  const ids = tags.map(({ id }) => id)
  await db.updateTable('tags').set({ is_trashed, name, name_key }).where('id', 'in', ids).execute()
}

/** Also removes the tags from their posts (foreign key). */
export function deleteTags(db: Db, engine: Engine, ids: number[]): Promise<void> {
  return deleteRows(db, engine, 'tags', ids)
}
