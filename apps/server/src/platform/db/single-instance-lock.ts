/** Processes on one database invalidate each other's caches over Redis; without it, a second one must not start. */
import { existsSync } from 'node:fs'
import SqliteDatabase from 'better-sqlite3'
import { createConnection } from 'mysql2/promise'
import { type Config, ConfigError } from '../config.ts'
import { mysqlError } from '../wait-for-services.ts'
import type { Db } from './client.ts'
import { sqliteFailure } from './errors.ts'
import { livingNodes } from './nodes.ts'

type SingleInstanceLock = { release(): Promise<void> }

type Settings = Pick<Config, 'database' | 'redisUrl' | 'singleNode'>

/** MySQL closes connections that are idle for hours. */
const PING_MS = 5 * 60_000
/** Neither waits for anything but the server. */
const ANSWER_MS = 10_000
/** Closing the connection waits for a ping that a hanging server has not answered. */
const RELEASE_MS = 2000
/** A predecessor may still be shutting down (graceful-shutdown.ts). */
const SHUTDOWN_WAIT_MS = 15_000

/** Another process works on the database. */
export class InUseError extends ConfigError {
  constructor(message: string) {
    super(`${message}\nSINGLE_NODE=1 starts anyway: only if you know that this process is alone.`)
  }
}

const NO_LOCK: SingleInstanceLock = { release: async () => undefined }

/** Throws `InUseError` if another process has the lock, `ConfigError` without a database. With Redis it only checks. */
export async function acquireSingleInstanceLock(
  { database, redisUrl, singleNode }: Settings,
  waitMs = SHUTDOWN_WAIT_MS,
): Promise<SingleInstanceLock> {
  if (singleNode) return NO_LOCK
  return database.engine === 'sqlite' ? lockSqliteFile(database.file, waitMs) : lockMysqlServer(database.url, redisUrl)
}

/** Locks an empty file beside the database, whose own lock every transaction needs. */
function lockSqliteFile(file: string, waitMs: number): SingleInstanceLock {
  let connection: SqliteDatabase.Database | undefined
  try {
    connection = new SqliteDatabase(`${file}.lock`, { timeout: waitMs })
    connection.exec('begin exclusive')
  } catch (error) {
    connection?.close()
    const busy = error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY')
    throw busy
      ? new InUseError(`Another process serves this database, ${file}. Stop it first.`)
      : sqliteFailure(`${file}.lock`, error)
  }
  return {
    async release() {
      connection?.close()
    },
  }
}

/** Whether a server works on the database. With `SINGLE_NODE` it takes no lock, so that it may. */
export async function isServed(db: Db, { database, singleNode }: Settings): Promise<boolean> {
  if (singleNode) return true
  if (database.engine === 'mysql') return (await livingNodes(db, 'mysql')).length > 0
  if (!existsSync(`${database.file}.lock`)) return false
  try {
    await lockSqliteFile(database.file, 0).release()
    return false
  } catch (error) {
    if (error instanceof ConfigError) return true
    throw error
  }
}

async function lockMysqlServer(url: string, redisUrl: string | undefined): Promise<SingleInstanceLock> {
  const connection = await createConnection({ uri: url, enableKeepAlive: true }).catch((error: unknown) => {
    throw mysqlError(url, error)
  })
  const name = `shiliu:${new URL(url).pathname.slice(1)}`.slice(0, 64)
  const query = redisUrl ? 'select is_free_lock(?) as free' : 'select get_lock(?, 0) as free'
  const [rows] = await connection.query({ sql: query, timeout: ANSWER_MS }, [name]).catch((error: unknown) => {
    connection.destroy()
    throw mysqlError(url, error)
  })
  const free = Number((rows as { free: number }[])[0]?.free) === 1
  if (!free || redisUrl) await connection.end()
  if (!free) {
    throw new InUseError(
      'Another process serves this database without Redis. Stop it, or set REDIS_URL (and JWT_SECRET) for both.',
    )
  }
  if (redisUrl) return NO_LOCK
  // Losing the connection loses the lock, which only guards against a mistaken start: a running site goes on.
  connection.on('error', () => undefined)
  const keepAlive = setInterval(() => connection.ping().catch(() => undefined), PING_MS).unref()
  return {
    async release() {
      clearInterval(keepAlive)
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, RELEASE_MS)
      })
      await Promise.race([connection.end(), late]).finally(() => {
        clearTimeout(timer)
        connection.destroy()
      })
    },
  }
}
