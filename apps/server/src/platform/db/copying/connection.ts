/**
 * A connection of its own for copying, beside the pool: rows as arrays with exact integers, and a deadline for each
 * statement.
 */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { createConnection, type Connection as MysqlConnection } from 'mysql2/promise'
import type { DatabaseConfig } from '../../config.ts'
import { mysqlError } from '../../wait-for-services.ts'
import type { Engine } from '../columns.ts'
import { sqliteFailure } from '../errors.ts'
import { CopyError, type PortableRow, type PortableValue } from './portable.ts'

export type CopyConnection = {
  engine: Engine
  rows(sql: string, parameters?: readonly PortableValue[]): Promise<PortableRow[]>
  run(sql: string, parameters?: readonly PortableValue[]): Promise<void>
  /** All or none. */
  insert(table: string, columns: readonly string[], rows: readonly PortableRow[]): Promise<void>
  /** What was begun is rolled back. */
  close(): Promise<void>
}

export type ConnectionOptions = {
  /** A statement of MySQL that takes longer ends the copy. */
  answerMs?: number
}

const CONNECT_MS = 5000
const ANSWER_MS = 60_000
const CLOSE_MS = 2000

/** Throws `ConfigError` where there is no such database. A file of SQLite that is to be written is made. */
export function openCopyConnection(
  config: DatabaseConfig,
  use: 'read' | 'write',
  options: ConnectionOptions = {},
): Promise<CopyConnection> {
  return config.engine === 'sqlite' ? openSqlite(config.file, use) : openMysql(config.url, use, options)
}

async function openSqlite(file: string, use: 'read' | 'write'): Promise<CopyConnection> {
  const database = connectSqlite(file, use)
  const prepare = (sql: string) => database.prepare<unknown[]>(sql)
  return {
    engine: 'sqlite',
    async rows(sql, parameters = []) {
      const rows = prepare(sql).raw().safeIntegers().all(parameters) as PortableValue[][]
      return rows.map((row) => row.map(exact))
    },
    async run(sql, parameters = []) {
      prepare(sql).run(parameters)
    },
    async insert(table, columns, rows) {
      const places = columns.map(() => '?').join(', ')
      const insert = prepare(`insert into ${table} (${columns.join(', ')}) values (${places})`)
      database.transaction(() => {
        for (const row of rows) insert.run(row)
      })()
    },
    async close() {
      try {
        if (use === 'read' || database.inTransaction) return
        database.pragma('synchronous = FULL')
        database.pragma('wal_checkpoint(TRUNCATE)')
      } finally {
        database.close()
      }
    },
  }
}

function connectSqlite(file: string, use: 'read' | 'write'): SqliteDatabase.Database {
  try {
    const database = new SqliteDatabase(file, { fileMustExist: use === 'read' })
    database.pragma('busy_timeout = 5000')
    if (use === 'read') database.pragma('query_only = ON')
    else {
      database.pragma('journal_mode = WAL')
      // The file counts only once it is whole: `close` syncs it.
      database.pragma('synchronous = OFF')
      database.pragma('foreign_keys = ON')
    }
    return database
  } catch (error) {
    throw sqliteFailure(file, error)
  }
}

const exact = (value: PortableValue): PortableValue =>
  typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value

async function openMysql(url: string, use: 'read' | 'write', { answerMs = ANSWER_MS }: ConnectionOptions) {
  const connection = await connectMysql(url)
  let usable = true
  const inTime = async <T>(ms: number, work: Promise<T>): Promise<T> => {
    const ended = new AbortController()
    const late = wait(ms, undefined, { signal: ended.signal }).then(() => {
      usable = false
      connection.destroy()
      throw new CopyError(`数据库 ${Math.ceil(ms / 1000)} 秒没有回答：${new URL(url).host}`)
    })
    // Whichever loses ends on its own.
    work.catch(() => {})
    late.catch(() => {})
    return Promise.race([work, late]).finally(() => ended.abort())
  }
  const query = (sql: string, values: unknown[] = []) =>
    inTime(answerMs, connection.query({ sql, values, rowsAsArray: true })).catch((error: { fatal?: boolean }) => {
      if (error.fatal) usable = false
      throw error.fatal ? new CopyError(`与数据库的连接断了：${new URL(url).host}`) : error
    })
  const opened: CopyConnection = {
    engine: 'mysql',
    rows: async (sql, parameters = []) => (await query(sql, parameters.map(bound)))[0] as unknown as PortableRow[],
    run: async (sql, parameters = []) => void (await query(sql, parameters.map(bound))),
    async insert(table, columns, rows) {
      await query(`insert into ${table} (${columns.join(', ')}) values ?`, [rows.map((row) => row.map(bound))])
    },
    async close() {
      if (usable) await Promise.race([connection.end().catch(() => {}), wait(CLOSE_MS, undefined, { ref: false })])
      connection.destroy()
    },
  }
  // A value that does not fit is an error, and an id of 0 is one.
  if (use === 'write') await opened.run("set session sql_mode = 'STRICT_ALL_TABLES,NO_AUTO_VALUE_ON_ZERO'")
  return opened
}

/** mysql2 takes every digit of a text, which the server makes a number of. */
const bound = (value: PortableValue): unknown => {
  if (typeof value === 'bigint') return String(value)
  return value instanceof Uint8Array ? Buffer.from(value) : value
}

/** Makes what is missing: the file's folder, or the database, if this user may. */
export async function createDatabase(config: DatabaseConfig, options: ConnectionOptions = {}): Promise<void> {
  if (config.engine === 'sqlite') {
    mkdirSync(dirname(config.file), { recursive: true, mode: 0o700 })
    return
  }
  const url = new URL(config.url)
  const name = decodeURIComponent(url.pathname.slice(1))
  if (!/^[\w-]{1,64}$/.test(name))
    throw new CopyError(`地址里没有数据库的名字，或者名字里有别的字符：${url.host}/${name}`)
  url.pathname = '/'
  const server = await openMysql(url.href, 'write', options)
  try {
    const known = await server.rows('select 1 from information_schema.schemata where schema_name = ?', [name])
    if (known.length > 0) return
    await server.run(`create database \`${name}\` character set utf8mb4 collate utf8mb4_bin`)
  } catch (error) {
    if (error instanceof CopyError) throw error
    throw new CopyError(`没有数据库 ${name}，也不能新建：${error instanceof Error ? error.message : error}`)
  } finally {
    await server.close()
  }
}

async function connectMysql(url: string): Promise<MysqlConnection> {
  const opening = createConnection({
    uri: url,
    charset: 'utf8mb4_bin',
    timezone: 'Z',
    supportBigNumbers: true,
    connectTimeout: CONNECT_MS,
  })
  const ended = new AbortController()
  // A server may accept the connection and say nothing.
  const late = wait(CONNECT_MS * 2, undefined, { signal: ended.signal }).then(() => {
    opening.then((connection) => connection.destroy()).catch(() => {})
    throw new CopyError(`数据库 ${(CONNECT_MS * 2) / 1000} 秒没有回答：${new URL(url).host}`)
  })
  late.catch(() => {})
  try {
    const connection = await Promise.race([opening, late])
    // Told to the statement that runs.
    connection.on('error', () => undefined)
    return connection
  } catch (error) {
    throw error instanceof CopyError ? error : mysqlError(url, error)
  } finally {
    ended.abort()
  }
}

const BYTES = {
  mysql: 'select sum(data_length + index_length) from information_schema.tables where table_schema = database()',
  sqlite: 'select page_count * page_size from pragma_page_count, pragma_page_size',
}

/** What tables and indexes take, about. */
export async function databaseBytes(config: DatabaseConfig, options: ConnectionOptions = {}): Promise<number> {
  const connection = await openCopyConnection(config, 'read', options)
  const [[bytes] = []] = await connection.rows(BYTES[connection.engine]).finally(() => connection.close())
  return Number(bytes ?? 0)
}
