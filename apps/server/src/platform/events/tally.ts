/** Counts gathered in memory, so that a read never waits for a write; whoever drains it writes them (design section 5). */
export type Tally = {
  add(id: number, count?: number): void
  /** Counted but not yet drained. */
  pending(id: number): number
  /** Hands over what was gathered and begins anew. */
  drain(): Map<number, number>
}

export function tally(): Tally {
  let counts = new Map<number, number>()
  return {
    add(id, count = 1) {
      counts.set(id, (counts.get(id) ?? 0) + count)
    },
    pending: (id) => counts.get(id) ?? 0,
    drain() {
      const drained = counts
      counts = new Map()
      return drained
    },
  }
}
