import type { Selectable } from 'kysely'
import { type Move, moveCounter } from '#platform/db/bulk.ts'
import type { Db } from '#platform/db/client.ts'
import type { TagsTable } from '#platform/db/schema.ts'

export type TagRow = Selectable<TagsTable>
export type NewTag = Pick<TagRow, 'name' | 'name_key' | 'created_at'>

export function listTagsByKeys(db: Db, keys: string[]): Promise<Pick<TagRow, 'id' | 'name_key'>[]> {
  return db.selectFrom('tags').select(['id', 'name_key']).where('name_key', 'in', keys).execute()
}

export async function insertTags(db: Db, tags: NewTag[]): Promise<void> {
  await db.insertInto('tags').values(tags).execute()
}

export async function addToUseCounts(db: Db, ids: number[], delta: number): Promise<void> {
  await db
    .updateTable('tags')
    .set((eb) => ({ use_count: eb('use_count', '+', delta) }))
    .where('id', 'in', ids)
    .execute()
}

/** Many tags, each by its own number, in one statement. */
export async function moveUseCounts(db: Db, moves: Move[]): Promise<void> {
  await moveCounter(db, 'tags', 'use_count', moves)
}

/** Most used first. What no published note carries would tell everybody what its author is writing, or wrote. */
export function listTagsInUse(db: Db, limit: number): Promise<TagRow[]> {
  return db
    .selectFrom('tags')
    .selectAll()
    .where('use_count', '>', 0)
    .orderBy('use_count', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
