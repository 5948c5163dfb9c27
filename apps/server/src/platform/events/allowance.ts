/** How often something may happen within a while, told apart by a key; in memory, so it must not matter much. */
import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'

export type Allowance = {
  /** Takes one of `most`, which come back together some while after the first was taken; false where none is left. */
  take(key: string, most: number): boolean
}

/** Remembers so many keys, those used last. */
export function allowance(bounds: { lastsMs: number; remembered: number }, clock: Clock): Allowance {
  const taken = new LRUCache<string, { times: number }>({
    max: bounds.remembered,
    ttl: bounds.lastsMs,
    ttlResolution: 0,
    perf: clock,
  })
  return {
    take(key, most) {
      const known = taken.get(key) ?? { times: 0 }
      if (known.times >= most) return false
      if (known.times++ === 0) taken.set(key, known)
      return true
    },
  }
}
