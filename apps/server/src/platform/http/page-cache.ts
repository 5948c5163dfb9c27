/** Responses to guests, cached as bytes until something they show changes. */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Clock, systemClock } from '../clock.ts'
import { type VersionedCache, versionedCache } from '../versioned-cache.ts'

export type Encoding = 'br' | 'gzip'

export type CachedPage = {
  body: Buffer
  etag: string
  compressed: Partial<Record<Encoding, Promise<Buffer>>>
  split?: SplitPage
}

/** A page split at its placeholders: one piece before each and one after the last. */
export type SplitPage = { ids: number[]; pieces: Buffer[] }

/** Proxies may weaken the tag of an `If-None-Match` header or add others. */
export function matchesEtag(header: string | undefined, { etag }: CachedPage): boolean {
  return (header ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

export type PageCache = Omit<VersionedCache<string, CachedPage>, 'set'> & {
  /** As `VersionedCache.set`; returns the page whether or not it was stored. */
  set(key: string, body: string, version: number): CachedPage
  keyOf(address: string, workOut: () => string): string
}

const MAX_BYTES = 16 * 1024 * 1024
/** Bounds the remembered keys, so that made-up URLs cannot fill the memory. */
const ADDRESSES = { max: 1000, longest: 200 }

export function pageCache(clock: Clock = systemClock): PageCache {
  const pages = versionedCache<string, CachedPage>(
    // The pieces of a split page share its memory; both compressed forms together take less than half of it.
    { maxSize: MAX_BYTES, sizeCalculation: ({ body }) => Math.ceil(1.5 * body.length) + 200 },
    clock,
  )
  const keys = new LRUCache<string, string>({ max: ADDRESSES.max })
  return {
    ...pages,
    keyOf(address, workOut) {
      const known = keys.get(address)
      if (known !== undefined) return known
      const key = workOut()
      if (address.length <= ADDRESSES.longest) keys.set(address, key)
      return key
    },
    set(key, text, version) {
      const body = Buffer.from(text)
      const etag = `"${createHash('sha1').update(body).digest('base64url')}"`
      const page = { body, etag, compressed: {} }
      pages.set(key, page, version)
      return page
    },
  }
}
