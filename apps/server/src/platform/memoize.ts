import type { Clock } from './clock.ts'

/** Caches for `ttlMs` or until the clock is set back. Concurrent callers share a load; a failed one is not cached. */
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
