/** Times at which students are awake, in China's time zone. Milliseconds since the epoch. */
import type { Random } from './random.ts'

export const HOUR = 3_600_000
export const DAY = 24 * HOUR
const CHINA = 8 * HOUR
/** How busy each hour of the day is, from midnight on. */
const BUSY = [2, 1, 0, 0, 0, 0, 1, 3, 4, 4, 4, 5, 8, 6, 4, 4, 5, 6, 7, 8, 9, 10, 10, 6].map(
  (weight, hour) => [hour, weight] as const,
)
const MOMENT = 3 * 60_000

/** A time on the day that lies `daysAgo` days back, a day earlier where that would be yet to come. */
export function timeOfDay(random: Random, now: number, daysAgo: number): number {
  const midnight = Math.floor((now + CHINA) / DAY) * DAY - CHINA - daysAgo * DAY
  const time = midnight + random.weighted(BUSY) * HOUR + random.int(0, HOUR - 1)
  return time > now - MOMENT ? time - DAY : time
}

/** A time after `from`, `mean` later on average, not in the small hours, and before `now`. */
export function later(random: Random, from: number, now: number, mean: number): number {
  const time = from + MOMENT - Math.log(1 - random.next()) * mean
  const hour = Math.floor(((time + CHINA) % DAY) / HOUR)
  const awake = hour >= 1 && hour < 7 ? time + (7 - hour) * HOUR : time
  return Math.floor(awake < now ? awake : from + random.next() * Math.max(now - from, 1))
}
