import { SEARCH } from '@shiliu/contract/limits'
import { IconSearch, IconX } from '@tabler/icons-react'
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { matchPath, useLocation, useNavigate, useSearchParams } from 'react-router'
import { paths, patterns } from '../paths.ts'
import classes from './SearchBox.module.css'
import { SearchHistory, searchHistory } from './SearchHistory.tsx'

function useResultsKeyword() {
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  return matchPath(patterns.search, pathname) ? (query.get('keyword') ?? '') : ''
}

type Props = { autoFocus?: boolean; onSearch: () => void; onCancel: () => void }

/** The search field with its history; Enter opens the results (docs/product.md#header-search). */
export function SearchBox({ autoFocus = false, onSearch, onCancel }: Props) {
  const keyword = useResultsKeyword()
  const [text, setText] = useState(keyword)
  const [open, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  useEffect(() => setText(keyword), [keyword])
  useEffect(() => {
    if (autoFocus) input.current?.focus()
  }, [autoFocus])

  function search(value: string) {
    const trimmed = value.trim()
    if (trimmed) searchHistory.add(trimmed)
    setText(trimmed)
    setOpen(false)
    input.current?.blur()
    navigate(paths.search({ keyword: trimmed }))
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
