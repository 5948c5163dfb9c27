import { type Kysely, sql } from 'kysely'
import { createTable, type Engine, key, long } from '../columns.ts'

const TABLES = ['search_posts', 'search_users'] as const

/**
 * Search tokens, one row per note or user with its id as key: an FTS5 table on SQLite (rowid is the id, no copy of the
 * text kept), a FULLTEXT column on MySQL. Reached through platform/search only.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const table of TABLES) {
    if (engine === 'sqlite') {
      const options = "tokens, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 0'"
      await sql.raw(`create virtual table if not exists ${table} using fts5(${options})`).execute(db)
      continue
    }
    await createTable(db, engine, table, { id: key('bigint'), tokens: long() })
    const existing = await sql<{ n: number }>`select count(*) as n from information_schema.statistics
      where table_schema = database() and table_name = ${table} and index_name = ${`${table}_tokens_idx`}`.execute(db)
    if (Number(existing.rows[0]?.n) > 0) continue
    await sql.raw(`create fulltext index ${table}_tokens_idx on ${table} (tokens)`).execute(db)
  }
}
