/** Opens the database of the settings: SQLite in this process, or MySQL over a pool. */
import SqliteDatabase from 'better-sqlite3'
import {
  type Dialect,
  type Driver,
  Kysely,
  MysqlDialect,
  SqliteDialect,
  type SqliteDatabase as SqlitePort,
} from 'kysely'
import { createPool } from 'mysql2'
import type { DatabaseConfig } from '../config.ts'
import type { Engine } from './columns.ts'
import type { Database } from './schema.ts'
import { assertOutsideTransaction } from './scope.ts'

export type { Engine } from './columns.ts'
export type Db = Kysely<Database>
export type DatabaseHandle = { db: Db; engine: Engine; close(): Promise<void> }

export type OnQuery = (sql: string, parameters: readonly unknown[]) => void
type Options = { onQuery?: OnQuery; poolSize?: number }

/** Opens without migrating. `onQuery` sees every statement; tests count and explain them with it. */
export function openDatabase(config: DatabaseConfig, options: Options = {}): DatabaseHandle {
  const dialect = config.engine === 'sqlite' ? sqliteDialect(config.file) : mysqlDialect(config.url, options.poolSize)
  const db = new Kysely<Database>({
    dialect,
    ...(options.onQuery && { log: ({ query }) => options.onQuery?.(query.sql, query.parameters) }),
  })
  return { db, engine: config.engine, close: () => db.destroy() }
}

function sqliteDialect(file: string): Dialect {
  const connection = new SqliteDatabase(file)
  // FULL: an acknowledged write survives a power cut, not only a crash of the process.
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', 'busy_timeout = 5000']) {
    connection.pragma(pragma)
  }
  connection.pragma('cache_size = -65536')
  return guarded(new SqliteDialect({ database: withStatementCache(connection) }))
}

/** Keeps prepared statements: preparing costs more than most of our queries. */
function withStatementCache(connection: SqliteDatabase.Database): SqlitePort {
  const statements = new Map<string, SqliteDatabase.Statement<unknown[]>>()
  return {
    close: () => connection.close(),
    prepare(sql) {
      const known = statements.get(sql)
      if (known && !known.busy) return known
      const statement = connection.prepare<unknown[]>(sql)
      if (statements.size >= 500) statements.clear()
      statements.set(sql, statement)
      return statement
    },
  }
}

function mysqlDialect(url: string, poolSize = 10): Dialect {
  const pool = createPool({
    uri: url,
    connectionLimit: poolSize,
    charset: 'utf8mb4_bin',
    timezone: 'Z',
    supportBigNumbers: true,
  })
  // READ COMMITTED: no gap locks, so concurrent inserts beside each other do not deadlock.
  pool.on('connection', (connection) => {
    connection.query('set session transaction isolation level read committed')
    // Waiting longer, with the retries of `tx`, would outlast whoever asks.
    connection.query('set session innodb_lock_wait_timeout = 5')
  })
  return guarded(new MysqlDialect({ pool }))
}

/**
 * Makes the use of the outer `db` inside a transaction an error: on SQLite it would wait for itself, on MySQL silently
 * write outside the transaction.
 */
function guarded(dialect: Dialect): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => guardedDriver(dialect.createDriver()),
  }
}

function guardedDriver(driver: Driver): Driver {
  return new Proxy(driver, {
    get(target, property) {
      if (property === 'acquireConnection') {
        return async () => {
          assertOutsideTransaction()
          return target.acquireConnection()
        }
      }
      const value = Reflect.get(target, property)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
