/** Opens the database of either engine for Kysely: pragmas, pool, group commit, and how transactions begin and end. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import {
  type AbortableQueryOptions,
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  MysqlDialect,
  type QueryExecutor,
  type QueryResult,
  SelectQueryNode,
  SqliteDialect,
  type SqliteDatabase as SqlitePort,
  type SqliteStatement as SqliteStatementPort,
} from 'kysely'
import type { DatabaseConfig } from '../config.ts'
import { isTurnOver } from '../loop-turn.ts'
import { currentTrace, traced } from '../trace.ts'
import type { Engine } from './columns.ts'
import { sqliteFailure } from './errors.ts'
import { groupCommit, startWalWorker, type WalWorker } from './group-commit.ts'
import { type MysqlPoolOptions, mysqlPool } from './mysql-pool.ts'
import type { Database } from './schema.ts'
import { assertOutsideTransaction } from './transaction-scope.ts'

export type { Engine } from './columns.ts'
export type Db = Kysely<Database>
export type DatabaseHandle = { db: Db; engine: Engine; load(): ConnectionLoad; close(): Promise<void> }
/** Connections in use, and what waits for one. */
export type ConnectionLoad = { used: number; waiting: number }

export type OnQuery = (sql: string, parameters: readonly unknown[]) => void
/** `ms` is what the statement held the event loop for. */
export type OnStatement = (sql: string, ms: number) => void
/** After a statement that had a connection for `ms`; `error` is why it failed. */
export type OnAnswer = (sql: string, ms: number, error?: unknown) => void
type Options = {
  onQuery?: OnQuery
  onAnswer?: OnAnswer
  /** SQLite only. */
  onStatement?: OnStatement
  mysql?: MysqlPoolOptions
  /** SQLite only: writes that happen at once share one sync, in a thread of its own. */
  groupCommit?: GroupCommitOptions
  /** Writes fail, and what is read within a transaction is of one moment. */
  readOnly?: boolean
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
  const { onQuery, onAnswer } = options
  const inTransactions = new WeakSet<CompiledQuery>()
  const betweenTransactions = (work: () => void) => db.connection().execute(async () => work())
  const sqlite = config.engine === 'sqlite' ? openSqlite(config.file, options, betweenTransactions) : undefined
  const { readOnly = false } = options
  const dialect =
    config.engine === 'sqlite'
      ? undefined
      : new MysqlDialect({ pool: mysqlPool(config.url, { ...options.mysql, readOnly }) })
  const db: Db = new Kysely<Database>({
    dialect: withTransactions((sqlite?.dialect ?? dialect) as Dialect, sqlite),
    ...((onQuery || onAnswer) && {
      log(event) {
        const { query, queryDurationMillis: ms } = event
        onQuery?.(query.sql, query.parameters)
        if (!inTransactions.has(query)) onAnswer?.(query.sql, ms, event.level === 'error' ? event.error : undefined)
      },
    }),
  })
  const load = { used: 0, waiting: 0 }
  aroundConnections(db, sqlite, load, onAnswer)
  if (onAnswer) timeTransactions(db.getExecutor(), inTransactions, onAnswer)
  return {
    db,
    engine: config.engine,
    load: () => load,
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
  /** The statement that begins a transaction. */
  begin: string
  /** A transaction has the connection. */
  inTransaction: boolean
  /** Reads what is committed, whoever has the connection. */
  readBeside<R>(query: CompiledQuery): QueryResult<R>
  close(): Promise<void>
}

const WAL_KEPT_BYTES = 64 * 1024 * 1024

/** Throws `ConfigError` for a file that is damaged or cannot be written. */
function connectSqlite(file: string, grouped: boolean, readOnly: boolean): SqliteDatabase.Database {
  try {
    if (readOnly) return connectBeside(file)
    const connection = new SqliteDatabase(file)
    for (const pragma of [
      'journal_mode = WAL',
      `synchronous = ${grouped ? 'NORMAL' : 'FULL'}`,
      'foreign_keys = ON',
      'busy_timeout = 5000',
      'cache_size = -32768',
      // Otherwise a long transaction writes all of its pages at once, when it ends.
      'cache_spill = 500',
      // What a long read made it grow to goes back to the disk afterwards.
      `journal_size_limit = ${WAL_KEPT_BYTES}`,
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
  { groupCommit: group, onStatement, readOnly = false }: Options,
  betweenTransactions: BetweenTransactions,
): OpenSqlite {
  const connection = connectSqlite(file, group !== undefined, readOnly)
  let writes = 0
  const database = withStatementCache(connection, () => writes++, onStatement)
  const dialect = inTurns(new SqliteDialect({ database }))
  const commits = group && groupedCommits(connection, file, group, betweenTransactions)
  let beside: SqlitePort | undefined
  return {
    dialect,
    writes: () => writes,
    synced: async () => commits?.synced(),
    begin: readOnly ? 'begin' : BEGIN,
    inTransaction: false,
    readBeside({ sql, parameters }) {
      beside ??= withStatementCache(connectBeside(file), () => {}, onStatement)
      return { rows: beside.prepare(sql).all(parameters) as never[] }
    },
    async close() {
      beside?.close()
      await commits?.close()
    },
  }
}

function connectBeside(file: string): SqliteDatabase.Database {
  const connection = new SqliteDatabase(file, { readonly: true, fileMustExist: true })
  connection.pragma('busy_timeout = 5000')
  connection.pragma('cache_size = -4096')
  return connection
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
function withStatementCache(
  connection: SqliteDatabase.Database,
  onWrite: () => void,
  onStatement: OnStatement | undefined,
): SqlitePort {
  const statements = new Map<string, { statement: SqliteDatabase.Statement<unknown[]>; port: SqliteStatementPort }>()
  return {
    close: () => connection.close(),
    prepare(sql) {
      const known = statements.get(sql)
      const statement = known && !known.statement.busy ? known.statement : connection.prepare<unknown[]>(sql)
      if (!statement.readonly && sql !== BEGIN) onWrite()
      if (statement === known?.statement) return known.port
      if (statements.size >= 500) statements.clear()
      const port = onStatement ? timed(statement, (ms) => onStatement(sql, ms)) : statement
      statements.set(sql, { statement, port })
      return port
    },
  }
}

function timed(statement: SqliteDatabase.Statement<unknown[]>, took: (ms: number) => void): SqliteStatementPort {
  const timing = <R>(work: () => R): R => {
    const start = performance.now()
    try {
      return work()
    } finally {
      took(performance.now() - start)
    }
  }
  return {
    reader: statement.reader,
    all: (parameters) => timing(() => statement.all(parameters as unknown[])),
    run: (parameters) => timing(() => statement.run(parameters as unknown[])),
    iterate: (parameters) => statement.iterate(parameters as unknown[]) as IterableIterator<unknown>,
  }
}

/** Waits for the command line at the start; upgrading a read to a write fails at once where that wrote meanwhile. */
const BEGIN = 'begin immediate'

/** Statements answer synchronously: of many in a row, the next waits for a turn of the event loop. */
function inTurns(dialect: Dialect): Dialect {
  const createDriver = dialect.createDriver.bind(dialect)
  dialect.createDriver = () => {
    const driver = createDriver()
    const acquire = driver.acquireConnection.bind(driver)
    const known = new WeakSet<DatabaseConnection>()
    driver.acquireConnection = async () => {
      const connection = await acquire()
      if (known.has(connection)) return connection
      known.add(connection)
      const execute = connection.executeQuery.bind(connection)
      connection.executeQuery = <R>(query: CompiledQuery) =>
        isTurnOver() ? nextTurn().then(() => execute<R>(query)) : execute<R>(query)
      return connection
    }
    return driver
  }
  return dialect
}

/** A rollback that fails does not hide why: SQLite has often done it by itself, and a lost connection cannot. */
function withTransactions(dialect: Dialect, sqlite: OpenSqlite | undefined): Dialect {
  const createDriver = dialect.createDriver.bind(dialect)
  dialect.createDriver = () => {
    const driver = createDriver()
    const rollback = driver.rollbackTransaction.bind(driver)
    if (sqlite) markTransactions(driver, sqlite)
    else
      driver.beginTransaction = async (connection) => void (await connection.executeQuery(CompiledQuery.raw('begin')))
    driver.rollbackTransaction = async (connection) => {
      await rollback(connection).catch(() => undefined)
      if (sqlite) sqlite.inTransaction = false
    }
    return driver
  }
  return dialect
}

function markTransactions(driver: Driver, sqlite: OpenSqlite): void {
  const commit = driver.commitTransaction.bind(driver)
  driver.beginTransaction = async (connection) => {
    await connection.executeQuery(CompiledQuery.raw(sqlite.begin))
    sqlite.inTransaction = true
  }
  driver.commitTransaction = async (connection) => {
    await commit(connection)
    sqlite.inTransaction = false
  }
}

type Provide = QueryExecutor['provideConnection']

/** Counts who waits for a connection and who has one. */
function counting(load: ConnectionLoad, provide: Provide): Provide {
  return async (consumer, options) => {
    let isServed = false
    const trace = currentTrace()
    const start = performance.now()
    load.waiting++
    try {
      return await provide((connection) => {
        isServed = true
        trace?.add('connection', 'wait', start)
        load.waiting--
        load.used++
        return consumer(connection)
      }, options)
    } finally {
      if (isServed) load.used--
      else load.waiting--
    }
  }
}

/** Tells of the statements of transactions where their callers wait, whom Kysely's own log does not know. */
function timeTransactions(executor: QueryExecutor, known: WeakSet<CompiledQuery>, onAnswer: OnAnswer): void {
  const withConnectionProvider = executor.withConnectionProvider.bind(executor)
  executor.withConnectionProvider = (provider) => {
    const own = withConnectionProvider(provider)
    // A transaction asks its executor for one more for each statement.
    timeTransactions(own, known, onAnswer)
    const executeQuery = own.executeQuery.bind(own)
    own.executeQuery = async <R>(query: CompiledQuery, options?: AbortableQueryOptions) => {
      known.add(query)
      const start = performance.now()
      try {
        const result = await executeQuery<R>(query, options)
        onAnswer(query.sql, performance.now() - start)
        return result
      } catch (error) {
        onAnswer(query.sql, performance.now() - start, error)
        throw error
      }
    }
    return own
  }
}

/**
 * Rejects the outer `db` inside a transaction: SQLite would wait for itself, MySQL write outside the transaction. What
 * has written waits for its sync after it has given the connection back.
 */
function aroundConnections(
  db: Db,
  sqlite: OpenSqlite | undefined,
  load: ConnectionLoad,
  onAnswer: OnAnswer | undefined,
): void {
  const executor = db.getExecutor()
  const provideConnection = counting(load, executor.provideConnection.bind(executor))
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
    if (hasWritten) await traced('disk', 'sync', () => sqlite.synced())
    return result
  }
  if (!sqlite) return
  const executeQuery = executor.executeQuery.bind(executor)
  executor.executeQuery = async <R>(query: CompiledQuery, options?: AbortableQueryOptions) => {
    // A long transaction leaves the loop to others, who need not wait for it.
    if (!sqlite.inTransaction || !SelectQueryNode.is(query.query)) return executeQuery<R>(query, options)
    assertOutsideTransaction()
    const start = performance.now()
    const result = sqlite.readBeside<R>(query)
    onAnswer?.(query.sql, performance.now() - start)
    return result
  }
}
