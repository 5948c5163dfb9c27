import { useSyncExternalStore } from 'react'

/** An event between parts of the app that do not import each other. */
export function createEmitter<T = void>() {
  const listeners = new Set<(value: T) => void>()
  return {
    emit(value: T) {
      for (const listener of listeners) listener(value)
    },
    subscribe(listener: (value: T) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** A value outside React that components subscribe to; `set` with the same value notifies nobody. */
export function createStore<T>(initial: T) {
  let value = initial
  const { emit, subscribe } = createEmitter()
  return {
    get: () => value,
    set(next: T) {
      if (Object.is(next, value)) return
      value = next
      emit()
    },
    subscribe,
    use: () => useSyncExternalStore(subscribe, () => value),
  }
}
