import { readItem, watchItems, writeItem } from '#api/storage.ts'
import { createStore } from '#ui/state/store.ts'

const KEY = 'searchHistory'
const MAX = 5

/** Anything but a list of strings counts as empty: another version may have stored it. */
export function parseHistory(stored: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string').slice(0, MAX) : []
  } catch {
    return []
  }
}

export function withKeyword(history: readonly string[], keyword: string): readonly string[] {
  return [keyword, ...history.filter((item) => item !== keyword)].slice(0, MAX)
}

const store = createStore(parseHistory(readItem(KEY)))
watchItems([KEY], () => store.set(parseHistory(readItem(KEY))))

function write(history: readonly string[]) {
  writeItem(KEY, history.length > 0 ? JSON.stringify(history) : null)
  store.set(history)
}

/** The last searched keywords, newest first (docs/product.md#search-history). */
export const searchHistory = {
  use: store.use,
  add: (keyword: string) => write(withKeyword(store.get(), keyword)),
  remove: (keyword: string) => write(store.get().filter((item) => item !== keyword)),
  clear: () => write([]),
}
