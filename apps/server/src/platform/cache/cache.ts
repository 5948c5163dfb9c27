/** What requests share in this process, within one budget of bytes. Entries become stale by tag. */
import { LRUCache } from 'lru-cache'
import { type Clock, systemClock } from '../clock.ts'
import { afterCommit, type TxContext } from '../db/tx.ts'
import type { Bus } from '../events/bus.ts'
import { currentTrace } from '../trace.ts'

/** Moved by invalidations: who keeps it sees whether the entry is still current, without keeping the entry's value. */
export type Life = { staleAt: number }

export type CacheEntry<V> = { readonly value: V; readonly tags: readonly string[]; readonly life: Life }

/** For what cannot be known to be current: nothing that depends on it is cached. */
export const UNCACHED: CacheEntry<unknown> = { value: undefined, tags: [], life: Object.freeze({ staleAt: 0 }) }

type Stored = CacheEntry<unknown> & { bytes: number }

type StoreOptions = {
  /** Invalidating one of them makes the entry stale. */
  tags: readonly string[]
  /** Estimated memory. */
  bytes: number
}

const KINDS = ['pages', 'lists', 'records', 'searches'] as const
/** What the cache is asked for. */
export type CacheKind = (typeof KINDS)[number]
export type CacheCounts = Record<CacheKind, { hits: number; misses: number }>

type ChangedSince = (tagsAndKeys: readonly string[]) => boolean

export type Cache = {
  /** The entry unless it is stale. */
  get<V>(key: string): CacheEntry<V> | undefined
  set<V>(key: string, value: V, options: StoreOptions): CacheEntry<V>
  /** Replaces the value of a current entry, which becomes stale; the new one expires when that would have. */
  replace<V>(key: string, by: (value: V) => V): void
  /** Corrects the estimate of an entry, once what it stands for is there. */
  resize(key: string, entry: CacheEntry<unknown>, bytes: number): void
  /** Removes an entry that stands for what failed: an error keeps more in memory than its estimate. */
  forget(key: string, entry: CacheEntry<unknown>): void
  isCurrent(basis: readonly Life[]): boolean
  /**
   * For what has tags that are known only when it is loaded: calls `then` with it, and with a function that tells
   * whether one of some tags was invalidated, or one of some keys replaced, since loading began.
   */
  watchWhile<L, R>(load: () => Promise<L>, then: (loaded: L, changed: ChangedSince) => R): Promise<R>
  /** Also from other processes. `where` selects among the entries with the tag. */
  invalidate(tags: readonly string[]): void
  invalidateWhere(tag: string, where: (value: unknown) => boolean): void
  clear(): void
  /** Grows with every invalidation and replacement. */
  changes(): number
  /** Estimated memory of all entries. */
  bytes(): number
  /** Counts what was asked for and was there, or was not. */
  count(kind: CacheKind, hits: number, misses: number): void
  /** Since the start. */
  counts(): CacheCounts
}

/** Bounds the staleness of changes that are not published, such as those of the command line without Redis. */
const TTL_MS = 60_000

/** Bytes that an entry takes besides its value. */
const OVERHEAD = 300

type Options = { maxBytes: number; clock?: Clock }

/** A cache of this process, whose entries messages of other processes invalidate by tags. */
export function createCache(bus: Bus, { maxBytes, clock = systemClock }: Options): Cache {
  const byTag = new Map<string, Set<string>>()
  const watchers = new Set<{ changed: Set<string>; all: boolean }>()
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, { hits: 0, misses: 0 }])) as CacheCounts
  let enabled = true
  let changes = 0

  const entries = new LRUCache<string, Stored>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes + OVERHEAD,
    dispose(entry, key) {
      entry.life.staleAt = 0
      for (const tag of entry.tags) {
        const keys = byTag.get(tag)
        keys?.delete(key)
        if (keys?.size === 0) byTag.delete(tag)
      }
    },
  })

  function store(key: string, entry: Stored) {
    entries.set(key, entry)
    if (entries.peek(key) !== entry) return
    for (const tag of entry.tags) {
      const keys = byTag.get(tag)
      if (keys) keys.add(key)
      else byTag.set(tag, new Set([key]))
    }
  }

  const cache: Cache = {
    get<V>(key: string) {
      const entry = entries.get(key) as (Stored & CacheEntry<V>) | undefined
      if (!entry || entry.life.staleAt > clock.now()) return entry
      entries.delete(key)
      return undefined
    },
    set<V>(key: string, value: V, { tags, bytes }: StoreOptions) {
      const entry = { value, tags, bytes, life: { staleAt: clock.now() + TTL_MS } }
      if (enabled) store(key, entry)
      else entry.life.staleAt = 0
      return entry
    },
    replace<V>(key: string, by: (value: V) => V) {
      changes++
      for (const watcher of watchers) watcher.changed.add(key)
      const entry = entries.peek(key)
      if (entry) store(key, { ...entry, value: by(entry.value as V), life: { ...entry.life } })
    },
    resize(key, entry, bytes) {
      const stored = entries.peek(key)
      // The copy shares its life, which ends only with the copy.
      if (stored?.life === entry.life) entries.set(key, { ...stored, bytes }, { noDisposeOnSet: true })
    },
    forget(key, entry) {
      entry.life.staleAt = 0
      if (entries.peek(key)?.life === entry.life) entries.delete(key)
    },
    isCurrent(basis) {
      const now = clock.now()
      return basis.every(({ staleAt }) => staleAt > now)
    },
    async watchWhile(load, then) {
      const watcher = { changed: new Set<string>(), all: !enabled }
      watchers.add(watcher)
      try {
        const loaded = await load()
        return then(loaded, (names) => watcher.all || names.some((name) => watcher.changed.has(name)))
      } finally {
        watchers.delete(watcher)
      }
    },
    invalidate(tags) {
      changes++
      for (const tag of tags) {
        for (const watcher of watchers) watcher.changed.add(tag)
        for (const key of [...(byTag.get(tag) ?? [])]) entries.delete(key)
      }
    },
    invalidateWhere(tag, where) {
      changes++
      for (const key of [...(byTag.get(tag) ?? [])]) if (where(entries.peek(key)?.value)) entries.delete(key)
    },
    clear() {
      changes++
      for (const watcher of watchers) watcher.all = true
      entries.clear()
    },
    changes: () => changes,
    bytes: () => entries.calculatedSize,
    count(kind, hits, misses) {
      counts[kind].hits += hits
      counts[kind].misses += misses
      currentTrace()?.cached(hits, misses)
    },
    counts: () => counts,
  }
  bus.subscribe('invalidated', ({ tags }) => cache.invalidate(tags))
  // While other processes cannot be heard, nothing is stored.
  bus.subscribe('connection', ({ up }) => {
    enabled = up
    cache.clear()
  })
  return cache
}

/** Tags that a transaction invalidates, collected so that it sends one message. */
const pendingTags = new WeakMap<object, Set<string>>()

/** Makes what has one of these tags stale, in every process, once the transaction commits. */
export function invalidate(t: TxContext & { bus: Bus }, tags: Iterable<string>): void {
  if (!t.pending) throw new Error('invalidate needs a transaction')
  const known = pendingTags.get(t.pending)
  const collected = known ?? new Set<string>()
  for (const tag of tags) collected.add(tag)
  if (known) return
  pendingTags.set(t.pending, collected)
  afterCommit(t, () => t.bus.publish('invalidated', { tags: [...collected] }))
}
