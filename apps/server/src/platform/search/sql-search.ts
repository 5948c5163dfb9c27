/** The search index in the database itself: FTS5 on SQLite, FULLTEXT on MySQL (platform/db/search-table.ts). */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../db/client.ts'
import type { Engine } from '../db/columns.ts'
import { idList } from '../db/id-list.ts'
import { chunks } from '../db/rows.ts'
import { GRANULARITY, type Newest, type Phrases, type SearchIndex, type SearchKind } from './search.ts'
import { bigramsOf, documentBigrams, documentOf, readingsOf } from './tokens.ts'

const TABLE = {
  notes: 'search_notes',
  drafts: 'search_drafts',
  users: 'search_names',
} as const satisfies Record<SearchKind, string>

/** Long notes, some milliseconds each statement. */
const BATCH_SIZE = 20

type Table = RawBuilder<unknown>
type Dialect = {
  id: RawBuilder<number>
  stored(document: string): string
  matching(table: Table, phrases: Phrases): RawBuilder<SqlBool>
  /** For one id: the condition of an `exists`, or null where the engine lists all matches anyway. */
  matchingOne(table: Table, phrases: Phrases, id: RawBuilder<unknown>): RawBuilder<SqlBool> | null
  newest(db: Db, table: Table, where: RawBuilder<SqlBool>, range: Newest): Promise<Found>
  /** For the derived table of the newest matches. */
  total: RawBuilder<number | null>
  tidy(db: Db, table: string, first: boolean): Promise<boolean>
  countAmong(db: Db, table: Table, where: RawBuilder<SqlBool>, ids: RawBuilder<unknown>): Promise<Found>
}
type Found = { ids: number[]; total: number }

const sqlite: Dialect = {
  id: sql.ref('rowid'),
  stored: (document) => document,
  matching: (table, phrases) => sql`${table} match ${phrases.map(sqlitePhrase).join(' AND ')}`,
  matchingOne: (table, phrases, id) =>
    sql`exists (select 1 from ${table} where ${sqlite.matching(table, phrases)} and rowid = ${id})`,
  // Two statements: the first stops at its last row, and the count only reads the full-text index.
  async newest(db, table, where, range) {
    const ids = await newestWhere(db, table, sqlite.id, where, range)
    const all = (range.from ?? 0) === 0 && ids.length < range.most
    return { ids, total: all ? ids.length : await countWhere(db, table, where) }
  },
  total: sql`null`,
  // A negative number of pages begins to merge all segments, a positive one goes on.
  async tidy(db, name, first) {
    const before = await totalChanges(db)
    const [table, pages] = [sql.table(name), sql.lit(first ? -MERGED_PAGES : MERGED_PAGES)]
    await sql`insert into ${table} (${table}, rank) values ('merge', ${pages})`.execute(db)
    return (await totalChanges(db)) - before >= 2
  },
  async countAmong(db, table, where, ids) {
    const { rows } = await sql<{ n: number; among: string }>`
      select count(*) as n, json_group_array(rowid) filter (where rowid in ${ids}) as among
      from ${table} where ${where}`.execute(db)
    return { ids: JSON.parse(rows[0]?.among ?? '[]'), total: rows[0]?.n ?? 0 }
  },
}

/** Some ten milliseconds of work. */
const MERGED_PAGES = 24

async function totalChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select total_changes() as n`.execute(db)
  return rows[0]?.n ?? 0
}

function sqlitePhrase(phrase: string): string {
  const readings = readingsOf(phrase).map(({ tokens, open }) => `"${tokens.join(' ')}"${open ? '*' : ''}`)
  return `(${readings.join(' OR ')})`
}

const mysql: Dialect = {
  id: sql.ref('id'),
  stored: documentBigrams,
  matching(_, phrases) {
    const wanted = phrases.map(mysqlPhrase).join(' ')
    const conditions = [
      sql<SqlBool>`match(tokens) against (${wanted} in boolean mode)`,
      ...phrases.filter(needsText).map(containsReading),
    ]
    return sql.join(conditions, sql` and `)
  },
  matchingOne: () => null,
  // One statement, since each use of the full-text index fetches all matches.
  async newest(db, table, where, { most, from = 0 }) {
    const { rows } = await sql<{ id: number; total: number }>`select id, count(*) over () as total from ${table}
      where ${where} order by id desc limit ${most} offset ${from}`.execute(db)
    const total = rows[0] ? Number(rows[0].total) : from === 0 ? 0 : await countWhere(db, table, where)
    return { ids: rows.map(({ id }) => id), total }
  },
  total: sql`count(*) over ()`,
  // InnoDB does it by OPTIMIZE TABLE only, which is left to the administrator.
  tidy: async () => false,
  async countAmong(db, table, where, ids) {
    const { rows } = await sql<{ id: number }>`select id from ${table} where ${where} and id in ${ids}`.execute(db)
    return { ids: rows.map(({ id }) => id), total: await countWhere(db, table, where) }
  },
}

/** A reading as what the index has: bigrams, or the only token. */
const indexedTokens = (tokens: string[]) => (tokens.length === 1 ? tokens : bigramsOf(tokens))

/**
 * All tokens, in any order: `containsReading` asks for the order. InnoDB's own phrases leave out documents that were
 * committed in another order than written, take time by the square of the matches, and have no beginnings of words.
 */
function mysqlPhrase(phrase: string): string {
  const readings = readingsOf(phrase).map(({ tokens, open }) => {
    const all = indexedTokens(tokens)
      .map((token) => `+${token}`)
      .join(' ')
    return `(${all}${open ? '*' : ''})`
  })
  return `+(${readings.join(' ')})`
}

const needsText = (phrase: string) => readingsOf(phrase).some(({ tokens }) => indexedTokens(tokens).length > 1)

function containsReading(phrase: string): RawBuilder<SqlBool> {
  const patterns = readingsOf(phrase).map(({ tokens, open }) => {
    const text = indexedTokens(tokens).join(' ')
    return sql`concat(' ', tokens, ' ') like ${open ? `% ${text}%` : `% ${text} %`}`
  })
  return sql`(${sql.join(patterns, sql` or `)})`
}

async function newestWhere(
  db: Db,
  table: Table,
  id: RawBuilder<number>,
  where: RawBuilder<SqlBool>,
  { most, from = 0 }: Newest,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select ${id} as id from ${table} where ${where}
    order by ${id} desc limit ${most} offset ${from}`.execute(db)
  return rows.map((row) => row.id)
}

async function countWhere(db: Db, table: Table, where: RawBuilder<SqlBool>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${table} where ${where}`.execute(db)
  return Number(rows[0]?.n ?? 0)
}

/** The search index in the tables of this engine. */
export function sqlSearch(engine: Engine): SearchIndex {
  const dialect = engine === 'sqlite' ? sqlite : mysql
  const tableOf = (kind: SearchKind) => sql.table(TABLE[kind])
  const within = (kind: SearchKind, phrases: Phrases, { below, except = [] }: Omit<Newest, 'most'> = {}) => {
    const conditions = [
      dialect.matching(tableOf(kind), phrases),
      ...(below === undefined ? [] : [sql<SqlBool>`${dialect.id} < ${below}`]),
      ...(except.length === 0 ? [] : [sql<SqlBool>`${dialect.id} not in ${idList(engine, except)}`]),
    ]
    return sql.join(conditions, sql` and `) as RawBuilder<SqlBool>
  }

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
      for (const batch of chunks(ids, 2 * BATCH_SIZE)) {
        await sql`delete from ${tableOf(kind)} where ${dialect.id} in ${idList(engine, batch)}`.execute(db)
      }
    },
    matches(kind, column, phrases) {
      const table = tableOf(kind)
      const found = sql`select ${dialect.id} from ${table} where ${dialect.matching(table, phrases)}`
      return sql<SqlBool>`${sql.ref(column)} in (${found})`
    },
    matchesInOrder(kind, column, phrases, common) {
      const one = common ? dialect.matchingOne(tableOf(kind), phrases, sql.ref(column)) : null
      // The sign keeps SQLite from reading the matches first and sorting them.
      return one ?? sql<SqlBool>`+${index.matches(kind, column, phrases)}`
    },
    newest(db, kind, phrases, range) {
      return dialect.newest(db, tableOf(kind), within(kind, phrases, range), range)
    },
    newestIds(db, kind, phrases, range) {
      return newestWhere(db, tableOf(kind), dialect.id, within(kind, phrases, range), range)
    },
    countMatches: (db, kind, phrases) => countWhere(db, tableOf(kind), within(kind, phrases)),
    newestTable: (kind, phrases, most) => sql`(select ${dialect.id} as id, ${dialect.total} as total
      from ${tableOf(kind)} where ${within(kind, phrases)} order by ${dialect.id} desc limit ${most})`,
    countAmong: (db, kind, phrases, below, ids) =>
      dialect.countAmong(db, tableOf(kind), within(kind, phrases, { below }), ids),
    async idsFrom(db, kind, phrases, from, below) {
      const { rows } = await sql<{ id: number }>`select ${dialect.id} as id from ${tableOf(kind)}
        where ${within(kind, phrases, { ...(below !== undefined && { below }) })} and ${dialect.id} >= ${from}`.execute(
        db,
      )
      return rows.map(({ id }) => id)
    },
    tidy: (db, kind, first) => dialect.tidy(db, TABLE[kind], first),
    async list(db, kind, after, most) {
      const { rows } = await sql<{ id: number }>`select ${dialect.id} as id from ${tableOf(kind)}
        where ${dialect.id} > ${after} order by ${dialect.id} limit ${most}`.execute(db)
      return rows.map(({ id }) => id)
    },
    count: (db, kind) => countWhere(db, tableOf(kind), sql<SqlBool>`1 = 1`),
  }
  return index
}
