/** Counts gathered in memory, so that a read never waits for a write; whoever drains it writes them (design section 5). */
export type Tally = {
  add(id: number, count?: number): void
  /** Counted and not yet settled, handed over or not. */
  pending(id: number): number
  /** Hands over what was gathered and begins anew. */
  drain(): Map<number, number>
  /** So many that were handed over are written and show elsewhere, or are added again: they are pending no longer. */
  settle(id: number, count: number): void
}

export function tally(): Tally {
  let counts = new Map<number, number>()
  const handedOver = new Map<number, number>()
  const move = (map: Map<number, number>, id: number, by: number) => {
    const count = (map.get(id) ?? 0) + by
    if (count > 0) map.set(id, count)
    else map.delete(id)
  }
  return {
    add: (id, count = 1) => move(counts, id, count),
    pending: (id) => (counts.get(id) ?? 0) + (handedOver.get(id) ?? 0),
    drain() {
      const drained = counts
      counts = new Map()
      for (const [id, count] of drained) move(handedOver, id, count)
      return drained
    },
    settle: (id, count) => move(handedOver, id, -count),
  }
}
