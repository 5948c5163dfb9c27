import SqliteDatabase from 'better-sqlite3'
import { type Dialect, Kysely, MysqlDialect, SqliteDialect, type SqliteDatabase as SqlitePort } from 'kysely'
import { createPool } from 'mysql2'
import type { DatabaseConfig } from '../config.ts'
import type { Engine } from './columns.ts'
import type { Database } from './schema.ts'
import { assertOutsideTransaction } from './transaction-scope.ts'

export type { Engine } from './columns.ts'
export type Db = Kysely<Database>
export type DatabaseHandle = { db: Db; engine: Engine; close(): Promise<void> }

export type OnQuery = (sql: string, parameters: readonly unknown[]) => void
type Options = { onQuery?: OnQuery; poolSize?: number }

/** Opens the database without migrating it. */
export function openDatabase(config: DatabaseConfig, options: Options = {}): DatabaseHandle {
  const dialect = config.engine === 'sqlite' ? sqliteDialect(config.file) : mysqlDialect(config.url, options.poolSize)
  const db = new Kysely<Database>({
    dialect,
    ...(options.onQuery && { log: ({ query }) => options.onQuery?.(query.sql, query.parameters) }),
  })
  rejectInsideTransaction(db)
  return { db, engine: config.engine, close: () => db.destroy() }
}

function sqliteDialect(file: string): Dialect {
  const connection = new SqliteDatabase(file)
  // FULL: an acknowledged write survives a power cut, not only a crash of the process.
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', 'busy_timeout = 5000']) {
    connection.pragma(pragma)
  }
  connection.pragma('cache_size = -65536')
  return new SqliteDialect({ database: withStatementCache(connection) })
}

/** Preparing a statement costs more than most of our queries. */
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
  // READ COMMITTED takes no gap locks, so that concurrent inserts next to each other do not deadlock.
  pool.on('connection', (connection) => {
    connection.query('set session transaction isolation level read committed')
    // A longer wait, multiplied by the retries of `tx`, would outlast the client.
    connection.query('set session innodb_lock_wait_timeout = 5')
  })
  return new MysqlDialect({ pool })
}

/** Rejects the outer `db` inside a transaction: SQLite would wait for itself, MySQL write outside the transaction. */
function rejectInsideTransaction(db: Db): void {
  const executor = db.getExecutor()
  const provideConnection = executor.provideConnection.bind(executor)
  executor.provideConnection = async (consumer, options) => {
    // Checked before Kysely queues for SQLite's only connection, since that wait never ends.
    assertOutsideTransaction()
    return provideConnection(consumer, options)
  }
}
