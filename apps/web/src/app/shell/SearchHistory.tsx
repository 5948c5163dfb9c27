import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './SearchHistory.module.css'
import { searchHistory } from './search-history.ts'

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
