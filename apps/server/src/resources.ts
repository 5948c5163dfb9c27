import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Ctx } from './deps.ts'
import { attempts } from './platform/attempts.ts'
import { createCache } from './platform/cache/cache.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { type Config, ConfigError } from './platform/config.ts'
import { type DatabaseHandle, type GroupCommitOptions, type OnQuery, openDatabase } from './platform/db/client.ts'
import { longReads } from './platform/db/long-reads.ts'
import { siteId } from './platform/db/marks.ts'
import { migrate } from './platform/db/migrate.ts'
import { joinNodes } from './platform/db/nodes.ts'
import { readerProcesses } from './platform/db/reader-processes.ts'
import { openSettings } from './platform/db/settings.ts'
import { isDatabaseUnavailable, sqliteFailure } from './platform/db/violations.ts'
import { localBus } from './platform/events/bus.ts'
import { type RedisBus, redisBus } from './platform/events/redis-bus.ts'
import { pageCache } from './platform/http/page-cache.ts'
import { accessTokens } from './platform/http/session.ts'
import { type PictureWorkers, pictureWorkers } from './platform/images/picture-workers.ts'
import { problemList } from './platform/problems.ts'
import { searchCache } from './platform/search/search-cache.ts'
import { sqlSearch } from './platform/search/sql-search.ts'
import { secretMac } from './platform/secret-mac.ts'
import { diskStorage, uploadsDir } from './platform/storage/disk.ts'
import { ourDisks } from './platform/storage/disks.ts'
import { s3Storage } from './platform/storage/s3.ts'
import type { Storage } from './platform/storage/storage.ts'
import { openTrail } from './platform/trail.ts'
import { mysqlFailure } from './platform/wait-for-services.ts'
import { writeBehindCounter } from './platform/write-behind-counter.ts'

/** Some megabytes. */
const TOLD_LATELY = { events: 20_000, ms: 3600 * 1000 }

type Options = {
  log: FastifyBaseLogger
  clock?: Clock
  onQuery?: OnQuery
  groupCommit?: GroupCommitOptions
  /** SQLite only: long reads run in processes of their own. */
  readers?: { deadlineMs: number }
  /** Workers that others use, too, and that stay. */
  pictures?: PictureWorkers
  /** On MySQL: is a node of the site, which refuses to start beside one that it does not hear. */
  serves?: boolean
}

export type Resources = { ctx: Ctx; database: DatabaseHandle; close(): Promise<void> }

/** Migrates the schema. `close` releases everything. */
export async function openResources(
  config: Config,
  { log, clock = systemClock, onQuery, groupCommit, readers, pictures, serves = false }: Options,
): Promise<Resources> {
  const database = openDatabase(config.database, {
    mysql: { log },
    ...(onQuery && { onQuery }),
    ...(groupCommit && { groupCommit }),
  })
  const { storage, redis } = await prepare(config, database, log).catch(async (error: unknown) => {
    // An open pool would keep the process alive.
    await database.close()
    throw error
  })
  const bus = redis ?? localBus()
  const settings = await openSettings(database.db, bus)
  const workers = pictures ?? pictureWorkers({ log })
  const cache = createCache(bus, { maxBytes: config.cacheBytes, clock })
  const nodes =
    serves && database.engine === 'mysql'
      ? await joinNodes({ db: database.db, bus, log, force: config.singleNode }).catch(async (error: unknown) => {
          await bus.close()
          await database.close()
          throw error
        })
      : undefined
  const reads = longReads(
    database.db,
    database.engine,
    readers && config.database.engine === 'sqlite'
      ? readerProcesses(config.database.file, { ...readers, onLost: (reason) => log.warn({ reason }, 'long read') })
      : undefined,
  )
  const ctx: Ctx = {
    db: database.db,
    longReads: reads,
    engine: database.engine,
    config,
    hosts: config.publicUrl ? [new URL(config.publicUrl).host] : [],
    settings,
    clock,
    bus,
    storage,
    pictures: workers,
    disks: ourDisks(config),
    tokens: accessTokens(config.jwtSecret, config.accessTokenSeconds),
    mac: secretMac(config.jwtSecret),
    attempts: attempts(redis?.client, clock),
    cache,
    pages: pageCache(cache),
    search: sqlSearch(database.engine),
    searchCache: searchCache(bus, cache),
    views: writeBehindCounter(),
    outdatedScores: new Set(),
    toldLately: new LRUCache({ max: TOLD_LATELY.events, ttl: TOLD_LATELY.ms, ttlResolution: 0, perf: clock }),
    problems: problemList(bus, clock),
    trail: openTrail({ dir: join(config.dataDir, 'logs'), clock, log }),
    log,
    redis: redis?.client,
    unheardNodes: () => nodes?.unheard() ?? [],
  }
  return {
    ctx,
    database,
    async close() {
      await nodes?.leave().catch((error: unknown) => log.warn({ err: error }, 'could not leave the site'))
      storage.close()
      if (!pictures) workers.close()
      await bus.close()
      await reads.close()
      await database.close()
    },
  }
}

async function prepare(config: Config, database: DatabaseHandle, log: FastifyBaseLogger) {
  const applied = await migrateDatabase(config, database).catch((error: unknown) => {
    const { database: at } = config
    if (at.engine === 'sqlite') throw sqliteFailure(at.file, error)
    throw isDatabaseUnavailable(error) ? new ConfigError(mysqlFailure(at.url)(error).reason) : error
  })
  if (applied.length > 0) log.info({ applied }, 'database migrated')
  const storage = await openStorage(config, log)
  return { storage, redis: await openRedis(config, database, log) }
}

/** Changing a large table of MySQL takes longer than statements may otherwise. */
async function migrateDatabase({ database: at }: Config, database: DatabaseHandle): Promise<string[]> {
  if (at.engine === 'sqlite') return migrate(database)
  const unbounded = openDatabase(at, { mysql: { unbounded: true, size: 2 } })
  return migrate(unbounded).finally(() => unbounded.close())
}

function openStorage(config: Config, log: FastifyBaseLogger): Promise<Storage> | Storage {
  if (config.s3) return s3Storage(config.s3, log)
  mkdirSync(uploadsDir(config), { recursive: true })
  return diskStorage(config)
}

/** Nodes of one site find each other by an id in its database. The secret tells a copy of the site apart. */
async function openRedis(
  { redisUrl, jwtSecret }: Config,
  { db }: DatabaseHandle,
  log: FastifyBaseLogger,
): Promise<RedisBus | undefined> {
  if (!redisUrl) return undefined
  const site = `${await siteId(db)} ${jwtSecret}`
  return redisBus({ url: redisUrl, site, log }).catch((error: Error) => {
    throw new ConfigError(`REDIS_URL: cannot connect: ${error.message}`)
  })
}
