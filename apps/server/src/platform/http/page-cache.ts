/** Whole answers for guests, kept as bytes until something they show changes (design section 7). */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Clock, systemClock } from '../clock.ts'

export type CachedPage = { body: Buffer; etag: string }

/** Whether an `If-None-Match` header names this page; a proxy may have weakened the tag or added others. */
export function namesPage(header: string | undefined, { etag }: CachedPage): boolean {
  return (header ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

export type PageCache = {
  get(key: string): CachedPage | undefined
  /** Keeps `body` unless pages were dropped since `version` was read. */
  put(key: string, body: string, version: number): CachedPage
  version(): number
  drop(): void
  /** While off nothing is kept: what changes elsewhere could not be heard of. */
  keep(on: boolean): void
}

const MAX_BYTES = 16 * 1024 * 1024
/** What changes without a word (views, and all that the command line does) shows after this time at the latest. */
const KEEP_MS = 60_000

/** A cache of at most 16 MB and a minute. */
export function pageCache(clock: Clock = systemClock): PageCache {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: MAX_BYTES,
    ttl: KEEP_MS,
    ttlResolution: 0,
    perf: clock,
    sizeCalculation: (page) => page.body.length + 200,
  })
  let version = 0
  let keeping = true
  return {
    get: (key) => pages.get(key),
    put(key, text, since) {
      const body = Buffer.from(text)
      const etag = `"${createHash('sha1').update(body).digest('base64url')}"`
      const page = { body, etag }
      if (keeping && since === version) pages.set(key, page)
      return page
    },
    version: () => version,
    drop() {
      version++
      pages.clear()
    },
    keep(on) {
      keeping = on
    },
  }
}
