/** The search index in the database itself: FTS5 on SQLite, FULLTEXT on MySQL (platform/db/search-table.ts). */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../db/client.ts'
import type { Engine } from '../db/columns.ts'
import { chunks } from '../db/rows.ts'
import { GRANULARITY, type Newest, type Phrases, type SearchIndex, type SearchKind } from './search.ts'
import { documentBigrams, documentOf, phraseBigrams } from './tokens.ts'

const TABLE = {
  notes: 'search_notes',
  drafts: 'search_drafts',
  users: 'search_names',
} as const satisfies Record<SearchKind, string>

const BATCH_SIZE = 200

type Dialect = {
  id: RawBuilder<number>
  stored(document: string): string
  matching(table: RawBuilder<unknown>, phrases: Phrases): RawBuilder<SqlBool>
  newest(db: Db, table: RawBuilder<unknown>, where: RawBuilder<SqlBool>, range: Newest): Promise<Found>
}
type Found = { ids: number[]; total: number }

const sqlite: Dialect = {
  id: sql.ref('rowid'),
  stored: (document) => document,
  matching: (table, phrases) => sql`${table} match ${phrases.map((phrase) => `"${phrase}"`).join(' AND ')}`,
  // Two statements: the first stops at its last row, and the count only reads the full-text index.
  async newest(db, table, where, { most, from = 0 }) {
    const { rows } = await sql<{ id: number }>`select rowid as id from ${table} where ${where}
      order by rowid desc limit ${most} offset ${from}`.execute(db)
    if (from === 0 && rows.length < most) return { ids: rows.map(({ id }) => id), total: rows.length }
    return { ids: rows.map(({ id }) => id), total: await countWhere(db, table, where) }
  },
}

const mysql: Dialect = {
  id: sql.ref('id'),
  stored: documentBigrams,
  matching: (_, phrases) =>
    sql`match(tokens) against (${phrases.map((phrase) => `+"${phraseBigrams(phrase)}"`).join(' ')} in boolean mode)`,
  // One statement, since each use of the full-text index fetches all matches.
  async newest(db, table, where, { most, from = 0 }) {
    const { rows } = await sql<{ id: number; total: number }>`select id, count(*) over () as total from ${table}
      where ${where} order by id desc limit ${most} offset ${from}`.execute(db)
    const total = rows[0] ? Number(rows[0].total) : from === 0 ? 0 : await countWhere(db, table, where)
    return { ids: rows.map(({ id }) => id), total }
  },
}

async function countWhere(db: Db, table: RawBuilder<unknown>, where: RawBuilder<SqlBool>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${table} where ${where}`.execute(db)
  return Number(rows[0]?.n ?? 0)
}

export function sqlSearch(engine: Engine): SearchIndex {
  const dialect = engine === 'sqlite' ? sqlite : mysql
  const tableOf = (kind: SearchKind) => sql.table(TABLE[kind])

  const index: SearchIndex = {
    async put(db, kind, entries) {
      for (const batch of chunks(entries, BATCH_SIZE)) {
        const ids = batch.map((entry) => entry.id)
        await index.remove(db, kind, ids)
        const rows = batch.map((entry) => sql`(${entry.id}, ${dialect.stored(documentOf(entry, GRANULARITY[kind]))})`)
        await sql`insert into ${tableOf(kind)} (${dialect.id}, tokens) values ${sql.join(rows)}`.execute(db)
      }
    },
    async remove(db, kind, ids) {
      for (const batch of chunks(ids)) {
        await sql`delete from ${tableOf(kind)} where ${dialect.id} in (${sql.join(batch)})`.execute(db)
      }
    },
    matches(kind, column, phrases) {
      const table = tableOf(kind)
      const found = sql`select ${dialect.id} from ${table} where ${dialect.matching(table, phrases)}`
      return sql<SqlBool>`${sql.ref(column)} in (${found})`
    },
    newest(db, kind, phrases, range) {
      const table = tableOf(kind)
      const { below, except = [] } = range
      const conditions = [
        dialect.matching(table, phrases),
        ...(below === undefined ? [] : [sql<SqlBool>`${dialect.id} < ${below}`]),
        ...(except.length === 0 ? [] : [sql<SqlBool>`${dialect.id} not in (${sql.join(except)})`]),
      ]
      return dialect.newest(db, table, sql.join(conditions, sql` and `), range)
    },
    async list(db, kind, after, most) {
      const { rows } = await sql<{ id: number }>`select ${dialect.id} as id from ${tableOf(kind)}
        where ${dialect.id} > ${after} order by ${dialect.id} limit ${most}`.execute(db)
      return rows.map(({ id }) => id)
    },
    count: (db, kind) => countWhere(db, tableOf(kind), sql<SqlBool>`1 = 1`),
  }
  return index
}
