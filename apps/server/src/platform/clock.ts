/** The current time in epoch milliseconds; tests set it. */
export type Clock = { now(): number }

export const systemClock: Clock = { now: () => Date.now() }

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Whether a clock wrote that time that was set back since; those of nodes differ by less. */
export const isAhead = (time: number, now: number): boolean => time > now + MINUTE_MS

/** China has no daylight saving time. */
export const CHINA_OFFSET_MS = 8 * HOUR_MS

/** The day in China, in days since 1970. */
export const chinaDay = (ms: number): number => Math.floor((ms + CHINA_OFFSET_MS) / DAY_MS)

/** ISO 8601 in UTC. */
export function iso(ms: number): string {
  return new Date(ms).toISOString()
}

/** UTC date, such as `2026-09-01`. */
export function isoDate(ms: number): string {
  return iso(ms).slice(0, 10)
}

/** As `iso`; null stays null. */
export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms)
}

/** Returns a function that writes an ISO time as the clock on the wall shows it there: `2026-09-01 12:00:00`. */
export function localTime(timeZone: string): (iso: string) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (iso) => format.format(new Date(iso))
}
