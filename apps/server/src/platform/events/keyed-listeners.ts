/** Who waits for news of what, by its id: one subscription of the bus serves any number of listeners. */
export type Watchers = {
  /** Calls `listener` at each news of `id` until the answered function is called. */
  watch(id: number, listener: () => void): () => void
  news(id: number): void
}

export function watchers(): Watchers {
  const listeners = new Map<number, Set<() => void>>()
  return {
    watch(id, listener) {
      const set = listeners.get(id) ?? new Set()
      listeners.set(id, set.add(listener))
      return () => {
        set.delete(listener)
        if (set.size === 0 && listeners.get(id) === set) listeners.delete(id)
      }
    },
    news(id) {
      for (const listener of listeners.get(id) ?? []) listener()
    },
  }
}
