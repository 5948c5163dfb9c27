/** The last keywords searched for, newest first (spec sections 4, 9). */
import { readItem, watchItems, writeItem } from '#api/storage.ts'
import { SEARCH_HISTORY_MAX } from '#ui/constants.ts'
import { createStore } from '#ui/store.ts'

const KEY = 'searchHistory'

/** Whatever another version of the page may have stored: anything but a list of texts is none. */
export function parseHistory(stored: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string').slice(0, SEARCH_HISTORY_MAX) : []
  } catch {
    return []
  }
}

export function withKeyword(history: readonly string[], keyword: string): readonly string[] {
  return [keyword, ...history.filter((item) => item !== keyword)].slice(0, SEARCH_HISTORY_MAX)
}

const store = createStore(parseHistory(readItem(KEY)))
watchItems([KEY], () => store.set(parseHistory(readItem(KEY))))

function write(history: readonly string[]) {
  writeItem(KEY, history.length > 0 ? JSON.stringify(history) : null)
  store.set(history)
}

export const searchHistory = {
  use: store.use,
  add: (keyword: string) => write(withKeyword(store.get(), keyword)),
  remove: (keyword: string) => write(store.get().filter((item) => item !== keyword)),
  clear: () => write([]),
}
