/** A start waits for MySQL and Redis, and ends with one line that names the setting where waiting is of no use. */
import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { createConnection } from 'mysql2/promise'
import { type Config, ConfigError } from './config.ts'
import type { Log } from './log.ts'

type Options = {
  log: Pick<Log, 'warn'>
  /** A name may become known a little after the machine has started; one that is misspelled never does. */
  unknownHostMs?: number
}

const UNKNOWN_HOST_MS = 30_000
const FIRST_MS = 500
const LONGEST_MS = 10_000
const CONNECT_MS = 5000

/** Waits as long as it takes. Throws `ConfigError` where waiting is no help: a wrong password, a missing database. */
export async function waitForServices(
  { database, redisUrl }: Pick<Config, 'database' | 'redisUrl'>,
  { log, unknownHostMs = UNKNOWN_HOST_MS }: Options,
): Promise<void> {
  const start = performance.now()
  const untilConnected = async (
    url: string,
    connect: (url: string) => Promise<void>,
    failureOf: typeof mysqlFailure,
  ) => {
    for (let pause = FIRST_MS; ; pause = Math.min(pause * 2, LONGEST_MS)) {
      try {
        return await connect(url)
      } catch (error) {
        const { reason, wait: when } = failureOf(url, error)
        const patience = { never: 0, briefly: unknownHostMs, always: Number.POSITIVE_INFINITY }[when]
        if (performance.now() - start >= patience) throw new ConfigError(reason)
        log.warn({ reason, seconds: pause / 1000 }, 'waiting')
        await wait(pause)
      }
    }
  }
  if (database.engine === 'mysql') await untilConnected(database.url, tryMysql, mysqlFailure)
  if (redisUrl) await untilConnected(redisUrl, tryRedis, redisFailure)
}

async function tryMysql(url: string): Promise<void> {
  const connection = await createConnection({ uri: url, connectTimeout: CONNECT_MS })
  await connection.query({ sql: 'select 1', timeout: CONNECT_MS }).finally(() => connection.destroy())
}

async function tryRedis(url: string): Promise<void> {
  const client = new Redis(url, {
    lazyConnect: true,
    retryStrategy: null,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_MS,
    commandTimeout: CONNECT_MS,
  })
  // What `connect` rejects with says only that the connection is closed.
  let cause: unknown
  client.on('error', (error) => {
    cause ??= error
  })
  try {
    await client.connect()
    await client.ping()
  } catch (error) {
    throw cause ?? error
  } finally {
    client.disconnect()
  }
}

type Failure = { reason: string; wait: 'never' | 'briefly' | 'always' }

/** Of MySQL: what is wrong with an account or a name does not pass. */
const LASTING: Record<number, string> = {
  1044: 'this user may not use the database',
  1045: 'wrong user or password',
  1049: 'there is no such database',
  1130: 'the server accepts no connections from this machine',
  1251: 'the server wants another way to sign in',
  1524: 'the server wants another way to sign in',
  1698: 'wrong user or password',
}

function mysqlFailure(url: string, error: unknown): Failure {
  const { errno = 0 } = error as { errno?: number }
  const lasting = LASTING[errno]
  if (lasting) return { reason: line('DATABASE_URL', url, lasting, error), wait: 'never' }
  return networkFailure('DATABASE_URL', url, error)
}

/** What keeps us from MySQL, in one line that names the setting. */
export const mysqlError = (url: string, error: unknown) => new ConfigError(mysqlFailure(url, error).reason)

function redisFailure(url: string, error: unknown): Failure {
  const words = String((error as Error).message)
  if (/^(?:WRONGPASS|NOAUTH|NOPERM)|invalid password/.test(words))
    return { reason: line('REDIS_URL', url, 'wrong or missing password', error), wait: 'never' }
  return networkFailure('REDIS_URL', url, error)
}

function networkFailure(setting: string, url: string, error: unknown): Failure {
  const { code } = error as { code?: string }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return { reason: line(setting, url, 'unknown host', error), wait: code === 'ENOTFOUND' ? 'briefly' : 'always' }
  const words = code === 'ECONNREFUSED' ? 'nothing listens there' : 'no answer'
  return { reason: line(setting, url, words, error), wait: 'always' }
}

/** Names host and database, never the password. */
function line(setting: string, url: string, words: string, error: unknown): string {
  const { host, pathname, username } = new URL(url)
  const detail = String((error as Error).message ?? error).slice(0, 200)
  return `${setting}: cannot connect to ${username && `${username}@`}${host}${pathname}: ${words} (${detail})`
}
