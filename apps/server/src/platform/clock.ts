/** The time, as something a test can set. Milliseconds since the epoch. */
export type Clock = { now(): number }

export const systemClock: Clock = { now: () => Date.now() }

/** A stored time as the wire shows it: ISO-8601 in UTC. */
export function iso(ms: number): string {
  return new Date(ms).toISOString()
}

/** As `iso`, for a time that may be absent. */
export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms)
}
