/** Explains statements on both engines and finds what would slow down as the site grows. */
import { CompiledQuery, type Kysely } from 'kysely'
import type { Engine } from '#platform/db/client.ts'
import type { Database } from '#platform/db/schema.ts'

export type Statement = { sql: string; parameters: readonly unknown[] }

/** Tables that grow with the site and must not be scanned. */
const LARGE = [
  'users',
  'posts',
  'publications',
  'post_images',
  'post_tags',
  'tags',
  'comments',
  'likes',
  'collections',
  'follows',
  'notifications',
  'told_events',
  'old_uploads',
  'old_user_ids',
  'announcement_reads',
  'sessions',
  'data_exports',
  'idempotent_requests',
  'upload_days',
  'attempts',
  'addresses',
  'account_sanctions',
  'report_targets',
  'active_days',
  'reports',
  'user_notes',
  'appeals',
  'review_claims',
  'word_findings',
  'audits',
  'campus_identities',
  'campus_flows',
  'campus_sessions',
]
/** Rows that may be sorted; a page has at most a hundred posts with nine pictures or ten tags each. */
const FEW = 1000

const isRead = ({ sql }: Statement) => /^\s*(select|with)\b/i.test(sql)

type Db = Kysely<Database>

async function rowsOf<R>(db: Db, { sql, parameters }: Statement): Promise<R[]> {
  return (await db.executeQuery<R>(CompiledQuery.raw(sql, [...parameters]))).rows
}

export async function planProblems(db: Db, engine: Engine, statement: Statement): Promise<string[]> {
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
    // The estimated rows ignore the limit of a derived table.
    const stops = type === 'index' && hasEnd(sql) && !sorts
    const scans = large && (type === 'ALL' || type === 'index') && !stops
    return many && (scans || sorts) ? [`${table}: ${type}, ${rows} rows, ${Extra ?? ''}`] : []
  })
}

/** Reads in index or id order and stops at the limit. */
const hasEnd = (sql: string) => /\border by\b.*\blimit\b/s.test(sql)

function aliasesOf(sql: string): Map<string, string> {
  const found = sql.matchAll(/(?:from|join) [`"](\w+)[`"] as [`"](\w+)[`"]/g)
  return new Map(Array.from(found, ([, table = '', alias = '']) => [alias, table]))
}

/** The statement without values, in a form common to both engines. */
export function shapeOf({ sql }: Statement): string {
  return sql
    .replace(/[`"]/g, '')
    .replace(/\?(, \?)+/g, '?…')
    .replace(/\s+/g, ' ')
}
