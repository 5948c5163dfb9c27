/** Counts of the rate limits: shared over Redis, and in this process for as long as Redis does not answer. */
import type { FastifyRateLimitStore as Store } from '@fastify/rate-limit'
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import { atMost } from '../at-most.ts'

type Count = { current: number; ttl: number }

/** Of this process; the least recently used are forgotten. */
const MOST_COUNTS = 50_000

const INCREMENT = `
  local current = redis.call('INCR', KEYS[1])
  if current == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
  return {current, redis.call('PTTL', KEYS[1])}`

/** Every request is counted here, too, so that a limit holds from the moment that Redis is lost. */
export function limitStore(redis: Redis | undefined, now: () => number = Date.now): new () => Store {
  const counts = new LRUCache<string, { current: number; until: number }>(atMost(MOST_COUNTS))

  function countHere(key: string, timeWindow: number): Count {
    const at = now()
    const known = counts.get(key)
    const count = known && known.until > at ? known : { current: 0, until: at + timeWindow }
    count.current++
    counts.set(key, count)
    return { current: count.current, ttl: count.until - at }
  }

  async function countTogether(redis: Redis, key: string, timeWindow: number): Promise<Count> {
    const [current = 0, ttl = 0] = (await redis.eval(INCREMENT, 1, `limit:${key}`, timeWindow)) as number[]
    return { current, ttl }
  }

  return class {
    incr(key: string, answer: (error: Error | null, count: Count) => void, timeWindow: number) {
      const here = countHere(key, timeWindow)
      if (redis?.status !== 'ready') return answer(null, here)
      countTogether(redis, key, timeWindow).then(
        (count) => answer(null, count),
        () => answer(null, here),
      )
    }

    child(): Store {
      return this
    }
  }
}
