/** The application context: built once at startup and passed to every service as its first argument. */
import type { FastifyBaseLogger } from 'fastify'
import type { Redis } from 'ioredis'
import type { LRUCache } from 'lru-cache'
import type { Attempts } from './platform/attempts.ts'
import type { Cache } from './platform/cache/cache.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { LongReads } from './platform/db/long-reads.ts'
import type { LiveSettings } from './platform/db/settings.ts'
import type { TxContext } from './platform/db/tx.ts'
import type { Bus } from './platform/events/bus.ts'
import type { PageCache } from './platform/http/page-cache.ts'
import type { HttpContext } from './platform/http/route.ts'
import type { AccessTokens } from './platform/http/session.ts'
import type { PictureWorkers } from './platform/images/picture-workers.ts'
import type { Problems } from './platform/problems.ts'
import type { SearchIndex } from './platform/search/search.ts'
import type { SearchCache } from './platform/search/search-cache.ts'
import type { SecretMac } from './platform/secret-mac.ts'
import type { Disks } from './platform/storage/disks.ts'
import type { Storage } from './platform/storage/storage.ts'
import type { Trail } from './platform/trail.ts'
import type { WriteBehindCounter } from './platform/write-behind-counter.ts'

export type Ctx = TxContext & {
  longReads: LongReads
  config: Config
  /** Hosts that the site is known to be reached at: absolute addresses there are ours. */
  hosts: readonly string[]
  /** What administrators set; on every node the same within a second. */
  settings: LiveSettings
  clock: Clock
  bus: Bus
  storage: Storage
  pictures: PictureWorkers
  disks: Disks
  tokens: AccessTokens
  mac: SecretMac
  attempts: Attempts
  cache: Cache
  pages: PageCache
  search: SearchIndex
  searchCache: SearchCache
  views: WriteBehindCounter
  /** Posts whose counters moved since their hot score was written. */
  outdatedScores: Set<number>
  /** Events that receivers were told of in the last hour: `<receiver> <event key>`. Per process. */
  toldLately: LRUCache<string, true>
  problems: Problems
  trail: Trail
  log: FastifyBaseLogger
  redis: Redis | undefined
  /** Nodes of the site that live and do not hear this one's messages, nor are heard. */
  unheardNodes(): string[]
}

export type RouteContext = Ctx & HttpContext
