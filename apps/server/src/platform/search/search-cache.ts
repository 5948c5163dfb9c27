/** Keeps results until a document changes that matches their phrases, before or after the change. */
import { LRUCache } from 'lru-cache'
import { type Clock, systemClock } from '../clock.ts'
import { afterCommit, type TxContext } from '../db/tx.ts'
import type { Bus } from '../events/bus.ts'
import { GRANULARITY, type Phrases, type SearchKind } from './search.ts'
import { documentOf, matchesPhrases, type SearchEntry } from './tokens.ts'

export type SearchCache = {
  /** Concurrent requests share one call of `find`. */
  get<T extends object>(kind: SearchKind, phrases: Phrases, find: () => Promise<T>): Promise<T>
}

type CachedResult = { kind: SearchKind; phrases: Phrases; found: Promise<object> }

const MAX_RESULTS = 1000
/** Bounds the staleness of what changes without an event: the ranking, and writes of the command line without Redis. */
const TTL_MS = 60_000

export function searchCache(bus: Bus, clock: Clock = systemClock): SearchCache {
  const results = new LRUCache<string, CachedResult>({ max: MAX_RESULTS, ttl: TTL_MS, ttlResolution: 0, perf: clock })
  let enabled = true
  bus.subscribe('connection', ({ up }) => {
    enabled = up
    results.clear()
  })
  bus.subscribe('search-changed', ({ kind, documents }) => {
    for (const [key, result] of [...results.entries()]) {
      if (result.kind !== kind) continue
      if (documents === 'any' || documents.some((document) => matchesPhrases(document, result.phrases)))
        results.delete(key)
    }
  })
  return {
    get<T extends object>(kind: SearchKind, phrases: Phrases, find: () => Promise<T>): Promise<T> {
      const key = JSON.stringify([kind, phrases.toSorted()])
      const cached = results.get(key)
      if (cached) return cached.found as Promise<T>
      const found = find()
      if (!enabled) return found
      const result = { kind, phrases, found }
      results.set(key, result)
      found.catch(() => {
        if (results.peek(key) === result) results.delete(key)
      })
      return found
    },
  }
}

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
