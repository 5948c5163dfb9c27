/** The current time in epoch milliseconds; tests set it. */
export type Clock = { now(): number }

export const systemClock: Clock = { now: () => Date.now() }

/** ISO 8601 in UTC. */
export function iso(ms: number): string {
  return new Date(ms).toISOString()
}

/** UTC date, such as `2026-09-01`. */
export function isoDate(ms: number): string {
  return iso(ms).slice(0, 10)
}

export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms)
}
