/** Joined responses, kept as long as the records and lists that they show are current. */
import { LRUCache } from 'lru-cache'
import type { Cache } from '../cache/cache.ts'
import { isOwnTurnRefused } from '../fair-queue.ts'
import type { JoinedPage } from './json-page.ts'

export type Encoding = 'br' | 'gzip'

export type CachedPage = JoinedPage & { compressed: Partial<Record<Encoding, Promise<Buffer>>> }

/** Proxies may weaken the tag of an `If-None-Match` header or add others. */
export function matchesEtag(header: string | undefined, { etag }: CachedPage): boolean {
  return (header ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

export type PageCache = {
  /** Concurrent requests share one call of `join`, unless something changed since it began. */
  get(key: string, join: () => Promise<JoinedPage>): Promise<CachedPage>
  /** The key of an address, worked out once. */
  keyOf(address: string, workOut: () => string): string
}

/** Bounds the remembered keys, so that made-up URLs cannot fill the memory. */
const ADDRESSES = { max: 1000, longest: 200 }

/** The cache of joined pages of this process. */
export function pageCache(cache: Cache): PageCache {
  const keys = new LRUCache<string, string>({ max: ADDRESSES.max })
  const joining = new Map<string, { changes: number; page: Promise<CachedPage> }>()

  async function joinAndStore(key: string, join: () => Promise<JoinedPage>): Promise<CachedPage> {
    const page = { ...(await join()), compressed: {} }
    if (cache.isCurrent(page.basis)) {
      // The pieces share the body's memory; both compressed forms together take less than half of it.
      cache.set(`page ${key}`, page, { tags: [], bytes: Math.ceil(1.5 * page.body.length) })
    }
    return page
  }

  const pages: PageCache = {
    async get(key, join) {
      const known = cache.get<CachedPage>(`page ${key}`)?.value
      const isHit = known !== undefined && cache.isCurrent(known.basis)
      cache.count('pages', isHit ? 1 : 0, isHit ? 0 : 1)
      if (isHit) return known
      const changes = cache.changes()
      const running = joining.get(key)
      if (running?.changes === changes) {
        return running.page.catch((error: unknown) => {
          if (!isOwnTurnRefused(error)) throw error
          return pages.get(key, join)
        })
      }
      const started = { changes, page: joinAndStore(key, join) }
      joining.set(key, started)
      try {
        return await started.page
      } finally {
        if (joining.get(key) === started) joining.delete(key)
      }
    },
    keyOf(address, workOut) {
      const known = keys.get(address)
      if (known !== undefined) return known
      const key = workOut()
      if (address.length <= ADDRESSES.longest) keys.set(address, key)
      return key
    },
  }
  return pages
}
