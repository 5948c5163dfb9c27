/** Seeded random numbers: the same seed generates the same demo. */

export type Random = {
  /** At least 0, less than 1. */
  next(): number
  /** An integer from `min` to `max`, inclusive. */
  int(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** Up to `count` different items, in random order. */
  sample<T>(items: readonly T[], count: number): T[]
  weighted<T>(items: readonly (readonly [item: T, weight: number])[]): T
}

/** The mulberry32 generator. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (n: number) => Math.floor(next() * n)
  return {
    next,
    int: (min, max) => min + below(max - min + 1),
    chance: (probability) => next() < probability,
    pick: (items) => itemAt(items, below(items.length)),
    sample(items, count) {
      if (count * 4 < items.length) {
        const chosen = new Set<number>()
        while (chosen.size < count) chosen.add(below(items.length))
        return Array.from(chosen, (index) => itemAt(items, index))
      }
      return items
        .map((item) => ({ item, order: next() }))
        .toSorted((a, b) => a.order - b.order)
        .slice(0, count)
        .map(({ item }) => item)
    },
    weighted(items) {
      let remaining = next() * items.reduce((sum, [, weight]) => sum + weight, 0)
      const found = items.find(([, weight]) => {
        remaining -= weight
        return remaining < 0
      })
      return itemAt(found ? [found] : items, 0)[0]
    },
  }
}

function itemAt<T>(items: readonly T[], index: number): T {
  if (index >= items.length) throw new RangeError('cannot choose from an empty list')
  return items[index] as T
}
