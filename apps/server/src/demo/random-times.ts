/** Random times at which students are awake, in China's time zone. Milliseconds since the epoch. */
import type { Random } from './random.ts'

export const HOUR = 3_600_000
export const DAY = 24 * HOUR
const CHINA_OFFSET = 8 * HOUR
/** Relative activity per hour of the day, from midnight on. */
const ACTIVITY = [2, 1, 0, 0, 0, 0, 1, 3, 4, 4, 4, 5, 8, 6, 4, 4, 5, 6, 7, 8, 9, 10, 10, 6].map(
  (weight, hour) => [hour, weight] as const,
)
const MIN_GAP = 3 * 60_000

/** A time on the day `daysAgo` days back; a day earlier where it would be in the future. */
export function timeOfDay(random: Random, now: number, daysAgo: number): number {
  const midnight = Math.floor((now + CHINA_OFFSET) / DAY) * DAY - CHINA_OFFSET - daysAgo * DAY
  const time = midnight + random.weighted(ACTIVITY) * HOUR + random.int(0, HOUR - 1)
  return time > now - MIN_GAP ? time - DAY : time
}

/** A time between `from` and `now`, on average `mean` after `from`, and not at night where that is possible. */
export function timeAfter(random: Random, from: number, now: number, mean: number): number {
  const time = from + MIN_GAP - Math.log(1 - random.next()) * mean
  const hour = Math.floor(((time + CHINA_OFFSET) % DAY) / HOUR)
  const daytime = hour >= 1 && hour < 7 ? time + (7 - hour) * HOUR : time
  return Math.floor(daytime < now ? daytime : from + random.next() * Math.max(now - from, 1))
}
