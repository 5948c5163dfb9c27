/** A message between parts that do not know each other. */
export function createSignal<T = void>() {
  const listeners = new Set<(value: T) => void>()
  return {
    send(value: T) {
      for (const listener of listeners) listener(value)
    },
    /** Returns the way to stop. */
    listen(listener: (value: T) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
