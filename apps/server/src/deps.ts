/** The application context: built once at startup and passed to every service as its first argument. */
import type { FastifyBaseLogger } from 'fastify'
import type { Redis } from 'ioredis'
import type { LiveAddressBans } from './modules/addresses/address-bans.service.ts'
import type { PendingAudits } from './modules/admin/pending-audits.service.ts'
import type { LiveWords } from './modules/moderation/words.service.ts'
import type { LiveSynonyms } from './modules/tags/tags.service.ts'
import type { Attempts } from './platform/attempts.ts'
import type { Cache } from './platform/cache/cache.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { LongReads } from './platform/db/long-reads.ts'
import type { LiveSettings } from './platform/db/settings.ts'
import type { TxContext } from './platform/db/tx.ts'
import type { Bus } from './platform/events/bus.ts'
import type { PrimaryLink } from './platform/events/primary-link.ts'
import type { PageCache } from './platform/http/page-cache.ts'
import type { HttpContext } from './platform/http/route.ts'
import type { AccessTokens } from './platform/http/session.ts'
import type { PictureWorkers } from './platform/images/picture-workers.ts'
import type { Metrics } from './platform/metrics.ts'
import type { SpanExporter } from './platform/otlp.ts'
import type { Problems } from './platform/problems.ts'
import type { SearchIndex } from './platform/search/search.ts'
import type { SearchCache } from './platform/search/search-cache.ts'
import type { SecretMac } from './platform/secret-mac.ts'
import type { SecurityLog } from './platform/security-log.ts'
import type { Disks } from './platform/storage/disks.ts'
import type { Storage } from './platform/storage/storage.ts'
import type { WriteBehindCounter } from './platform/write-behind-counter.ts'

export type Ctx = TxContext & {
  longReads: LongReads
  config: Config
  /** Hosts that the site is known to be reached at: absolute addresses there are ours. */
  hosts: readonly string[]
  /** What administrators set; on every node the same within a second. */
  settings: LiveSettings
  /** What texts are checked against; on every node the same within a second. */
  words: LiveWords
  /** From where nobody writes; on every node the same within a second. */
  addressBans: LiveAddressBans
  /** Other names of tags; on every node the same within a second. */
  tagSynonyms: LiveSynonyms
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
  /** Of banners, by guests. */
  bannerViews: WriteBehindCounter
  /** Posts whose counters moved since their hot score was written. */
  outdatedScores: Set<number>
  /** Sessions whose last use is to be written, and when that was. */
  sessionUses: Map<number, number>
  problems: Problems
  metrics: Metrics
  /** Where traces are collected. */
  spans: SpanExporter | undefined
  securityLog: SecurityLog
  /** Lines of the audit trail that nobody waits for. */
  pendingAudits: PendingAudits
  log: FastifyBaseLogger
  redis: Redis | undefined
  /** In a worker of several: the process that started it. */
  primary: PrimaryLink | undefined
  /** Nodes of the site that live and do not hear this one's messages, nor are heard. */
  unheardNodes(): string[]
}

export type RouteContext = Ctx & HttpContext
