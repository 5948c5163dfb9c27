/** The time, as something a test can set. Milliseconds since the epoch. */
export type Clock = { now(): number }

export const systemClock: Clock = { now: () => Date.now() }

/** A stored time as the wire shows it: ISO-8601 in UTC. */
export function iso(ms: number): string {
  return new Date(ms).toISOString()
}

/** The date of a time in UTC: `2026-09-01`. */
export function isoDate(ms: number): string {
  return iso(ms).slice(0, 10)
}

/** As `iso`, for a time that may be absent. */
export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms)
}
