/** Opens what a process of the site works with, for the server, the command line and tests. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Ctx } from './deps.ts'
import { countCalls, reportResources } from './figures.ts'
import { openAddressBans } from './modules/addresses/address-bans.service.ts'
import { pendingAudits } from './modules/admin/pending-audits.service.ts'
import { openWords } from './modules/moderation/words.service.ts'
import { openSynonyms } from './modules/tags/tags.service.ts'
import { attempts } from './platform/attempts.ts'
import type { Breaker } from './platform/breaker.ts'
import { createCache } from './platform/cache/cache.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { type Config, ConfigError } from './platform/config.ts'
import {
  type DatabaseHandle,
  type GroupCommitOptions,
  type OnQuery,
  type OnStatement,
  openDatabase,
} from './platform/db/client.ts'
import { isDatabaseUnavailable, sqliteFailure } from './platform/db/errors.ts'
import { longReads } from './platform/db/long-reads.ts'
import { findMark, siteId } from './platform/db/marks.ts'
import { migrate } from './platform/db/migrate.ts'
import { joinNodes, nodesTable, refuseBesideOlderNodes } from './platform/db/nodes.ts'
import { readerProcesses } from './platform/db/reader-processes.ts'
import { floorOf, refuseContracted, schemaState } from './platform/db/schema-state.ts'
import { openSettings } from './platform/db/settings.ts'
import { refuseLeftOver } from './platform/db/sqlite-files.ts'
import { localBus } from './platform/events/bus.ts'
import type { PrimaryLink } from './platform/events/primary-link.ts'
import { type RedisBus, redisBus } from './platform/events/redis-bus.ts'
import { pageCache } from './platform/http/page-cache.ts'
import { accessTokens } from './platform/http/session.ts'
import { type PictureWorkers, pictureWorkers } from './platform/images/picture-workers.ts'
import { createMetrics } from './platform/metrics.ts'
import { otlpExporter } from './platform/otlp.ts'
import { problemList } from './platform/problems.ts'
import { searchCache } from './platform/search/search-cache.ts'
import { sqlSearch } from './platform/search/sql-search.ts'
import { secretMac } from './platform/secret-mac.ts'
import { openSecurityLog } from './platform/security-log.ts'
import { diskStorage, uploadsDir } from './platform/storage/disk.ts'
import { ourDisks } from './platform/storage/disks.ts'
import { s3Storage } from './platform/storage/s3.ts'
import type { Storage } from './platform/storage/storage.ts'
import { mysqlError } from './platform/wait-for-services.ts'
import { writeBehindCounter } from './platform/write-behind-counter.ts'

type Options = {
  log: FastifyBaseLogger
  clock?: Clock
  onQuery?: OnQuery
  onStatement?: OnStatement | undefined
  groupCommit?: GroupCommitOptions
  /** SQLite only: long reads run in processes of their own. */
  readers?: { deadlineMs: number }
  /** Workers that others use, too, and that stay. */
  pictures?: PictureWorkers
  /** On MySQL: is a node of the site, which refuses to start beside one that it does not hear. */
  serves?: boolean
  /** In a worker of several. */
  primary?: PrimaryLink | undefined
  /** Opens a copy of a site that has not ended, too. */
  unfinished?: boolean
}

type Resources = { ctx: Ctx; database: DatabaseHandle; close(): Promise<void> }

/** Migrates the schema. `close` releases everything. */
export async function openResources(config: Config, options: Options): Promise<Resources> {
  const { log, clock = systemClock, onQuery, onStatement, groupCommit, readers, pictures } = options
  const { serves = false, primary, unfinished = false } = options
  if (config.database.engine === 'sqlite') refuseLeftOver(config.database.file)
  const metrics = createMetrics()
  const { onBreaker, onAnswer } = countCalls(metrics, { log, thresholdMs: config.slowStatementMs })
  const database = openDatabase(config.database, {
    mysql: { log, onBreaker: onBreaker('database') },
    onAnswer,
    ...(onQuery && { onQuery }),
    ...(onStatement && { onStatement }),
    ...(groupCommit && { groupCommit }),
  })
  const opened: (() => Promise<unknown>)[] = [() => database.close()]
  const { bus, redis, nodes, storage } = await openShared(config, database, {
    log,
    serves,
    unfinished,
    opened,
    primary,
    onBreaker: onBreaker('storage'),
  }).catch(async (error: unknown) => {
    // An open pool would keep the process alive.
    for (const close of opened.toReversed()) await close().catch(() => undefined)
    throw failureOf(config, error)
  })
  const settings = await openSettings(database.db, bus)
  const words = await openWords(database.db, bus)
  const addressBans = await openAddressBans(database.db, bus)
  const workers = pictures ?? pictureWorkers({ log })
  const cache = createCache(bus, { maxBytes: config.cacheBytes, clock })
  const tagSynonyms = await openSynonyms(database.db, bus, cache)
  const reads = longReads(
    database.db,
    database.engine,
    readers && config.database.engine === 'sqlite'
      ? readerProcesses(config.database.file, { ...readers, onLost: (reason) => log.warn({ reason }, 'long read') })
      : undefined,
    onAnswer,
  )
  const counts = attempts(redis?.client, clock, undefined, primary)
  await counts.load(database.db)
  const problems = problemList(bus, clock)
  await problems.load(database.db)
  const spans = config.otlp && otlpExporter(config.otlp, { log, engine: database.engine })
  const ctx: Ctx = {
    db: database.db,
    longReads: reads,
    engine: database.engine,
    config,
    hosts: config.publicUrl ? [new URL(config.publicUrl).host] : [],
    settings,
    words,
    addressBans,
    tagSynonyms,
    clock,
    bus,
    storage,
    pictures: workers,
    disks: ourDisks(config),
    tokens: accessTokens(config.jwtSecret, config.accessTokenSeconds),
    mac: secretMac(config.jwtSecret),
    attempts: counts,
    cache,
    pages: pageCache(cache),
    search: sqlSearch(database.engine),
    searchCache: searchCache(bus, cache),
    views: writeBehindCounter(),
    bannerViews: writeBehindCounter(),
    outdatedScores: new Set(),
    sessionUses: new Map(),
    problems,
    metrics,
    spans,
    securityLog: openSecurityLog({ dir: join(config.dataDir, 'logs'), clock, log }),
    pendingAudits: pendingAudits(),
    log,
    redis: redis?.client,
    primary,
    unheardNodes: () => nodes?.unheard() ?? [],
  }
  reportResources(ctx, database)
  return {
    ctx,
    database,
    async close() {
      metrics.close()
      await spans?.close()
      await nodes?.leave().catch((error: unknown) => log.warn({ err: error }, 'could not leave the site'))
      storage.close()
      if (!pictures) workers.close()
      await bus.close()
      if (redis) await primary?.bus.close()
      await reads.close()
      await database.close()
    },
  }
}

type Opening = {
  log: FastifyBaseLogger
  serves: boolean
  unfinished: boolean
  opened: (() => Promise<unknown>)[]
  primary: PrimaryLink | undefined
  onBreaker(breaker: Breaker): void
}

/** What the processes of a site share. One that may not serve beside the others leaves the schema as they know it. */
async function openShared(config: Config, database: DatabaseHandle, opening: Opening) {
  const { log, serves, unfinished, opened, primary, onBreaker } = opening
  const isNode = serves && database.engine === 'mysql'
  // A new site has no nodes; those of versions without the table cannot be met.
  const table = isNode ? await nodesTable(database.db) : 'missing'
  const meetsFirst = table !== 'missing'
  if (meetsFirst) await refuseContracted(database.db)
  else await migrateDatabase(config, database, log)
  const redis = await openRedis(config, database, log)
  const bus = redis ?? primary?.bus ?? localBus()
  opened.push(() => bus.close())
  const options = { db: database.db, bus, log, force: config.singleNode, withoutSteps: table === 'without steps' }
  const nodes = isNode ? await joinNodes(options) : undefined
  if (nodes) opened.push(() => nodes.leave())
  if (meetsFirst) await migrateDatabase(config, database, log, bus.nodeId)
  await nodes?.tellSteps()
  if (!unfinished && (await findMark(database.db, 'copying')) !== undefined) throw new ConfigError(HALF_COPIED)
  return { bus, redis, nodes, storage: await openStorage(config, log, onBreaker) }
}

const HALF_COPIED =
  'This database holds a copy of a site that was never finished. Run the move or restore again, or use the original.'

function failureOf({ database }: Config, error: unknown): unknown {
  if (database.engine === 'sqlite') return sqliteFailure(database.file, error)
  return isDatabaseUnavailable(error) ? mysqlError(database.url, error) : error
}

/**
 * Brings the schema up to date and returns the names of the steps. Throws `ConfigError` on the schema of a newer
 * version, and beside older nodes that need what a step takes away. Changing a large table of MySQL takes longer than
 * statements may otherwise.
 */
export async function migrateDatabase(
  { database: at, singleNode }: Pick<Config, 'database' | 'singleNode'>,
  database: DatabaseHandle,
  log: FastifyBaseLogger,
  ownNode?: string,
): Promise<string[]> {
  await refuseContracted(database.db)
  const { pending } = await schemaState(database.db)
  if (pending.length === 0) return []
  const needed = floorOf(pending)
  if (needed > 0 && at.engine === 'mysql' && !singleNode && (await nodesTable(database.db)) !== 'missing')
    await refuseBesideOlderNodes(database.db, needed, ownNode)
  const own = at.engine === 'mysql' ? openDatabase(at, { mysql: { unbounded: true, size: 2, log } }) : undefined
  const applied = await migrate(own ?? database).finally(() => own?.close())
  if (applied.length > 0) log.info({ applied }, 'database migrated')
  return applied
}

function openStorage(
  config: Config,
  log: FastifyBaseLogger,
  onBreaker: (breaker: Breaker) => void,
): Promise<Storage> | Storage {
  if (config.s3) return s3Storage(config.s3, log, onBreaker)
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
