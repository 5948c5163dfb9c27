/** Counts per key within a time window. In memory and per process, so only for limits that may be approximate. */
import { LRUCache } from 'lru-cache'
import type { Clock } from './clock.ts'

export type Quota = {
  /** Uses one of `max` in the key's window, which starts with its first use; false if none is left. */
  take(key: string, max: number): boolean
}

export function quota(bounds: { windowMs: number; maxKeys: number }, clock: Clock): Quota {
  const used = new LRUCache<string, { count: number }>({
    max: bounds.maxKeys,
    ttl: bounds.windowMs,
    ttlResolution: 0,
    perf: clock,
  })
  return {
    take(key, max) {
      const entry = used.get(key) ?? { count: 0 }
      if (entry.count >= max) return false
      if (entry.count++ === 0) used.set(key, entry)
      return true
    },
  }
}
