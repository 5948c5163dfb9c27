/**
 * Several processes on one database must hear of each other: on MySQL through Redis, on SQLite not at all. Where they
 * cannot, the second must not start.
 */
import SqliteDatabase from 'better-sqlite3'
import { createConnection } from 'mysql2/promise'
import { type Config, ConfigError } from '../config.ts'

export type Alone = { release(): Promise<void> }

type Settings = Pick<Config, 'database' | 'redisUrl' | 'singleNode'>

/** The server drops connections that say nothing for hours. */
const PING_MS = 5 * 60_000
/** A process that is being replaced may still be stopping (stopper.ts). */
const STOPPING_MS = 15_000

const NOBODY: Alone = { release: async () => undefined }

/**
 * Takes the site's lock, which is let go of when this process ends, however it ends. On MySQL with Redis only looks that
 * nobody holds it. Throws `ConfigError` where another process does, or nothing answers.
 */
export async function aloneOrThrow({ database, redisUrl, singleNode }: Settings, waitMs = STOPPING_MS): Promise<Alone> {
  if (singleNode) return NOBODY
  return database.engine === 'sqlite' ? aloneOnFile(database.file, waitMs) : aloneOnServer(database.url, redisUrl)
}

/** The lock is SQLite's own, on an empty file beside the database, whose own lock each transaction needs. */
function aloneOnFile(file: string, waitMs: number): Alone {
  const lock = new SqliteDatabase(`${file}.lock`, { timeout: waitMs })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    const busy = error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY')
    throw busy ? inUse(`Another process serves this database, ${file}. Stop it first.`) : error
  }
  return {
    async release() {
      lock.close()
    },
  }
}

async function aloneOnServer(url: string, redisUrl: string | undefined): Promise<Alone> {
  const connection = await createConnection({ uri: url, enableKeepAlive: true }).catch((error: Error) => {
    throw new ConfigError(`DATABASE_URL: cannot connect: ${error.message}`)
  })
  const name = `shiliu:${new URL(url).pathname.slice(1)}`.slice(0, 64)
  const question = redisUrl ? 'select is_free_lock(?) as free' : 'select get_lock(?, 0) as free'
  const [rows] = await connection.query(question, [name])
  const free = Number((rows as { free: number }[])[0]?.free) === 1
  if (!free || redisUrl) await connection.end()
  if (!free) {
    throw inUse(
      'Another process serves this database without Redis. Stop it, or set REDIS_URL (and JWT_SECRET) for both.',
    )
  }
  if (redisUrl) return NOBODY
  // A lost connection loses the lock: it guards a start by mistake, and a running site is not stopped for it.
  connection.on('error', () => undefined)
  const awake = setInterval(() => connection.ping().catch(() => undefined), PING_MS).unref()
  return {
    async release() {
      clearInterval(awake)
      await connection.end()
    },
  }
}

function inUse(line: string): ConfigError {
  return new ConfigError(`${line}\nSINGLE_NODE=1 starts anyway: only if you know that this process is alone.`)
}
