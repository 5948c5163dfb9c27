import { SEARCH } from '@shiliu/contract/limits'
import { IconSearch, IconX } from '@tabler/icons-react'
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { matchPath, useLocation, useNavigate, useSearchParams } from 'react-router'
import { paths, patterns } from '../paths.ts'
import classes from './SearchBox.module.css'
import { SearchHistory } from './SearchHistory.tsx'
import { searchHistory } from './search-history.ts'

/** The keyword of the results page, empty elsewhere. */
function useShownKeyword() {
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  return matchPath(patterns.search, pathname) ? (query.get('keyword') ?? '') : ''
}

type Props = { autoFocus?: boolean; onSearch: () => void; onCancel: () => void }

/** The search pill with its history (spec section 2 «Header search»); Enter goes to the results. */
export function SearchBox({ autoFocus = false, onSearch, onCancel }: Props) {
  const shown = useShownKeyword()
  const [text, setText] = useState(shown)
  const [open, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  useEffect(() => setText(shown), [shown])
  useEffect(() => {
    if (autoFocus) input.current?.focus()
  }, [autoFocus])

  function search(value: string) {
    const keyword = value.trim()
    if (keyword) searchHistory.add(keyword)
    setText(keyword)
    setOpen(false)
    input.current?.blur()
    navigate(paths.search({ keyword }))
    onSearch()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    search(text)
  }

  function clear() {
    setText('')
    input.current?.focus()
  }

  function leave(event: FocusEvent) {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }

  return (
    <search className={classes.box} onBlur={leave}>
      <form className={classes.pill} onSubmit={submit}>
        <input
          ref={input}
          className={classes.input}
          type="search"
          enterKeyHint="search"
          placeholder="搜索"
          aria-label="搜索笔记和用户"
          autoComplete="off"
          maxLength={SEARCH.keywordMax}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onFocus={() => setOpen(true)}
          onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
        />
        {text && (
          <button type="button" className={classes.icon} aria-label="清空" onClick={clear}>
            <IconX size={18} stroke={1.75} aria-hidden />
          </button>
        )}
        <button type="submit" className={classes.icon} aria-label="搜索">
          <IconSearch size={20} stroke={1.75} aria-hidden />
        </button>
      </form>
      <button type="button" className={classes.cancel} onClick={onCancel}>
        取消
      </button>
      {open && <SearchHistory onPick={search} />}
    </search>
  )
}
