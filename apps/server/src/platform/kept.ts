/** What is read again and again, kept in memory until it changes (design section 7). */
import { LRUCache } from 'lru-cache'
import { type Clock, systemClock } from './clock.ts'

export type Kept<K, V> = {
  get(key: K): V | undefined
  /** Keeps `value` unless something was dropped since `version` was read: it may show what was before. */
  put(key: K, value: V, version: number): void
  version(): number
  /** Shows what changed in a value that is kept, for the rest of its time; what is read meanwhile is not kept. */
  change(key: K, by: (value: V) => V): void
  /** Forgets all. */
  drop(): void
  /** While off nothing is kept: what changes elsewhere could not be heard of. */
  keep(on: boolean): void
}

/** What changes without a word (all that the command line does) shows after this time at the latest. */
const KEEP_MS = 60_000

type Bounds<V> = { max: number } | { maxSize: number; sizeCalculation(value: V): number }

/** Keeps as much as `bounds` allow, a minute at most. */
export function kept<K extends {}, V extends {}>(bounds: Bounds<V>, clock: Clock = systemClock): Kept<K, V> {
  const values = new LRUCache<K, V>({ ...bounds, ttl: KEEP_MS, ttlResolution: 0, perf: clock })
  let version = 0
  let keeping = true
  return {
    get: (key) => values.get(key),
    put(key, value, since) {
      if (keeping && since === version) values.set(key, value)
    },
    version: () => version,
    change(key, by) {
      version++
      const value = values.get(key)
      if (value) values.set(key, by(value), { noUpdateTTL: true })
    },
    drop() {
      version++
      values.clear()
    },
    keep(on) {
      keeping = on
    },
  }
}
