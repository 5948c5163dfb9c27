/** Builds what the application is made of (`Ctx`), from its settings. */
import { mkdirSync } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'
import type { Ctx } from './deps.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { type DatabaseHandle, openDatabase } from './platform/db/client.ts'
import { migrate } from './platform/db/migrate.ts'
import { type Bus, localBus } from './platform/events/bus.ts'
import { type RedisBus, redisBus } from './platform/events/redis-bus.ts'
import { tally } from './platform/events/tally.ts'
import { type PageCache, pageCache } from './platform/http/page-cache.ts'
import { accessTokens } from './platform/http/session.ts'
import { sqlSearch } from './platform/search/sql-search.ts'
import { diskStorage, uploadsDir } from './platform/storage/disk.ts'
import { s3Storage } from './platform/storage/s3.ts'
import type { Storage } from './platform/storage/storage.ts'

type Options = { log: FastifyBaseLogger; clock?: Clock; onQuery?: (sql: string) => void }

export type Resources = { ctx: Ctx; database: DatabaseHandle; close(): Promise<void> }

/** Opens database and storage and brings the schema up to date. `close` lets go of all of it. */
export async function openResources(
  config: Config,
  { log, clock = systemClock, onQuery }: Options,
): Promise<Resources> {
  const database = openDatabase(config.database, onQuery && { onQuery })
  const applied = await migrate(database)
  if (applied.length > 0) log.info({ applied }, 'database migrated')
  const redis = await openRedis(config, log)
  const bus = redis ?? localBus()
  const pages = guestPages(bus, clock)
  const ctx: Ctx = {
    db: database.db,
    engine: database.engine,
    config,
    clock,
    bus,
    storage: await openStorage(config),
    tokens: accessTokens(config.jwtSecret),
    pages,
    search: sqlSearch(database.engine),
    views: tally(),
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

function openStorage(config: Config): Promise<Storage> | Storage {
  if (config.s3) return s3Storage(config.s3)
  mkdirSync(uploadsDir(config), { recursive: true })
  return diskStorage(config)
}

/** The messages of several processes need a site of their own: its database and its secret make it. */
async function openRedis(config: Config, log: FastifyBaseLogger): Promise<RedisBus | undefined> {
  if (!config.redisUrl) return undefined
  const database = config.database.engine === 'mysql' ? config.database.url : config.database.file
  return redisBus({ url: config.redisUrl, site: `${database} ${config.jwtSecret}`, log })
}

function guestPages(bus: Bus, clock: Clock): PageCache {
  const pages = pageCache(clock)
  bus.subscribe('pages-changed', () => pages.drop())
  bus.subscribe('connection', ({ up }) => {
    pages.keep(up)
    pages.drop()
  })
  return pages
}
