/** The pool of MySQL for Kysely. Nothing waits for it longer than its deadline (docs/decisions/037-deadlines.md). */
import type { MysqlPool, MysqlPoolConnection } from 'kysely'
import { createPool, type PoolConnection } from 'mysql2'
import { createConnection } from 'mysql2/promise'
import { type BreakerLog, circuitBreaker } from '../breaker.ts'

/** A connection, new or free. Longer than a full pool keeps a request waiting on a site that is not overloaded. */
const CONNECT_MS = 5000
/** More than the server allows a statement, so that only a server that hangs reaches it. */
const STATEMENT_MS = 10_000
/** 9 s. MariaDB and MySQL name it differently, and each skips the other's comment. MySQL's bounds only reads. */
const STATEMENT_LIMIT = '/*M!100100 , max_statement_time = 9 */ /*!50708 , max_execution_time = 9000 */'

export type MysqlPoolOptions = {
  size?: number
  /** For migrations, which may rewrite a large table: their statements take as long as they need. */
  unbounded?: boolean
  log?: BreakerLog
}

export function mysqlPool(url: string, { size = 10, unbounded = false, log }: MysqlPoolOptions): MysqlPool {
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
    connection.query('set session transaction isolation level read committed')
    // A longer wait, multiplied by the retries of `tx`, would outlast the client.
    connection.query(`set session innodb_lock_wait_timeout = 5 ${unbounded ? '' : STATEMENT_LIMIT}`)
  })
  if (unbounded) return pool as unknown as MysqlPool

  const breaker = circuitBreaker({
    service: 'the database (DATABASE_URL)',
    log,
    async probe(signal) {
      const connection = await createConnection({ uri: url, connectTimeout: 1000 })
      signal.addEventListener('abort', () => connection.destroy())
      await connection.query('select 1')
      await connection.end()
    },
  })

  function connect(signal: AbortSignal): Promise<PoolConnection> {
    return new Promise((resolve, reject) => {
      pool.getConnection((error, connection) => {
        if (error) reject(error)
        else if (signal.aborted) connection.release()
        else resolve(connection)
      })
    })
  }

  async function query(connection: PoolConnection, sql: string, parameters: unknown[]): Promise<unknown> {
    try {
      return await breaker.call(STATEMENT_MS, (signal) => {
        // The server rolls back what a closed connection had begun.
        signal.addEventListener('abort', () => discard(connection))
        return new Promise((resolve, reject) => {
          connection.query({ sql, values: parameters }, (error, result) => {
            if (error) reject(error)
            else resolve(result)
          })
        })
      })
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
      breaker.call(CONNECT_MS, connect).then((connection) => callback(null, guard(connection)), failed)
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
