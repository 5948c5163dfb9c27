/** The tables of the full-text index, on both engines. */
import { type Kysely, sql } from 'kysely'
import { createTable, type Engine, primaryKey, text } from './columns.ts'

/** One row per document: FTS5 without the text on SQLite (rowid is the document id), a FULLTEXT column on MySQL. */
export async function createSearchTable(db: Kysely<unknown>, engine: Engine, table: string): Promise<void> {
  if (engine === 'sqlite') {
    const options = "tokens, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 0'"
    await sql.raw(`create virtual table if not exists ${table} using fts5(${options})`).execute(db)
    return
  }
  await createTable(db, engine, table, { id: primaryKey('bigint'), tokens: text() })
  const existing = await sql<{ n: number }>`select count(*) as n from information_schema.statistics
    where table_schema = database() and table_name = ${table} and index_name = ${`${table}_tokens_idx`}`.execute(db)
  if (Number(existing.rows[0]?.n) > 0) return
  await sql.raw(`create fulltext index ${table}_tokens_idx on ${table} (tokens)`).execute(db)
}
