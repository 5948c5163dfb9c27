/** What the whole application is made of; built once at the start, handed to every service as its first argument. */
import type { Post } from '@shiliu/contract/posts'
import type { FastifyBaseLogger } from 'fastify'
import type { Redis } from 'ioredis'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { TxContext } from './platform/db/tx.ts'
import type { Bus } from './platform/events/bus.ts'
import type { Tally } from './platform/events/tally.ts'
import type { PageCache } from './platform/http/page-cache.ts'
import type { HttpContext } from './platform/http/route.ts'
import type { AccessTokens } from './platform/http/session.ts'
import type { Kept } from './platform/kept.ts'
import type { Problems } from './platform/problems.ts'
import type { FoundCache } from './platform/search/found-cache.ts'
import type { SearchIndex } from './platform/search/search.ts'
import type { Storage } from './platform/storage/storage.ts'

export type Ctx = TxContext & {
  config: Config
  clock: Clock
  bus: Bus
  storage: Storage
  tokens: AccessTokens
  pages: PageCache
  /** Notes as a guest sees them, by id. */
  cards: Kept<number, Post>
  search: SearchIndex
  /** What searches found. */
  found: FoundCache
  /** Views of notes that are not written yet. */
  views: Tally
  /** The last faults, for the back office. */
  problems: Problems
  log: FastifyBaseLogger
  /** Only where several processes form one site. */
  redis: Redis | undefined
}

/** As `Ctx`, with what routes need on top. */
export type RouteContext = Ctx & HttpContext
