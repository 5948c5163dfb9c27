/** Results of queries, mostly ids, each with what makes it stale. Records show what the ids stand for. */
import type { TxContext } from '../db/tx.ts'
import { type Cache, type CacheEntry, UNCACHED } from './cache.ts'

type Definition<C, Query, Result> = {
  /** Unique among all lists. */
  name: string
  /** What makes the result of this query stale. */
  tags(query: Query): string[]
  /** Estimated memory. */
  bytes: number
  load(ctx: C, query: Query): Promise<Result>
}

/** `entry` tells how long the result is current. */
export type CachedResult<Result> = { result: Result; entry: CacheEntry<unknown> }

export type Lists<C, Query, Result> = {
  /** Concurrent callers share one call of `load`. In a transaction the cache is bypassed. */
  get(ctx: C, query: Query): Promise<CachedResult<Result>>
}

export function defineLists<C extends TxContext & { cache: Cache }, Query, Result>({
  name,
  tags,
  bytes,
  load,
}: Definition<C, Query, Result>): Lists<C, Query, Result> {
  return {
    async get(ctx, query) {
      if (ctx.pending) return { result: await load(ctx, query), entry: UNCACHED }
      const key = `${name} ${JSON.stringify(query)}`
      const known = ctx.cache.get<Promise<Result>>(key)
      ctx.cache.count('lists', known ? 1 : 0, known ? 0 : 1)
      const entry = known ?? ctx.cache.set(key, load(ctx, query), { bytes, tags: tags(query) })
      try {
        return { result: await entry.value, entry }
      } catch (error) {
        ctx.cache.forget(key, entry)
        throw error
      }
    },
  }
}
