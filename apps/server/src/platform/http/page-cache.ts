/** Whole answers for guests, kept as bytes until something they show changes (design section 7). */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Clock, systemClock } from '../clock.ts'
import { type Kept, kept } from '../kept.ts'

export type Encoding = 'br' | 'gzip'

export type CachedPage = {
  body: Buffer
  etag: string
  /** The body as sent to those who take it so; made when the first of them asks. */
  compressed: Partial<Record<Encoding, Promise<Buffer>>>
  /** The same page, ready for the marks of signed-in viewers; made when the first of them asks. */
  cut?: CutPage
}

/** A page cut where marks stand: a piece before each, and one after the last. */
export type CutPage = { ids: number[]; pieces: Buffer[] }

/** Whether an `If-None-Match` header names this page; a proxy may have weakened the tag or added others. */
export function namesPage(header: string | undefined, { etag }: CachedPage): boolean {
  return (header ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

export type PageCache = Omit<Kept<string, CachedPage>, 'put'> & {
  /** As `Kept.put`; answers the page, kept or not. */
  put(key: string, body: string, version: number): CachedPage
  /** The key of an address, worked out once for those that are asked again and again. */
  keyOf(address: string, workOut: () => string): string
}

const MAX_BYTES = 16 * 1024 * 1024
/** Addresses whose keys are remembered; made-up long ones must not fill the memory. */
const ADDRESSES = { max: 1000, longest: 200 }

/** A cache of at most 16 MB and a minute. */
export function pageCache(clock: Clock = systemClock): PageCache {
  const pages = kept<string, CachedPage>(
    // The pieces of a cut page share its memory; both compressed forms together are less than half of it.
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
    put(key, text, version) {
      const body = Buffer.from(text)
      const etag = `"${createHash('sha1').update(body).digest('base64url')}"`
      const page = { body, etag, compressed: {} }
      pages.put(key, page, version)
      return page
    },
  }
}
