/** Writes the rows of a site into an empty database of either engine. */
import type { DatabaseConfig } from '../../config.ts'
import { openDatabase } from '../client.ts'
import { isUniqueViolation } from '../errors.ts'
import { migrate } from '../migrate.ts'
import { migrations } from '../migrations/index.ts'
import { type ConnectionOptions, type CopyConnection, createDatabase, openCopyConnection } from './connection.ts'
import { CopyError, type PortableRow, type RowSource, sumTables, type TableSum, tableSummer } from './portable.ts'
import { bytesOf, openSnapshot } from './snapshot.ts'
import { appliedSteps, type CopiedTable, copiedTables, listTables, OWN_MARKS } from './tables.ts'

export type Progress = (done: number, total: number) => void

export type CopyOptions = ConnectionOptions & {
  /** Rows read and written, then rows compared: each row counts twice. */
  progress?: Progress | undefined
  signal?: AbortSignal
  /** The caller has more to write: the mark `copying` stays, and processes refuse the database, until `endCopy`. */
  keepsMark?: boolean
}

/** Below the smallest packet that MySQL takes by default. */
const BATCH_BYTES = 512 * 1024
const BATCH_ROWS = 500

const SEARCH_TABLES = ['search_notes', 'search_drafts', 'search_names']

/**
 * Makes the schema that `source` has in `target`, writes all rows, brings the schema up to date and reads everything
 * back. Returns the sums of the rows before later migrations. The server writes the search index at its next start.
 *
 * Throws `CopyError` where the target has rows, and where something does not fit or compare; the target is then left
 * with the mark `copying`, and the next copy begins it anew.
 */
export async function copyInto(
  source: RowSource,
  target: DatabaseConfig,
  { progress, signal, keepsMark = false, ...options }: CopyOptions = {},
): Promise<Record<string, TableSum>> {
  await makeSchema(source, target, options)
  const total = source.tables.reduce((sum, { rows }) => sum + rows, 0) * 2
  let done = 0
  const advance = (rows: number) => {
    signal?.throwIfAborted()
    done += rows
    progress?.(done, total)
  }
  const connection = await openCopyConnection(target, 'write', options)
  let sums: Record<string, TableSum>
  try {
    sums = await write(connection, source, advance)
  } finally {
    await connection.close()
  }
  await compare(sums, target, { ...options, advance })
  await runOn(target, options, `delete from marks where (${OWN_MARKS}) and name <> 'copying'`)
  await migrateTo(target)
  if (!keepsMark) await endCopy(target, options)
  return sums
}

/** From here on a server may use it; it finds no search entries and writes them. */
export const endCopy = (target: DatabaseConfig, options: ConnectionOptions = {}): Promise<void> =>
  runOn(target, options, `delete from marks where name = 'copying'`)

/** Whether it holds a copy that was never ended. */
export async function isUnfinishedCopy(target: DatabaseConfig, options: ConnectionOptions = {}): Promise<boolean> {
  const connection = await openCopyConnection(target, 'read', options)
  // What cannot be read is none.
  return isMarked(connection)
    .catch(() => false)
    .finally(() => connection.close())
}

async function runOn(target: DatabaseConfig, options: ConnectionOptions, sql: string): Promise<void> {
  const connection = await openCopyConnection(target, 'write', options)
  await connection.run(sql).finally(() => connection.close())
}

/** With the steps of the source and no others, since the rows fit those, and marked as early as there can be marks. */
async function makeSchema(source: RowSource, target: DatabaseConfig, options: ConnectionOptions): Promise<void> {
  const last = source.steps.at(-1)
  if (last === undefined) throw new CopyError('来源里没有小石榴的表')
  assertKnownSteps(source.steps)
  await createDatabase(target, options)
  const connection = await openCopyConnection(target, 'write', options)
  try {
    const applied = await requireEmpty(connection, source)
    if (!applied.includes(MARKS_STEP)) await migrateTo(target, MARKS_STEP)
    if (!(await isMarked(connection))) await connection.run(`insert into marks (name, value) values ('copying', 1)`)
  } finally {
    await connection.close()
  }
  await migrateTo(target, last)
}

/** Makes the table `marks`. */
const MARKS_STEP = '0013-marks'

/**
 * Throws `CopyError` where there are rows, or tables of something else. What is there of an unfinished copy goes where
 * its schema is newer: a server has tried to start with it. Returns the steps that are left.
 */
async function requireEmpty(connection: CopyConnection, { steps }: RowSource): Promise<string[]> {
  const names = await listTables(connection)
  const applied = await appliedSteps(connection)
  if (names.length > 0 && !names.includes('kysely_migration'))
    throw new CopyError(`目标数据库里有别的程序的表（${some(names)}），要用一个空的数据库`)
  const isUnfinished = names.includes('marks') && (await isMarked(connection))
  const filled = isUnfinished ? [] : await filledTables(connection, await copiedTables(connection))
  if (filled.length > 0) throw new CopyError(`目标数据库里已经有数据（${some(filled)}），不会覆盖它`)
  const later = applied.find((step) => !steps.includes(step))
  if (!later) return applied
  if (!isUnfinished || connection.engine === 'sqlite')
    throw new CopyError(`目标数据库的表比数据新（${later}），请给一个空的数据库`)
  await connection.run('set session foreign_key_checks = 0')
  // What says what they are goes last.
  const isSign = (name: string) => name === 'marks' || name.startsWith('kysely_')
  for (const tables of [names.filter((name) => !isSign(name)), names.filter(isSign)])
    await connection.run(`drop table if exists ${tables.join(', ')}`)
  return []
}

const some = (names: readonly string[]) => names.slice(0, 5).join('、')

async function isMarked(connection: CopyConnection): Promise<boolean> {
  return (await connection.rows(`select 1 from marks where name = 'copying'`)).length > 0
}

/** Throws `CopyError` for those of a newer version. */
export function assertKnownSteps(steps: readonly string[]): void {
  const unknown = steps.find((step) => !Object.hasOwn(migrations, step))
  if (unknown) throw new CopyError(`数据来自更新的版本（${unknown}），先升级再试`)
}

async function migrateTo(config: DatabaseConfig, step?: string): Promise<void> {
  const database = openDatabase(config, { mysql: { unbounded: true, size: 2 } })
  await migrate(database, step).finally(() => database.close())
}

async function write(connection: CopyConnection, source: RowSource, advance: (rows: number) => void) {
  const tables = await copiedTables(connection)
  assertSameTables(source, tables)
  await prepare(connection, tables)
  const sums: Record<string, TableSum> = {}
  for (const table of source.tables) {
    const summer = tableSummer()
    for await (const batch of source.rows(table)) {
      for (const rows of pieces(batch)) {
        await connection.insert(table.name, table.columns, rows).catch((error: unknown) => {
          throw explained(table.name, error)
        })
      }
      for (const row of batch) summer.add(row)
      advance(batch.length)
    }
    sums[table.name] = summer.sum()
    if (table.nextId !== null) await setNextId(connection, table.name, table.nextId)
  }
  return sums
}

function assertSameTables({ tables }: RowSource, known: CopiedTable[]): void {
  const shape = (list: readonly { name: string; columns: readonly string[] }[]) =>
    list.map(({ name, columns }) => `${name}(${columns.join(',')})`).toSorted()
  const [wanted, found] = [shape(tables), shape(known)]
  const odd = [...wanted.filter((one) => !found.includes(one)), ...found.filter((one) => !wanted.includes(one))]
  if (odd.length > 0) throw new CopyError(`两边的表不一样：${odd.join('、')}`)
}

/** Clears what an unfinished copy has left. */
async function prepare(connection: CopyConnection, tables: CopiedTable[]): Promise<void> {
  const isMysql = connection.engine === 'mysql'
  if (isMysql) await connection.run('set session foreign_key_checks = 0')
  for (const name of (await filledTables(connection, tables)).toReversed())
    await connection.run(isMysql ? `truncate table ${name}` : `delete from ${name}`)
  for (const name of SEARCH_TABLES) await connection.run(`delete from ${name}`)
  await connection.run(`delete from marks where not (${OWN_MARKS})`)
  if (isMysql) await connection.run('set session foreign_key_checks = 1')
}

/** Those that have rows, in a database of the site. Marks alone are what the first start of a process leaves. */
async function filledTables(connection: CopyConnection, tables: CopiedTable[]): Promise<string[]> {
  const filled: string[] = []
  for (const { name } of tables) {
    if (name !== 'marks' && (await connection.rows(`select 1 from ${name} limit 1`)).length > 0) filled.push(name)
  }
  return filled
}

function pieces(batch: PortableRow[]): PortableRow[][] {
  const found: PortableRow[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const row of batch) {
    const own = bytesOf(row)
    const last = found.at(-1)
    if (!last || bytes + own > BATCH_BYTES || last.length >= BATCH_ROWS) {
      found.push([row])
      bytes = own
    } else {
      last.push(row)
      bytes += own
    }
  }
  return found
}

function explained(table: string, error: unknown): unknown {
  if (error instanceof CopyError || !(error instanceof Error)) return error
  const { errno, code } = error as { errno?: number; code?: string }
  if (isUniqueViolation(error)) return new CopyError(`表 ${table} 里有目标数据库看来重复的值：${error.message}`)
  if (errno === 1153) return new CopyError(`表 ${table} 里有一行超过了 MySQL 的 max_allowed_packet，把它调大再试`)
  if (errno === 1406 || errno === 1366 || errno === 1264 || errno === 1265)
    return new CopyError(`表 ${table} 里有目标数据库放不下的值：${error.message}`)
  if (errno === 1452 || code === 'SQLITE_CONSTRAINT_FOREIGNKEY')
    return new CopyError(`表 ${table} 里有一行指向不存在的行：${error.message}`)
  return error
}

/** Ids of deleted rows are not reused on the copy, either. */
async function setNextId(connection: CopyConnection, table: string, next: number): Promise<void> {
  const [[highest] = []] = await connection.rows(`select max(id) from ${table}`)
  if (next <= Number(highest ?? 0) + 1) return
  if (connection.engine === 'mysql') {
    await connection.run(`alter table ${table} auto_increment = ${next}`)
    return
  }
  await connection.run('delete from sqlite_sequence where name = ?', [table])
  await connection.run('insert into sqlite_sequence (name, seq) values (?, ?)', [table, next - 1])
}

async function compare(
  written: Record<string, TableSum>,
  target: DatabaseConfig,
  { advance, ...options }: ConnectionOptions & { advance: (rows: number) => void },
): Promise<void> {
  const copy = await openSnapshot(target, options)
  const found = await sumTables(copy, advance).finally(() => copy.close())
  const wrong = Object.keys({ ...written, ...found }).filter(
    (name) => written[name]?.rows !== found[name]?.rows || written[name]?.checksum !== found[name]?.checksum,
  )
  if (wrong.length > 0) throw new CopyError(`读回来的和写进去的不一样：${wrong.join('、')}`)
}
