/** Two processes on one MySQL database must hear of each other through Redis; without it, the second must not start. */
import { createConnection } from 'mysql2/promise'
import { type Config, ConfigError } from '../config.ts'

export type Alone = { release(): Promise<void> }

/** The server drops connections that say nothing for hours. */
const PING_MS = 5 * 60_000

const NOBODY: Alone = { release: async () => undefined }

/**
 * On MySQL without Redis takes the site's lock, which the server lets go of when this process ends, however it ends. With
 * Redis only looks that nobody holds it. Throws `ConfigError` where another process does, or nothing answers.
 */
export async function aloneOrThrow({ database, redisUrl, singleNode }: Config): Promise<Alone> {
  if (database.engine !== 'mysql' || singleNode) return NOBODY
  const connection = await createConnection({ uri: database.url, enableKeepAlive: true }).catch((error: Error) => {
    throw new ConfigError(`DATABASE_URL: cannot connect: ${error.message}`)
  })
  const name = `shiliu:${new URL(database.url).pathname.slice(1)}`.slice(0, 64)
  const question = redisUrl ? 'select is_free_lock(?) as free' : 'select get_lock(?, 0) as free'
  const [rows] = await connection.query(question, [name])
  const free = Number((rows as { free: number }[])[0]?.free) === 1
  if (!free || redisUrl) await connection.end()
  if (!free) {
    throw new ConfigError(
      'Another process serves this database without Redis. Stop it, or set REDIS_URL (and JWT_SECRET) for both;\n' +
        'SINGLE_NODE=1 starts anyway: only if you know that this process is alone.',
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
