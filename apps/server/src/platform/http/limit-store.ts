/** Counts of the rate limits: shared over Redis, and in this process for as long as Redis does not answer. */
import type { FastifyRateLimitStore as Store } from '@fastify/rate-limit'
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import { atMost } from '../at-most.ts'
import type { PrimaryLink } from '../events/primary-link.ts'

type Count = { current: number; ttl: number }

/** Of this process; the least recently used are forgotten. */
const MOST_COUNTS = 50_000

const INCREMENT = `
  local current = redis.call('INCR', KEYS[1])
  if current == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
  return {current, redis.call('PTTL', KEYS[1])}`

/** Counts in this process. */
export function limitCounts(now: () => number): (key: string, timeWindow: number) => Count {
  const counts = new LRUCache<string, { current: number; until: number }>(atMost(MOST_COUNTS))

  return (key, timeWindow) => {
    const at = now()
    const known = counts.get(key)
    const count = known && known.until > at ? known : { current: 0, until: at + timeWindow }
    count.current++
    counts.set(key, count)
    return { current: count.current, ttl: count.until - at }
  }
}

/**
 * Counts together with others over Redis or the first process of the site. Every request is counted here, too, so that
 * a limit holds from the moment that those are lost.
 */
export function limitStore(
  redis: Redis | undefined,
  primary?: PrimaryLink,
  now: () => number = Date.now,
): new () => Store {
  const countHere = limitCounts(now)

  async function countTogether(redis: Redis, key: string, timeWindow: number): Promise<Count> {
    const [current = 0, ttl = 0] = (await redis.eval(INCREMENT, 1, `limit:${key}`, timeWindow)) as number[]
    return { current, ttl }
  }

  return class {
    incr(key: string, answer: (error: Error | null, count: Count) => void, timeWindow: number) {
      const here = countHere(key, timeWindow)
      const together =
        redis?.status === 'ready'
          ? countTogether(redis, key, timeWindow)
          : !redis && primary?.ask('countLimit', { key, windowMs: timeWindow })
      if (!together) return answer(null, here)
      together.then(
        (count) => answer(null, count),
        () => answer(null, here),
      )
    }

    child(): Store {
      return this
    }
  }
}
