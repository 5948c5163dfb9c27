import { expect, it } from 'vitest'
import { seededRandom } from './random.ts'
import { DAY, HOUR, timeAfter, timeOfDay } from './random-times.ts'

const now = Date.UTC(2026, 8, 1, 4)
/** The hour in China. */
const hourOf = (time: number) => Math.floor(((time + 8 * HOUR) % DAY) / HOUR)

it('returns past times when students are awake', () => {
  const random = seededRandom(1)
  for (let n = 0; n < 500; n++) {
    const time = timeOfDay(random, now, n % 60)
    expect(time).toBeLessThan(now)
    expect(time).toBeGreaterThan(now - 61 * DAY)
    expect([2, 3, 4, 5]).not.toContain(hourOf(time))
    const after = timeAfter(random, time, now, DAY)
    expect(after).toBeGreaterThanOrEqual(time)
    expect(after).toBeLessThanOrEqual(now)
  }
})

it('is deterministic for a seed', () => {
  const draw = () =>
    seededRandom(5).sample(
      Array.from({ length: 100 }).map((_, index) => index),
      60,
    )
  expect(draw()).toEqual(draw())
  expect(new Set(draw()).size).toBe(60)
})
