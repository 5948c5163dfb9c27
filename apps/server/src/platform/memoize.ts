import type { Clock } from './clock.ts'

/** Caches what `load` returns for `ttlMs`, or until the clock is set back. Concurrent callers share one load; a failed load is not cached. */
export function memoize<T>(ttlMs: number, clock: Clock, load: () => Promise<T>): () => Promise<T> {
  let cached: { value: Promise<T>; expiresAt: number } | null = null
  return () => {
    const now = clock.now()
    if (cached && now < cached.expiresAt && cached.expiresAt <= now + ttlMs) return cached.value
    const entry = { value: load(), expiresAt: now + ttlMs }
    cached = entry
    entry.value.catch(() => {
      if (cached === entry) cached = null
    })
    return entry.value
  }
}
