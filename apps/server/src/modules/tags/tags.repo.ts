import type { Selectable } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import { type CounterChange, incrementCounter } from '#platform/db/counters.ts'
import type { TagsTable } from '#platform/db/schema.ts'

export type TagRow = Selectable<TagsTable>
export type NewTag = Pick<TagRow, 'name' | 'name_key' | 'created_at'>

export function listTagsByKeys(db: Db, keys: string[]): Promise<Pick<TagRow, 'id' | 'name_key'>[]> {
  return db
    .selectFrom('tags')
    .select(['id', 'name_key'])
    .where('name_key', 'in', keys)
    .where('is_trashed', '=', 0)
    .execute()
}

export async function insertTags(db: Db, tags: NewTag[]): Promise<void> {
  await db.insertInto('tags').values(tags).execute()
}

export async function addToUseCount(db: Db, ids: number[], delta: number): Promise<void> {
  await db
    .updateTable('tags')
    .set((eb) => ({ use_count: eb('use_count', '+', delta) }))
    .where('id', 'in', ids)
    .execute()
}

export async function addToUseCounts(db: Db, changes: CounterChange[]): Promise<void> {
  await incrementCounter(db, 'tags', 'use_count', changes)
}

/** Most used first. Excludes tags without published posts: they would reveal the contents of drafts. */
export function listTagsInUse(db: Db, limit: number): Promise<TagRow[]> {
  return db
    .selectFrom('tags')
    .selectAll()
    .where('use_count', '>', 0)
    .where('is_trashed', '=', 0)
    .orderBy('use_count', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Tags that administrators created and no published post uses, the oldest first. */
export function listUnusedByAdmins(db: Db, limit: number): Promise<TagRow[]> {
  return db
    .selectFrom('tags')
    .selectAll()
    .where('by_admin', '=', 1)
    .where('use_count', '=', 0)
    .where('is_trashed', '=', 0)
    .orderBy('id')
    .limit(limit)
    .execute()
}
