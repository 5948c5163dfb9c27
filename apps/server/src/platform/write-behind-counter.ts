/** Counts in memory that are written to the database later, so that a read never waits for a write. */
export type WriteBehindCounter = {
  add(id: number, count?: number): void
  /** Counted but not settled yet, whether drained or not. */
  pending(id: number): number
  /** Returns all counts and starts again at zero; the caller settles them. */
  drain(): Map<number, number>
  /** Marks a drained count as written, or as about to be added again. */
  settle(id: number, count: number): void
}

/** A counter at zero. */
export function writeBehindCounter(): WriteBehindCounter {
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
