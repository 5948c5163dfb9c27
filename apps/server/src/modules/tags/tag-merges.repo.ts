import { type Insertable, type Selectable, sql } from 'kysely'
import type { TagMergePostsTable, TagMergesTable, TagSynonymsTable } from '#platform/db/channel-schema.ts'
import type { Db, Engine } from '#platform/db/client.ts'
import { insertedId } from '#platform/db/rows.ts'
import type { TagRow } from './tags.repo.ts'

export type MergeRow = Selectable<TagMergesTable>
type SynonymRow = Selectable<TagSynonymsTable>

/** Of tags that are in use as such. */
export function listSynonymsByKeys(db: Db, keys: string[]): Promise<{ name_key: string; tag_id: number }[]> {
  return db
    .selectFrom('tag_synonyms')
    .innerJoin('tags', 'tags.id', 'tag_synonyms.tag_id')
    .select(['tag_synonyms.name_key', 'tag_synonyms.tag_id'])
    .where('tag_synonyms.name_key', 'in', keys)
    .where('tags.is_trashed', '=', 0)
    .execute()
}

/** With the names that they lead to. */
export function listAllSynonyms(db: Db): Promise<{ name_key: string; tag: string }[]> {
  return db
    .selectFrom('tag_synonyms')
    .innerJoin('tags', 'tags.id', 'tag_synonyms.tag_id')
    .select(['tag_synonyms.name_key', 'tags.name as tag'])
    .where('tags.is_trashed', '=', 0)
    .orderBy('tag_synonyms.id')
    .execute()
}

export function listSynonymsOf(db: Db, tagId: number): Promise<SynonymRow[]> {
  return db.selectFrom('tag_synonyms').selectAll().where('tag_id', '=', tagId).orderBy('id').execute()
}

export function findSynonym(db: Db, id: number): Promise<SynonymRow | undefined> {
  return db.selectFrom('tag_synonyms').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function insertSynonym(db: Db, row: Insertable<TagSynonymsTable>): Promise<number> {
  return insertedId(await db.insertInto('tag_synonyms').values(row).executeTakeFirstOrThrow())
}

export async function deleteSynonym(db: Db, id: number): Promise<void> {
  await db.deleteFrom('tag_synonyms').where('id', '=', id).execute()
}

export async function deleteSynonymByKey(db: Db, name_key: string): Promise<void> {
  await db.deleteFrom('tag_synonyms').where('name_key', '=', name_key).execute()
}

export async function deleteSynonymOfMerge(db: Db, mergeId: number): Promise<void> {
  await db.deleteFrom('tag_synonyms').where('merge_id', '=', mergeId).execute()
}

/** Those of these ids that lead to `from` lead to `to` then. */
export async function moveSynonyms(db: Db, ids: number[], from: number, to: number): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('tag_synonyms').set({ tag_id: to }).where('id', 'in', ids).where('tag_id', '=', from).execute()
}

/** Locked in ascending order. */
export function lockTags(db: Db, engine: Engine, ids: number[]): Promise<TagRow[]> {
  return db
    .selectFrom('tags')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(engine === 'mysql', (query) => query.forUpdate())
    .execute()
}

/** On MySQL, as the rows are now and stay until the transaction ends. */
export async function hasMerged(db: Db, ids: readonly number[]): Promise<boolean> {
  const merged = db.selectFrom('tags').select('id').where('id', 'in', ids).where('merged_into', 'is not', null)
  return (await merged.modifyEnd(sql`lock in share mode`).execute()).length > 0
}

export async function setMergedInto(db: Db, id: number, merged_into: number | null): Promise<void> {
  await db.updateTable('tags').set({ merged_into }).where('id', '=', id).execute()
}

export async function insertMerge(db: Db, row: Insertable<TagMergesTable>): Promise<number> {
  return insertedId(await db.insertInto('tag_merges').values(row).executeTakeFirstOrThrow())
}

export function listMergesInto(db: Db, tagId: number, limit: number): Promise<MergeRow[]> {
  return db
    .selectFrom('tag_merges')
    .selectAll()
    .where('into_id', '=', tagId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function findNextMerge(db: Db): Promise<number | undefined> {
  const open = db.selectFrom('tag_merges').select('id').where('state', 'in', ['running', 'undoing'])
  return (await open.orderBy('id').limit(1).executeTakeFirst())?.id
}

export function lockMerge(db: Db, engine: Engine, id: number): Promise<MergeRow | undefined> {
  return db
    .selectFrom('tag_merges')
    .selectAll()
    .where('id', '=', id)
    .$if(engine === 'mysql', (query) => query.forUpdate())
    .executeTakeFirst()
}

export async function updateMerge(
  db: Db,
  id: number,
  values: Partial<Pick<MergeRow, 'state' | 'notes'>>,
): Promise<void> {
  await db.updateTable('tag_merges').set(values).where('id', '=', id).execute()
}

export async function insertMoved(db: Db, rows: Insertable<TagMergePostsTable>[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('tag_merge_posts').values(rows).execute()
}

export function listMoved(db: Db, mergeId: number, limit: number): Promise<Selectable<TagMergePostsTable>[]> {
  return db
    .selectFrom('tag_merge_posts')
    .selectAll()
    .where('merge_id', '=', mergeId)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function deleteMoved(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('tag_merge_posts').where('id', 'in', ids).execute()
}

export async function countPosts(db: Db, tagId: number): Promise<number> {
  const query = db.selectFrom('post_tags').select((eb) => eb.fn.countAll().as('n'))
  return Number((await query.where('tag_id', '=', tagId).executeTakeFirstOrThrow()).n)
}

export async function countPostsWithBoth(db: Db, one: number, other: number): Promise<number> {
  const row = await db
    .selectFrom('post_tags as a')
    .innerJoin('post_tags as b', 'b.post_id', 'a.post_id')
    .select((eb) => eb.fn.countAll().as('n'))
    .where('a.tag_id', '=', one)
    .where('b.tag_id', '=', other)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}
