/** What an engine says about how it would run a statement, and what of it would grow with the site. */
import { CompiledQuery, type Kysely } from 'kysely'
import type { Engine } from '#platform/db/client.ts'
import type { Database } from '#platform/db/schema.ts'

export type Statement = { sql: string; parameters: readonly unknown[] }

/** Tables that grow with the site; a plan may read others whole. */
const LARGE = [
  'users',
  'posts',
  'post_images',
  'post_tags',
  'tags',
  'comments',
  'likes',
  'collections',
  'follows',
  'notifications',
  'sessions',
]
/** A sort of so many rows is no matter; a page has at most a hundred notes, each with nine pictures or ten tags. */
const FEW = 1000

const isRead = ({ sql }: Statement) => /^\s*(select|with)\b/i.test(sql)

type Db = Kysely<Database>

async function rowsOf<R>(db: Db, { sql, parameters }: Statement): Promise<R[]> {
  return (await db.executeQuery<R>(CompiledQuery.raw(sql, [...parameters]))).rows
}

/** What in a statement's plan costs more the larger the site is; empty where nothing does. */
export async function complaints(db: Db, engine: Engine, statement: Statement): Promise<string[]> {
  if (!isRead(statement)) return []
  return engine === 'sqlite' ? complaintsOfSqlite(db, statement) : complaintsOfMysql(db, statement)
}

type SqliteStep = { detail: string }

async function complaintsOfSqlite(db: Db, { sql, parameters }: Statement): Promise<string[]> {
  const steps = await rowsOf<SqliteStep>(db, { sql: `explain query plan ${sql}`, parameters })
  const names = aliasesOf(sql)
  const sorts = steps.some(({ detail }) => detail.includes('TEMP B-TREE'))
  return steps.flatMap(({ detail }) => {
    const scanned = /^SCAN (\w+)/.exec(detail)?.[1]
    const large = scanned !== undefined && LARGE.includes(names.get(scanned) ?? scanned)
    const stops = hasEnd(sql) && !sorts
    return (large && !stops) || detail.includes('TEMP B-TREE') ? [detail] : []
  })
}

type MysqlStep = { table: string | null; type: string | null; rows: number | string | null; Extra: string | null }

async function complaintsOfMysql(db: Db, { sql, parameters }: Statement): Promise<string[]> {
  const steps = await rowsOf<MysqlStep>(db, { sql: `explain ${sql}`, parameters })
  const names = aliasesOf(sql)
  return steps.flatMap(({ table, type, rows, Extra }) => {
    const many = Number(rows ?? 0) > FEW
    const large = LARGE.includes(names.get(table ?? '') ?? table ?? '')
    const sorts = /Using (filesort|temporary)/.test(Extra ?? '')
    // How many rows it guesses takes no account of the limit within a derived table.
    const stops = type === 'index' && hasEnd(sql) && !sorts
    const scans = large && (type === 'ALL' || type === 'index') && !stops
    return many && (scans || sorts) ? [`${table}: ${type}, ${rows} rows, ${Extra ?? ''}`] : []
  })
}

/** In the order of an index, or of the ids, it reads no more than it answers. */
const hasEnd = (sql: string) => /\border by\b.*\blimit\b/s.test(sql)

/** Table names by the aliases a statement gives them. */
function aliasesOf(sql: string): Map<string, string> {
  const found = sql.matchAll(/(?:from|join) [`"](\w+)[`"] as [`"](\w+)[`"]/g)
  return new Map(Array.from(found, ([, table = '', alias = '']) => [alias, table]))
}

/** The words of a statement without its values, as they are written on both engines. */
export function shapeOf({ sql }: Statement): string {
  return sql
    .replace(/[`"]/g, '')
    .replace(/\?(, \?)+/g, '?…')
    .replace(/\s+/g, ' ')
}
