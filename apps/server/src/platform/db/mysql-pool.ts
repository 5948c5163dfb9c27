/** The pool of MySQL for Kysely. Nothing waits for it longer than its deadline (docs/decisions/037-deadlines.md). */
import { setTimeout as wait } from 'node:timers/promises'
import type { MysqlPool, MysqlPoolConnection } from 'kysely'
import { createPool, type PoolConnection } from 'mysql2'
import { createConnection } from 'mysql2/promise'
import { type Breaker, circuitBreaker, NoAnswerError } from '../breaker.ts'
import type { Log } from '../log.ts'
import { currentWaitBudget } from '../wait-budget.ts'

/** A connection, new or free. Longer than a full pool keeps a request waiting on a site that is not overloaded. */
const CONNECT_MS = 5000
/** More than the server allows a statement, so that only a server that hangs reaches it. */
const STATEMENT_MS = 10_000
/** 9 s. MariaDB and MySQL name it differently, and each skips the other's comment. MySQL's bounds only reads. */
const STATEMENT_LIMIT = '/*M!100100 , max_statement_time = 9 */ /*!50708 , max_execution_time = 9000 */'

/** How often a server is asked for an answer while a statement may take as long as it needs. */
const WATCH_MS = 5000
/** Of its silences. A server that rewrites a large table may be slow to connect to. */
const SILENCES = 4
/** 60 s for a table that a transaction of another process uses; the servers' own limit is a day, or a year. */
const TABLE_LOCK_LIMIT = ', lock_wait_timeout = 60'

/** Connections. */
export const POOL_SIZE = 10

export type MysqlPoolOptions = {
  size?: number
  /** For migrations, which may rewrite a large table: statements take as long as they need while the server answers. */
  unbounded?: boolean
  watchMs?: number
  onBreaker?: (breaker: Breaker) => void
  /** Writes fail, and what is read within a transaction is of one moment. */
  readOnly?: boolean
  log?: Pick<Log, 'info' | 'warn' | 'error'>
}

/** Of a connection, without `sql`, or a statement. `signal` aborts the work when it is given up. */
type Ask = <T>(work: (signal: AbortSignal) => Promise<T>, call: { ms: number; sql?: string }) => Promise<T>

/** Calls go through a circuit breaker, unless they are `unbounded`. */
export function mysqlPool(
  url: string,
  { size = POOL_SIZE, unbounded = false, watchMs = WATCH_MS, readOnly = false, onBreaker, log }: MysqlPoolOptions,
): MysqlPool {
  const pool = createPool({
    uri: url,
    connectionLimit: size,
    charset: 'utf8mb4_bin',
    timezone: 'Z',
    supportBigNumbers: true,
    connectTimeout: CONNECT_MS,
  })
  pool.on('connection', (connection) => {
    // READ COMMITTED takes no gap locks, so that concurrent inserts next to each other do not deadlock.
    connection.query(
      `set session transaction isolation level ${readOnly ? 'repeatable read, read only' : 'read committed'}`,
    )
    // A longer wait, multiplied by the retries of `tx`, would outlast the client.
    connection.query(`set session innodb_lock_wait_timeout = 5 ${unbounded ? TABLE_LOCK_LIMIT : STATEMENT_LIMIT}`)
  })

  async function probe(signal: AbortSignal, connectTimeout: number): Promise<void> {
    const connection = await createConnection({ uri: url, connectTimeout })
    signal.addEventListener('abort', () => connection.destroy())
    await connection.query('select 1')
    await connection.end()
  }

  const service = 'the database (DATABASE_URL)'
  const breaker = circuitBreaker({ service, log, probe: (signal) => probe(signal, 1000) })

  onBreaker?.(breaker)

  function connect(signal: AbortSignal): Promise<PoolConnection> {
    return new Promise((resolve, reject) => {
      pool.getConnection((error, connection) => {
        if (error) reject(error)
        else if (signal.aborted) connection.release()
        else resolve(connection)
      })
    })
  }

  /** Within what the request has left to wait. */
  const askInTime: Ask = async (work, { ms, sql }) => {
    const budget = currentWaitBudget()
    const start = performance.now()
    try {
      // A free connection is handed out while the server hangs, too.
      const mayBeLocal = sql === undefined
      return await breaker.call(ms, work, { mayBeLocal, ...(budget && { atMostMs: budget.leftMs() }) })
    } finally {
      budget?.waited(start)
    }
  }

  /** As long as the server answers others. Says what takes long. */
  const askWhileOthersAreAnswered: Ask = async (work, { sql = 'connect' }) => {
    const [ended, givenUp] = [new AbortController(), new AbortController()]
    async function untilSilent(): Promise<never> {
      const start = performance.now()
      for (let silences = 0; silences < SILENCES; ) {
        await wait(watchMs, undefined, { signal: ended.signal })
        const late = AbortSignal.timeout(watchMs)
        const answered = probe(late, watchMs).then(
          () => true,
          () => false,
        )
        silences = (await Promise.race([answered, wait(watchMs, false)])) ? 0 : silences + 1
        const seconds = Math.round((performance.now() - start) / 1000)
        log?.warn({ statement: sql.slice(0, 300), seconds, silences }, 'changing the database takes long')
      }
      givenUp.abort()
      throw new NoAnswerError(service, true)
    }
    try {
      return await Promise.race([work(givenUp.signal), untilSilent()])
    } finally {
      ended.abort()
    }
  }
  const ask = unbounded ? askWhileOthersAreAnswered : askInTime

  const unanswered = new WeakSet<PoolConnection>()
  async function query(connection: PoolConnection, sql: string, parameters: unknown[]): Promise<unknown> {
    // What follows a failure, as the release of a lock, does not hide it.
    if (unanswered.has(connection)) throw new NoAnswerError(service, false)
    try {
      const statement = (signal: AbortSignal) => {
        // The server rolls back what a closed connection had begun.
        signal.addEventListener('abort', () => {
          unanswered.add(connection)
          discard(connection)
        })
        return new Promise<unknown>((resolve, reject) => {
          connection.query({ sql, values: parameters }, (error, result) => {
            if (error) reject(error)
            else resolve(result)
          })
        })
      }
      return await ask(statement, { ms: STATEMENT_MS, sql })
    } catch (error) {
      // Refused or failed, its transaction may still be open: the next user's `begin` would commit it.
      if (sql === 'rollback') discard(connection)
      throw error
    }
  }

  const guarded = new WeakMap<PoolConnection, MysqlPoolConnection>()
  function guard(connection: PoolConnection): MysqlPoolConnection {
    const known = guarded.get(connection)
    if (known) return known
    const port = {
      query(sql: string, parameters: unknown[], callback: (error: unknown, result?: unknown) => void) {
        query(connection, sql, parameters).then((result) => callback(null, result), callback)
      },
      release: () => connection.release(),
      destroy: () => connection.destroy(),
      threadId: connection.threadId,
    } as unknown as MysqlPoolConnection
    guarded.set(connection, port)
    return port
  }

  return {
    getConnection(callback) {
      const failed = callback as (error: unknown) => void
      ask(connect, { ms: CONNECT_MS }).then((connection) => callback(null, guard(connection)), failed)
    },
    end(callback) {
      breaker.close()
      pool.end(callback)
    },
  }
}

/** At once: an orderly end would wait for the server. */
function discard(connection: PoolConnection): void {
  connection.destroy()
  Reflect.get(connection, 'stream').destroy()
}
