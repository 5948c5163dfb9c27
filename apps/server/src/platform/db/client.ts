import SqliteDatabase from 'better-sqlite3'
import {
  CompiledQuery,
  type Dialect,
  Kysely,
  MysqlDialect,
  SqliteDialect,
  type SqliteDatabase as SqlitePort,
} from 'kysely'
import type { DatabaseConfig } from '../config.ts'
import type { Engine } from './columns.ts'
import { groupCommit, startWalWorker, type WalWorker } from './group-commit.ts'
import { type MysqlPoolOptions, mysqlPool } from './mysql-pool.ts'
import type { Database } from './schema.ts'
import { assertOutsideTransaction } from './transaction-scope.ts'
import { sqliteFailure } from './violations.ts'

export type { Engine } from './columns.ts'
export type Db = Kysely<Database>
export type DatabaseHandle = { db: Db; engine: Engine; close(): Promise<void> }

export type OnQuery = (sql: string, parameters: readonly unknown[]) => void
type Options = {
  onQuery?: OnQuery
  mysql?: MysqlPoolOptions
  /** SQLite only: writes that happen at once share one sync, in a thread of its own. */
  groupCommit?: GroupCommitOptions
}

export type GroupCommitOptions = {
  /** What was written since the last sync may be lost, though the database shows it: the process must end. */
  onSyncFailure(error: Error): void
  /** The WAL grows until a later checkpoint succeeds. */
  onCheckpointFailure(error: Error): void
  startWorker?: (file: string) => WalWorker
}

/** Opens the database without migrating it. */
export function openDatabase(config: DatabaseConfig, options: Options = {}): DatabaseHandle {
  const betweenTransactions = (work: () => void) => db.connection().execute(async () => work())
  const sqlite =
    config.engine === 'sqlite' ? openSqlite(config.file, options.groupCommit, betweenTransactions) : undefined
  const dialect =
    config.engine === 'sqlite' ? undefined : new MysqlDialect({ pool: mysqlPool(config.url, options.mysql ?? {}) })
  const db: Db = new Kysely<Database>({
    dialect: withTransactions((sqlite?.dialect ?? dialect) as Dialect, config.engine === 'sqlite' ? BEGIN : 'begin'),
    ...(options.onQuery && { log: ({ query }) => options.onQuery?.(query.sql, query.parameters) }),
  })
  aroundConnections(db, sqlite)
  return {
    db,
    engine: config.engine,
    async close() {
      await sqlite?.close()
      await db.destroy()
    },
  }
}

type OpenSqlite = {
  dialect: Dialect
  /** Statements so far that may have written. */
  writes(): number
  /** Resolves once everything committed is on disk. */
  synced(): Promise<void>
  close(): Promise<void>
}

/** Throws `ConfigError` for a file that is damaged or cannot be written. */
function connectSqlite(file: string, grouped: boolean): SqliteDatabase.Database {
  try {
    const connection = new SqliteDatabase(file)
    for (const pragma of [
      'journal_mode = WAL',
      `synchronous = ${grouped ? 'NORMAL' : 'FULL'}`,
      'foreign_keys = ON',
      'busy_timeout = 5000',
      'cache_size = -32768',
    ]) {
      connection.pragma(pragma)
    }
    return connection
  } catch (error) {
    throw sqliteFailure(file, error)
  }
}

/** An acknowledged write survives a power cut, not only a crash of the process. */
function openSqlite(
  file: string,
  group: GroupCommitOptions | undefined,
  betweenTransactions: BetweenTransactions,
): OpenSqlite {
  const connection = connectSqlite(file, group !== undefined)
  let writes = 0
  const dialect = new SqliteDialect({ database: withStatementCache(connection, () => writes++) })
  const commits = group && groupedCommits(connection, file, group, betweenTransactions)
  return {
    dialect,
    writes: () => writes,
    synced: async () => commits?.synced(),
    close: async () => commits?.close(),
  }
}

const CHECKPOINT_MS = 1000
/** 16 MB. The worker leaves what is written while it copies; as long as something is left, the WAL grows. */
const WAL_PAGES_MAX = 4000

/** Runs `work` while no transaction has the connection. */
type BetweenTransactions = (work: () => void) => Promise<void>

function groupedCommits(
  connection: SqliteDatabase.Database,
  file: string,
  options: GroupCommitOptions,
  betweenTransactions: BetweenTransactions,
) {
  connection.pragma('wal_autocheckpoint = 0')
  const worker = (options.startWorker ?? startWalWorker)(file)
  const sync = groupCommit(() => worker.sync())
  let dirty = false
  const timer = setInterval(async () => {
    if (!dirty) return
    dirty = false
    try {
      if ((await worker.checkpoint()) <= WAL_PAGES_MAX) return
      // SQLite refuses it inside a transaction.
      await betweenTransactions(() => void connection.pragma('wal_checkpoint(PASSIVE)'))
    } catch (error) {
      dirty = true
      options.onCheckpointFailure(error as Error)
    }
  }, CHECKPOINT_MS)
  timer.unref()
  return {
    async synced() {
      dirty = true
      try {
        await sync()
      } catch (error) {
        options.onSyncFailure(error as Error)
        throw error
      }
    },
    async close() {
      clearInterval(timer)
      await sync()
      await worker.close()
    },
  }
}

/** Preparing a statement costs more than most of our queries. */
function withStatementCache(connection: SqliteDatabase.Database, onWrite: () => void): SqlitePort {
  const statements = new Map<string, SqliteDatabase.Statement<unknown[]>>()
  return {
    close: () => connection.close(),
    prepare(sql) {
      const known = statements.get(sql)
      const statement = known && !known.busy ? known : connection.prepare<unknown[]>(sql)
      if (!statement.readonly && sql !== BEGIN) onWrite()
      if (statement === known) return known
      if (statements.size >= 500) statements.clear()
      statements.set(sql, statement)
      return statement
    },
  }
}

/** Waits for the command line at the start; upgrading a read to a write would fail at once where that wrote meanwhile. */
const BEGIN = 'begin immediate'

/** A rollback that fails does not hide why: SQLite has often done it by itself, and a lost connection cannot. */
function withTransactions(dialect: Dialect, begin: string): Dialect {
  const createDriver = dialect.createDriver.bind(dialect)
  dialect.createDriver = () => {
    const driver = createDriver()
    const rollback = driver.rollbackTransaction.bind(driver)
    driver.beginTransaction = async (connection) => void (await connection.executeQuery(CompiledQuery.raw(begin)))
    driver.rollbackTransaction = (connection) => rollback(connection).catch(() => undefined)
    return driver
  }
  return dialect
}

/**
 * Rejects the outer `db` inside a transaction: SQLite would wait for itself, MySQL write outside the transaction. What has
 * written waits for its sync after it has given the connection back.
 */
function aroundConnections(db: Db, sqlite: OpenSqlite | undefined): void {
  const executor = db.getExecutor()
  const provideConnection = executor.provideConnection.bind(executor)
  executor.provideConnection = async (consumer, options) => {
    // Checked before Kysely queues for SQLite's only connection, since that wait never ends.
    assertOutsideTransaction()
    if (!sqlite) return provideConnection(consumer, options)
    let hasWritten = false
    const result = await provideConnection(async (connection) => {
      const before = sqlite.writes()
      const consumed = await consumer(connection)
      hasWritten = sqlite.writes() > before
      return consumed
    }, options)
    if (hasWritten) await sqlite.synced()
    return result
  }
}
