import type { WordAction } from '@shiliu/contract/admin/words'
import type { Insertable, Selectable } from 'kysely'
import type { Db, Engine } from '#platform/db/client.ts'
import { deleteRows } from '#platform/db/delete-rows.ts'
import type { WatchedWordsTable, WordFindingsTable } from '#platform/db/moderation-schema.ts'
import { chunks, insertedId } from '#platform/db/rows.ts'

export type WordRow = Selectable<WatchedWordsTable>
export type FindingRow = Selectable<WordFindingsTable>

export function listAllWords(db: Db): Promise<WordRow[]> {
  return db.selectFrom('watched_words').selectAll().orderBy('id').execute()
}

export function listWords(db: Db, ids: number[]): Promise<WordRow[]> {
  return db.selectFrom('watched_words').selectAll().where('id', 'in', ids).execute()
}

export async function insertWord(db: Db, word: Insertable<WatchedWordsTable>): Promise<number> {
  return insertedId(await db.insertInto('watched_words').values(word).executeTakeFirstOrThrow())
}

export async function insertWords(db: Db, words: Insertable<WatchedWordsTable>[]): Promise<void> {
  for (const some of chunks(words)) await db.insertInto('watched_words').values(some).execute()
}

export async function updateWord(db: Db, id: number, values: Partial<Insertable<WatchedWordsTable>>): Promise<void> {
  await db.updateTable('watched_words').set(values).where('id', '=', id).execute()
}

type Treatment = { action: WordAction; whole: 0 | 1; updated_at: number }

/** Changes what happens to the texts that have one of these words. */
export async function updateTreatment(db: Db, ids: number[], treatment: Treatment): Promise<void> {
  for (const some of chunks(ids)) {
    await db.updateTable('watched_words').set(treatment).where('id', 'in', some).execute()
  }
}

export async function listByKeys(db: Db, keys: string[]): Promise<WordRow[]> {
  const found: WordRow[] = []
  for (const some of chunks(keys)) {
    found.push(...(await db.selectFrom('watched_words').selectAll().where('word_key', 'in', some).execute()))
  }
  return found
}

export function deleteWords(db: Db, engine: Engine, ids: number[]): Promise<void> {
  return deleteRows(db, engine, 'watched_words', ids)
}

export async function insertFindings(db: Db, findings: Insertable<WordFindingsTable>[]): Promise<void> {
  for (const some of chunks(findings)) await db.insertInto('word_findings').values(some).execute()
}

export function listFindings(db: Db, ids: number[]): Promise<FindingRow[]> {
  return db.selectFrom('word_findings').selectAll().where('id', 'in', ids).execute()
}

export async function listFindingIdsBefore(db: Db, before: number, limit: number): Promise<number[]> {
  const query = db.selectFrom('word_findings').select('id').where('created_at', '<', before)
  return (await query.orderBy('created_at').limit(limit).execute()).map(({ id }) => id)
}

export async function listFindingIdsOf(db: Db, targetType: number, targetId: number, limit: number): Promise<number[]> {
  const of = db.selectFrom('word_findings').select('id').where('target_type', '=', targetType)
  return (await of.where('target_id', '=', targetId).limit(limit).execute()).map(({ id }) => id)
}

export async function deleteFindings(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('word_findings').where('id', 'in', ids).execute()
}
