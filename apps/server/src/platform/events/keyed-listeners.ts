/** Listeners by id, so that one subscription of the bus serves any number of them. */
type KeyedListeners = {
  subscribe(id: number, listener: () => void): () => void
  notify(id: number): void
}

/** An empty set of listeners. */
export function keyedListeners(): KeyedListeners {
  const listeners = new Map<number, Set<() => void>>()
  return {
    subscribe(id, listener) {
      const set = listeners.get(id) ?? new Set()
      listeners.set(id, set.add(listener))
      return () => {
        set.delete(listener)
        if (set.size === 0 && listeners.get(id) === set) listeners.delete(id)
      }
    },
    notify(id) {
      for (const listener of listeners.get(id) ?? []) listener()
    },
  }
}
