/**
 * Counts attempts per key, shared by all nodes through Redis; each process counts for itself while that is away.
 * Without Redis the counts are written to the database each second, however many there are, and read at the start.
 */
import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import { atMost } from './at-most.ts'
import type { Clock } from './clock.ts'
import { listAttempts, listExpiredAttempts, replaceAttempts, type StoredAttempts } from './db/attempts.ts'
import type { Db } from './db/client.ts'
import { deleteInBatches } from './db/rows.ts'
import { type TxContext, tx } from './db/tx.ts'
import { AppError } from './errors.ts'
import type { PrimaryLink } from './events/primary-link.ts'

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
  /** Reads what `save` wrote. Both do nothing where there is Redis. */
  load(db: Db): Promise<void>
  save(ctx: TxContext): Promise<void>
}

/**
 * Counts an attempt by each of these rules; the result takes all back. One that is refused stays counted by the rules
 * before, unless `giveBackOnRefusal`. Throws `too_many_requests`.
 */
export async function takeAttempts(
  { attempts, config }: { attempts: Attempts; config: { limitFactor: number } },
  rules: readonly (readonly [key: string, windowMs: number, max: number])[],
  { giveBackOnRefusal = false } = {},
): Promise<() => Promise<void>> {
  const counted: string[] = []
  const giveBack = async () => {
    for (const key of counted) await attempts.giveBack(key)
  }
  for (const [key, windowMs, max] of rules) {
    const { waitMs } = await attempts.take(key, { windowMs, max: max * config.limitFactor })
    if (waitMs === 0) counted.push(key)
    else {
      if (giveBackOnRefusal) await giveBack()
      throw new AppError('too_many_requests', { retryAfter: Math.ceil(waitMs / 1000) })
    }
  }
  return giveBack
}

/** A key that only somebody who knows a password can make: floods of other keys evict none of these. */
export const protectedKey = (key: string): string => PROTECTED + key

type Counting = Omit<Attempts, 'load' | 'save'>
/** What is to be stored: these names have these rows now, or none. */
export type StoredCounts = { names: string[]; rows: StoredAttempts[] }
/** Counts of one process, for itself or for others. */
type SharedAttempts = Counting & {
  fill(rows: readonly StoredAttempts[]): void
  /** Takes what changed since. */
  drain(): StoredCounts
  /** What could not be stored. */
  putBack(names: readonly string[]): void
}
type Entry = { count: number; first: number; last: number; end: number }
type Answer = { waitMs: number; count: number }

const LONGEST_PAUSE_MS = 60_000
const MANY = 1_000_000_000
const MAX_KEYS = 50_000
const PROTECTED = 'protected '
const PROTECTED_MARK = '~'

function waitOf({ count, last, end }: Entry, now: number, rule: AttemptRule): number {
  const { max = MANY, free = MANY, pauseMs = 0 } = rule
  if (count >= max) return end - now
  if (count === 0) return 0
  const pause = count < free ? 0 : Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** (count - free + 1))
  return Math.max(0, last + Math.max(pause, pauseMs) - now)
}

/** Where the clock went back, or is behind another node's, what it has not come to yet counts as of now. */
function upTo(now: number, entry: Entry): Entry {
  const first = Math.min(entry.first, now)
  return { ...entry, first, last: Math.min(entry.last, now), end: entry.end - (entry.first - first) }
}

export function sharedAttempts(clock: Clock, maxKeys = MAX_KEYS): SharedAttempts {
  /** Hashes of keys whose rows are not as the entries; a key that has no entry has no row. */
  const unsaved = new Set<string>()
  const newEntries = () => new LRUCache<string, Entry>({ ...atMost(maxKeys), dispose: (_, key) => unsaved.add(key) })
  const [openEntries, protectedEntries] = [newEntries(), newEntries()]
  const entriesOf = (name: string) => (name.startsWith(PROTECTED_MARK) ? protectedEntries : openEntries)
  const nameOf = (key: string) => {
    const hash = createHash('sha256').update(key).digest('base64url')
    return key.startsWith(PROTECTED) ? PROTECTED_MARK + hash.slice(1) : hash
  }
  const put = (name: string, entry: Entry) => {
    entriesOf(name).set(name, entry)
    unsaved.add(name)
  }
  return {
    async take(key, rule) {
      const now = clock.now()
      const name = nameOf(key)
      const stored = entriesOf(name).get(name)
      const known = stored && upTo(now, stored)
      const isRunning = known && now - known.first < rule.windowMs
      const entry = isRunning ? known : { count: 0, first: now, last: 0, end: now + rule.windowMs }
      const answer: Answer = { waitMs: waitOf(entry, now, rule), count: entry.count }
      if (answer.waitMs === 0) put(name, { ...entry, count: entry.count + 1, last: now })
      // Kept, or each refusal would put the end off until the clock is there again.
      else if (stored && entry.last < stored.last) put(name, entry)
      return answer
    },
    async giveBack(key) {
      const name = nameOf(key)
      const entry = entriesOf(name).get(name)
      if (entry && entry.count > 0) put(name, { ...entry, count: entry.count - 1 })
    },
    async clear(key) {
      const name = nameOf(key)
      entriesOf(name).delete(name)
    },
    fill(rows) {
      for (const { key_hash, count, first_at, last_at, expires_at } of rows)
        entriesOf(key_hash).set(key_hash, { count, first: first_at, last: last_at, end: expires_at })
    },
    drain() {
      const names = [...unsaved]
      unsaved.clear()
      const rows = names.flatMap((key_hash) => {
        const entry = entriesOf(key_hash).peek(key_hash)
        if (!entry || entry.count === 0) return []
        const { count, first, last, end } = entry
        return { key_hash, count, first_at: first, last_at: last, expires_at: end }
      })
      return { names, rows }
    },
    putBack(names) {
      for (const name of names) unsaved.add(name)
    },
  }
}

async function store(ctx: TxContext, { names, rows }: StoredCounts, putBack: () => unknown): Promise<void> {
  if (names.length === 0) return
  try {
    await tx(ctx, (t) => replaceAttempts(t.db, names, rows))
  } catch (error) {
    await putBack()
    throw error
  }
}

function inMemory(clock: Clock, maxKeys: number): Attempts {
  const own = sharedAttempts(clock, maxKeys)
  return {
    ...own,
    load: async (db) => own.fill(await listAttempts(db, clock.now(), 2 * maxKeys)),
    save(ctx) {
      const counts = own.drain()
      return store(ctx, counts, () => own.putBack(counts.names))
    },
  }
}

/** Called by a timer: deletes the counts whose window is over. */
export async function purgeAttempts({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await deleteInBatches(
    (limit) => listExpiredAttempts(db, clock.now(), limit),
    (keys) => replaceAttempts(db, keys, []),
  )
}

/** As `inMemory`, in one step for all nodes. */
const TAKE = `
local v = redis.call('HMGET', KEYS[1], 'count', 'first', 'last')
local now, window, max, free, least = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local count, first, last = tonumber(v[1]) or 0, math.min(tonumber(v[2]) or now, now), math.min(tonumber(v[3]) or 0, now)
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
elseif last < (tonumber(v[3]) or 0) then
  redis.call('HSET', KEYS[1], 'first', first, 'last', last)
end
return { wait, count }`

const GIVE_BACK = `
if (tonumber(redis.call('HGET', KEYS[1], 'count')) or 0) > 0 then redis.call('HINCRBY', KEYS[1], 'count', -1) end`

/** Counts in Redis or the first process of the site if it is given and answers, else in this process. */
export function attempts(
  redis: Redis | undefined,
  clock: Clock,
  maxKeys = MAX_KEYS,
  primary: PrimaryLink | undefined = undefined,
): Attempts {
  const own = inMemory(clock, maxKeys)
  if (!redis && primary) return inPrimary(primary, own, clock)
  return redis ? { ...inRedis(redis, own, clock), load: async () => {}, save: async () => {} } : own
}

function inRedis(redis: Redis, own: Attempts, clock: Clock): Counting {
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

function inPrimary({ ask }: PrimaryLink, own: Attempts, clock: Clock): Attempts {
  return {
    take: (key, rule) => ask('takeAttempt', { key, rule }).catch(() => own.take(key, rule)),
    giveBack: (key) => ask('giveBackAttempt', { key }).then(noResult, () => own.giveBack(key)),
    clear: (key) => own.clear(key).then(() => ask('clearAttempts', { key }).then(noResult, noResult)),
    load: async (db) => ask('fillAttempts', await listAttempts(db, clock.now(), 2 * MAX_KEYS)).then(noResult, noResult),
    async save(ctx) {
      const counts = await ask('drainAttempts', null).catch(() => ({ names: [], rows: [] }))
      await store(ctx, counts, () => ask('putBackAttempts', counts.names).catch(noResult))
    },
  }
}

function noResult(): void {}
