import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { attempts } from './attempts.ts'

const url = inject('redisUrl')
const START = Date.UTC(2026, 8, 1)
const HOUR_MS = 3_600_000

describe.each(['this process', ...(url === '' ? [] : ['Redis'])])(
  'a clock that goes back, with counts in %s',
  (where) => {
    function setUp() {
      let now = START
      const clock = { now: () => now }
      const redis = where === 'Redis' ? new Redis(url) : undefined
      onTestFinished(async () => {
        await redis?.quit()
      })
      const key = randomUUID()
      const counts = attempts(redis, clock)
      onTestFinished(() => counts.clear(key))
      return {
        take: (rule: Parameters<typeof counts.take>[1]) => counts.take(key, rule),
        at(ms: number) {
          now = START + ms
        },
      }
    }

    it('keeps nobody waiting where no pause is due', async () => {
      const { take, at } = setUp()
      const rule = { windowMs: HOUR_MS, free: 5 }
      expect(await take(rule)).toEqual({ waitMs: 0, count: 0 })
      at(-10 * HOUR_MS)
      expect(await take(rule)).toEqual({ waitMs: 0, count: 1 })
      expect(await take({ windowMs: HOUR_MS, max: 3 })).toEqual({ waitMs: 0, count: 2 })
    })

    it('makes no pause longer', async () => {
      const { take, at } = setUp()
      const rule = { windowMs: HOUR_MS, free: 1 }
      await take(rule)
      at(HOUR_MS / 2)
      await take(rule)
      at(60_000)
      expect(await take(rule)).toEqual({ waitMs: 4000, count: 2 })
      at(63_000)
      expect(await take(rule)).toEqual({ waitMs: 1000, count: 2 })
      at(64_000)
      expect(await take(rule)).toEqual({ waitMs: 0, count: 2 })
    })

    it('makes no window longer', async () => {
      const { take, at } = setUp()
      const rule = { windowMs: HOUR_MS, max: 1 }
      await take(rule)
      at(-10 * HOUR_MS)
      expect(await take(rule)).toEqual({ waitMs: HOUR_MS, count: 1 })
      at(-9.5 * HOUR_MS)
      expect(await take(rule)).toEqual({ waitMs: HOUR_MS / 2, count: 1 })
      at(-9 * HOUR_MS)
      expect(await take(rule)).toEqual({ waitMs: 0, count: 0 })
    })
  },
)
