/** All rows of a site as they are at one moment, while it goes on. */
import type { DatabaseConfig } from '../../config.ts'
import { type ConnectionOptions, type CopyConnection, openCopyConnection } from './connection.ts'
import type { PortableRow, PortableTable, PortableValue, RowSource } from './portable.ts'
import { appliedSteps, type CopiedTable, copiedTables } from './tables.ts'

export type Snapshot = RowSource & {
  /** Until then SQLite's WAL and MySQL's undo log keep what others overwrite. */
  close(): Promise<void>
}

const MOST_ROWS = 1000
/** Of a batch. */
const BYTES = 4 * 1024 * 1024

/**
 * Reads through a connection of its own. Each batch of SQLite holds the thread for some milliseconds: a server does
 * this in a child process. Throws `CopyError` where MySQL does not answer.
 */
export async function openSnapshot(config: DatabaseConfig, options: ConnectionOptions = {}): Promise<Snapshot> {
  const connection = await openCopyConnection(config, 'read', options)
  try {
    await begin(connection)
    const steps = await appliedSteps(connection)
    const known = await copiedTables(connection)
    const nextIds = await readNextIds(connection)
    const tables: PortableTable[] = []
    let closed: Promise<void> | undefined
    for (const { name, columns, where, hasOwnIds } of known) {
      const [[rows] = []] = await connection.rows(`select count(*) from ${name} ${where && `where ${where}`}`)
      tables.push({ name, columns, rows: Number(rows), nextId: hasOwnIds ? (nextIds.get(name) ?? 1) : null })
    }
    return {
      steps,
      tables,
      rows: ({ name }) => readRows(connection, known.find((table) => table.name === name) as CopiedTable),
      close() {
        closed ??= connection.close()
        return closed
      },
    }
  } catch (error) {
    await connection.close()
    throw error
  }
}

async function begin(connection: CopyConnection): Promise<void> {
  if (connection.engine === 'sqlite') {
    await connection.run('begin')
    // The first read takes the snapshot.
    await connection.rows('select count(*) from sqlite_master')
    return
  }
  await connection.run('set session transaction isolation level repeatable read')
  await connection.run('start transaction with consistent snapshot, read only')
}

async function readNextIds(connection: CopyConnection): Promise<Map<string, number>> {
  if (connection.engine === 'sqlite') {
    const rows = await connection.rows('select name, seq from sqlite_sequence')
    return new Map(rows.map(([name, last]) => [String(name), Number(last) + 1]))
  }
  // MySQL 8 would answer with what it knew a day ago; MariaDB has no such setting.
  await connection.run('set session information_schema_stats_expiry = 0').catch(() => undefined)
  const rows = await connection.rows(
    'select table_name, auto_increment from information_schema.tables where table_schema = database()',
  )
  return new Map(rows.map(([name, next]) => [String(name), Number(next ?? 1)]))
}

/** By the primary key, as many rows at once as fit. */
async function* readRows(connection: CopyConnection, table: CopiedTable): AsyncGenerator<PortableRow[]> {
  const { columns, key, integers, name, where } = table
  const keyAt = columns.indexOf(key)
  const integerAt = columns.map((column) => integers.has(column))
  const select = `select ${columns.join(', ')} from ${name}`
  let size = 100
  for (let after: PortableValue | undefined; ; ) {
    const conditions = [where, after === undefined ? '' : `${key} > ?`].filter(Boolean).join(' and ')
    const found = await connection.rows(
      `${select} ${conditions && `where ${conditions}`} order by ${key} limit ${size}`,
      after === undefined ? [] : [after],
    )
    if (found.length === 0) return
    after = found.at(-1)?.[keyAt] ?? undefined
    // mysql2 gives integers beyond 2^53 as text.
    const rows = found.map((row) =>
      row.map((value, i) => (typeof value === 'string' && integerAt[i] ? BigInt(value) : value)),
    )
    yield rows
    if (found.length < size) return
    const bytes = rows.reduce((sum, row) => sum + bytesOf(row), 0)
    size = Math.max(1, Math.min(MOST_ROWS, Math.floor((size * BYTES) / Math.max(bytes, 1)), size * 4))
  }
}

/** About. */
export const bytesOf = (row: PortableRow): number =>
  row.reduce<number>((sum, value) => {
    if (typeof value === 'string') return sum + Buffer.byteLength(value) + 4
    return sum + (value instanceof Uint8Array ? value.length * 2 : 12)
  }, 0)
