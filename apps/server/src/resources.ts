/** Builds what the application is made of (`Ctx`), from its settings. */
import { mkdirSync } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'
import type { Ctx } from './deps.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { type Config, ConfigError } from './platform/config.ts'
import { type DatabaseHandle, type OnQuery, openDatabase } from './platform/db/client.ts'
import { migrate } from './platform/db/migrate.ts'
import { type Bus, localBus } from './platform/events/bus.ts'
import { type RedisBus, redisBus } from './platform/events/redis-bus.ts'
import { tally } from './platform/events/tally.ts'
import { pageCache } from './platform/http/page-cache.ts'
import { accessTokens } from './platform/http/session.ts'
import { type Kept, kept } from './platform/kept.ts'
import { problemList } from './platform/problems.ts'
import { foundCache } from './platform/search/found-cache.ts'
import { sqlSearch } from './platform/search/sql-search.ts'
import { diskStorage, uploadsDir } from './platform/storage/disk.ts'
import { s3Storage } from './platform/storage/s3.ts'
import type { Storage } from './platform/storage/storage.ts'

type Options = { log: FastifyBaseLogger; clock?: Clock; onQuery?: OnQuery }

/** Notes kept in memory; each takes some kilobytes. */
const CARDS = 1000

export type Resources = { ctx: Ctx; database: DatabaseHandle; close(): Promise<void> }

/** Opens database and storage and brings the schema up to date. `close` lets go of all of it. */
export async function openResources(
  config: Config,
  { log, clock = systemClock, onQuery }: Options,
): Promise<Resources> {
  const database = openDatabase(config.database, onQuery && { onQuery })
  const { storage, redis } = await prepare(config, database, log).catch(async (error: unknown) => {
    // An open pool would keep the process from ending.
    await database.close()
    throw error
  })
  const bus = redis ?? localBus()
  const ctx: Ctx = {
    db: database.db,
    engine: database.engine,
    config,
    clock,
    bus,
    storage,
    tokens: accessTokens(config.jwtSecret),
    pages: dropped(bus, pageCache(clock)),
    cards: dropped(bus, kept({ max: CARDS }, clock)),
    search: sqlSearch(database.engine),
    found: foundCache(bus, clock),
    views: tally(),
    problems: problemList(bus, clock),
    log,
    redis: redis?.client,
  }
  return {
    ctx,
    database,
    async close() {
      await bus.close()
      await database.close()
    },
  }
}

async function prepare(config: Config, database: DatabaseHandle, log: FastifyBaseLogger) {
  const applied = await migrate(database)
  if (applied.length > 0) log.info({ applied }, 'database migrated')
  const storage = await openStorage(config)
  return { storage, redis: await openRedis(config, log) }
}

function openStorage(config: Config): Promise<Storage> | Storage {
  if (config.s3) return s3Storage(config.s3)
  mkdirSync(uploadsDir(config), { recursive: true })
  return diskStorage(config)
}

/** The messages of several processes need a site of their own: its database and its secret make it. */
async function openRedis(config: Config, log: FastifyBaseLogger): Promise<RedisBus | undefined> {
  if (!config.redisUrl) return undefined
  const database = config.database.engine === 'mysql' ? config.database.url : config.database.file
  return redisBus({ url: config.redisUrl, site: `${database} ${config.jwtSecret}`, log }).catch((error: Error) => {
    throw new ConfigError(`REDIS_URL: cannot connect: ${error.message}`)
  })
}

/** Drops what is kept when the site says that what guests see has changed. */
function dropped<K extends Pick<Kept<never, never>, 'drop' | 'keep'>>(bus: Bus, store: K): K {
  bus.subscribe('pages-changed', () => store.drop())
  bus.subscribe('search-changed', ({ kind }) => kind === 'notes' && store.drop())
  bus.subscribe('connection', ({ up }) => {
    store.keep(up)
    store.drop()
  })
  return store
}
