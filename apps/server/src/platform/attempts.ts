/** Counts attempts per key, shared by all nodes through Redis; each process counts for itself while that is away. */
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import type { Clock } from './clock.ts'

export type AttemptRule = {
  /** Begins with the first attempt; then the count starts anew. */
  windowMs: number
  /** So many attempts in a window; no more until its end. */
  max?: number
  /** After so many attempts the next has to wait 2, 4, 8 … 60 s. */
  free?: number
  /** The least wait after an attempt. */
  pauseMs?: number
}

export type Attempts = {
  /** Counts an attempt, unless it has to wait. `count` is the number before it. */
  take(key: string, rule: AttemptRule): Promise<{ waitMs: number; count: number }>
  giveBack(key: string): Promise<void>
  clear(key: string): Promise<void>
}

type Entry = { count: number; first: number; last: number }
type Answer = { waitMs: number; count: number }

const LONGEST_PAUSE_MS = 60_000
const MANY = 1_000_000_000
const MAX_KEYS = 50_000

function waitOf({ count, first, last }: Entry, now: number, rule: AttemptRule): number {
  const { windowMs, max = MANY, free = MANY, pauseMs = 0 } = rule
  if (count >= max) return first + windowMs - now
  if (count === 0) return 0
  const pause = count < free ? 0 : Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** (count - free + 1))
  return Math.max(0, last + Math.max(pause, pauseMs) - now)
}

function inMemory(clock: Clock): Attempts {
  const entries = new LRUCache<string, Entry>({ max: MAX_KEYS })
  return {
    async take(key, rule) {
      const now = clock.now()
      const known = entries.get(key)
      const entry = known && now - known.first < rule.windowMs ? known : { count: 0, first: now, last: 0 }
      const answer: Answer = { waitMs: waitOf(entry, now, rule), count: entry.count }
      if (answer.waitMs === 0) entries.set(key, { ...entry, count: entry.count + 1, last: now })
      return answer
    },
    async giveBack(key) {
      const entry = entries.get(key)
      if (entry && entry.count > 0) entries.set(key, { ...entry, count: entry.count - 1 })
    },
    async clear(key) {
      entries.delete(key)
    },
  }
}

/** As `inMemory`, in one step for all nodes. */
const TAKE = `
local v = redis.call('HMGET', KEYS[1], 'count', 'first', 'last')
local now, window, max, free, least = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local count, first, last = tonumber(v[1]) or 0, tonumber(v[2]) or now, tonumber(v[3]) or 0
if now - first >= window then count, first, last = 0, now, 0 end
local wait = 0
if count >= max then
  wait = first + window - now
elseif count > 0 then
  local pause = least
  if count >= free then pause = math.max(pause, math.min(${LONGEST_PAUSE_MS}, 1000 * 2 ^ (count - free + 1))) end
  wait = math.max(0, last + pause - now)
end
if wait == 0 then
  redis.call('HSET', KEYS[1], 'count', count + 1, 'first', first, 'last', now)
  redis.call('PEXPIRE', KEYS[1], window)
end
return { wait, count }`

const GIVE_BACK = `
if (tonumber(redis.call('HGET', KEYS[1], 'count')) or 0) > 0 then redis.call('HINCRBY', KEYS[1], 'count', -1) end`

export function attempts(redis: Redis | undefined, clock: Clock): Attempts {
  const own = inMemory(clock)
  if (!redis) return own
  const name = (key: string) => `attempts:${key}`
  return {
    take(key, rule) {
      const { windowMs, max = MANY, free = MANY, pauseMs = 0 } = rule
      const numbers = [clock.now(), windowMs, max, free, pauseMs]
      return redis.eval(TAKE, 1, name(key), ...numbers).then(
        (answer) => {
          const [waitMs = 0, count = 0] = answer as number[]
          return { waitMs, count }
        },
        () => own.take(key, rule),
      )
    },
    giveBack: (key) => redis.eval(GIVE_BACK, 1, name(key)).then(noResult, () => own.giveBack(key)),
    // Both: it may have been counted here while Redis was away.
    clear: (key) => own.clear(key).then(() => redis.del(name(key)).then(noResult, noResult)),
  }
}

function noResult(): void {}
