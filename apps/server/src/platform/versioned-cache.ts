/** A bounded in-memory cache that refuses values computed from data older than the last invalidation. */
import { LRUCache } from 'lru-cache'
import { type Clock, systemClock } from './clock.ts'

export type VersionedCache<K, V> = {
  get(key: K): V | undefined
  /** Stores `value` unless the cache changed since `version` was read, which is before loading the value. */
  set(key: K, value: V, version: number): void
  version(): number
  /** Replaces a cached value without extending its lifetime; values being loaded at this moment are not stored. */
  update(key: K, by: (value: V) => V): void
  clear(): void
  /** While disabled nothing is stored, because invalidations from other processes may be missed. */
  setEnabled(enabled: boolean): void
}

/** Bounds the staleness of changes that publish no event, such as those of the command line. */
const TTL_MS = 60_000

type Bounds<V> = { max: number } | { maxSize: number; sizeCalculation(value: V): number }

export function versionedCache<K extends {}, V extends {}>(
  bounds: Bounds<V>,
  clock: Clock = systemClock,
): VersionedCache<K, V> {
  const values = new LRUCache<K, V>({ ...bounds, ttl: TTL_MS, ttlResolution: 0, perf: clock })
  let currentVersion = 0
  let enabled = true
  return {
    get: (key) => values.get(key),
    set(key, value, version) {
      if (enabled && version === currentVersion) values.set(key, value)
    },
    version: () => currentVersion,
    update(key, by) {
      currentVersion++
      const value = values.get(key)
      if (value) values.set(key, by(value), { noUpdateTTL: true })
    },
    clear() {
      currentVersion++
      values.clear()
    },
    setEnabled(value) {
      enabled = value
    },
  }
}
