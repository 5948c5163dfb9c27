/** Whole answers for guests, kept as bytes until something they show changes (design section 7). */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

export type CachedPage = { body: Buffer; etag: string }

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

/** A cache of at most 16 MB. */
export function pageCache(): PageCache {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: MAX_BYTES,
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
