import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { readItem, watchItems, writeItem } from '#api/storage.ts'
import { createStore } from '#ui/state/store.ts'
import classes from './SearchHistory.module.css'

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

/** Recent keywords below the search box: a click searches, in edit mode it removes. */
export function SearchHistory({ onPick }: { onPick: (keyword: string) => void }) {
  const history = searchHistory.use()
  const [editing, setEditing] = useState(false)
  if (history.length === 0) return null
  return (
    <section className={classes.history} aria-label="搜索历史">
      <div className={classes.head}>
        <span>历史记录</span>
        {editing ? (
          <span className={classes.tools}>
            <button type="button" onClick={searchHistory.clear}>
              全部清空
            </button>
            <button type="button" onClick={() => setEditing(false)}>
              完成
            </button>
          </span>
        ) : (
          <button type="button" onClick={() => setEditing(true)}>
            编辑
          </button>
        )}
      </div>
      <ul className={classes.list}>
        {history.map((keyword) => (
          <li key={keyword}>
            <button
              type="button"
              className={classes.keyword}
              aria-label={editing ? `删除「${keyword}」` : undefined}
              onClick={() => (editing ? searchHistory.remove(keyword) : onPick(keyword))}
            >
              <span className={classes.text}>{keyword}</span>
              {editing && <IconX size={14} stroke={1.75} aria-hidden />}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
