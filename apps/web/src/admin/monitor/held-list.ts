/** A list that grows at its head without moving what somebody reads. */

type Item = { id: string }

/** What to show of `latest` while `shown` is being read: nothing new, and no longer what is gone. */
export function held<T extends Item>(shown: readonly T[] | null, latest: readonly T[], reading: boolean): readonly T[] {
  if (!reading || !shown || shown.length === 0) return latest
  const now = new Map(latest.map((item) => [item.id, item]))
  const oldest = latest.at(-1)
  // Older than all that was answered: not told any more because of its age, not because it is gone.
  const beyond = oldest ? shown.findIndex(({ id }) => id === oldest.id) : -1
  return shown.flatMap((item, index) => now.get(item.id) ?? (beyond >= 0 && index > beyond ? item : []))
}

/** How many there are above those shown. */
export function waiting<T extends Item>(shown: readonly T[], latest: readonly T[]): number {
  const known = new Set(shown.map(({ id }) => id))
  const first = latest.findIndex(({ id }) => known.has(id))
  return first < 0 ? latest.length : first
}
