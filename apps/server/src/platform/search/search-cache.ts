/** Keeps results until a document changes that matches their phrases, before or after the change. */
import { bytesOf } from '../cache/bytes-of.ts'
import type { Cache } from '../cache/cache.ts'
import type { CachedResult } from '../cache/lists.ts'
import { afterCommit, type TxContext } from '../db/tx.ts'
import type { Bus } from '../events/bus.ts'
import { isOwnTurnRefused } from '../fair-queue.ts'
import { GRANULARITY, type Phrases, type SearchKind } from './search.ts'
import { documentOf, matchesPhrases, type SearchEntry } from './tokens.ts'

export type SearchCache = {
  /** Concurrent requests share one call of `find`. `variant` tells apart different results for the same phrases. */
  get<T extends object>(
    kind: SearchKind,
    phrases: Phrases,
    find: () => Promise<T>,
    variant?: string,
  ): Promise<CachedResult<T>>
}

type Search = { phrases: Phrases; found: Promise<object> }

/** The cache of search results of this process. */
export function searchCache(bus: Bus, cache: Cache): SearchCache {
  bus.subscribe('search-changed', ({ kind, documents }) => {
    cache.invalidateWhere(tagOf(kind), (search) => {
      const { phrases } = search as Search
      return documents === 'any' || documents.some((document) => matchesPhrases(document, phrases))
    })
  })
  /** Results differ by a thousand times in size, so each counts as what it is as soon as it is there. */
  function store(key: string, kind: SearchKind, search: Search) {
    const known = bytesOf(key) + bytesOf(search.phrases)
    const entry = cache.set(key, search, { tags: [tagOf(kind)], bytes: known })
    search.found.then(
      (result) => cache.resize(key, entry, known + bytesOf(result)),
      () => {},
    )
    return entry
  }

  const searches: SearchCache = {
    async get<T extends object>(kind: SearchKind, phrases: Phrases, find: () => Promise<T>, variant?: string) {
      const key = `search ${JSON.stringify([kind, phrases.toSorted(), variant])}`
      const known = cache.get<Search>(key)
      cache.count('searches', known ? 1 : 0, known ? 0 : 1)
      const entry = known ?? store(key, kind, { phrases, found: find() })
      try {
        return { result: (await entry.value.found) as T, entry }
      } catch (error) {
        cache.forget(key, entry)
        if (known && isOwnTurnRefused(error)) return searches.get(kind, phrases, find, variant)
        throw error
      }
    },
  }
  return searches
}

const tagOf = (kind: SearchKind) => `search:${kind}`

/** Above this number, comparing with every result and sending them to every process costs more than a miss. */
const MAX_DOCUMENTS = 20

/** Takes effect at the commit. Pass both versions of a changed entry, or `any` if they are unknown. */
export function invalidateSearches(
  t: TxContext & { bus: Bus },
  kind: SearchKind,
  entries: readonly SearchEntry[] | 'any',
) {
  if (entries.length === 0) return
  const documents =
    entries === 'any' || entries.length > MAX_DOCUMENTS
      ? 'any'
      : entries.map((entry) => documentOf(entry, GRANULARITY[kind]))
  afterCommit(t, () => t.bus.publish('search-changed', { kind, documents }))
}
