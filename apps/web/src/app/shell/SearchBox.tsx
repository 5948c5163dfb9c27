import { SEARCH } from '@shiliu/contract/limits'
import { IconSearch, IconX } from '@tabler/icons-react'
import { type FocusEvent, type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { matchPath, useLocation, useNavigate, useSearchParams } from 'react-router'
import { isImeComposing } from '#ui/form/text-input.ts'
import { loadable, useLoadable } from '#ui/state/loadable.ts'
import { paths, patterns } from '../paths.ts'
import classes from './SearchBox.module.css'
import type { SearchSuggestionsProps } from './SearchSuggestions.tsx'
import { searchHistory } from './search-history.ts'

const suggestionList = loadable<SearchSuggestionsProps>(() =>
  import('./SearchSuggestions.tsx').then((module) => module.SearchSuggestions),
)

function useResultsKeyword() {
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  return matchPath(patterns.search, pathname) ? (query.get('keyword') ?? '') : ''
}

type Props = { autoFocus?: boolean; onSearch: () => void; onCancel: () => void }

/** The search field with its history and suggestions; Enter opens the results (docs/product.md#header-search). */
export function SearchBox({ autoFocus = false, onSearch, onCancel }: Props) {
  const keyword = useResultsKeyword()
  const [text, setText] = useState(keyword)
  const [open, setOpen] = useState(false)
  /** What suggestions are asked for; empty until something is typed. */
  const [typed, setTyped] = useState('')
  const [options, setOptions] = useState<readonly string[]>([])
  const [active, setActive] = useState(-1)
  const listId = useId()
  const Suggestions = useLoadable(suggestionList, open, () => {})
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

  function type(value: string, composing: boolean) {
    setText(value)
    setOpen(true)
    if (!composing) setTyped(value.trim())
  }

  function focus() {
    setOpen(true)
    setTyped(text === keyword ? '' : text.trim())
  }

  function clear() {
    type('', false)
    input.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isImeComposing(event.nativeEvent)) return
    const picked = listed ? options[active] : undefined
    if (event.key === 'Escape') {
      // A search field would lose its text.
      event.preventDefault()
      setOpen(false)
      setActive(-1)
    } else if (event.key === 'Enter' && picked !== undefined) {
      event.preventDefault()
      search(picked)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      // From the box itself, which is before the first option and behind the last one.
      const from = event.key === 'ArrowDown' ? active + 1 : active < 0 ? options.length - 1 : active - 1
      if (options.length > 0) setActive((from + options.length) % options.length)
    }
  }

  function leave(event: FocusEvent) {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }

  function offer(offered: readonly string[]) {
    setOptions(offered)
    setActive(-1)
  }

  const listed = open && Suggestions !== null && options.length > 0
  return (
    <search className={classes.box} onBlur={leave}>
      <form className={classes.pill} onSubmit={submit}>
        <input
          ref={input}
          className={classes.input}
          type="search"
          enterKeyHint="search"
          placeholder="搜索"
          role="combobox"
          aria-label="搜索笔记和用户"
          aria-autocomplete="list"
          aria-expanded={listed}
          aria-controls={listed ? listId : undefined}
          aria-activedescendant={listed && active >= 0 ? `${listId}-${active}` : undefined}
          autoComplete="off"
          maxLength={SEARCH.keywordMax}
          value={text}
          onChange={({ target, nativeEvent }) =>
            type(target.value, nativeEvent instanceof InputEvent && nativeEvent.isComposing)
          }
          onCompositionEnd={({ currentTarget }) => type(currentTarget.value, false)}
          onFocus={focus}
          onKeyDown={onKeyDown}
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
      {open && (
        // biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus in the box, which closes the panel without it
        <div className={classes.panel} onMouseDown={(event) => event.preventDefault()}>
          {Suggestions && <Suggestions id={listId} keyword={typed} active={active} onOptions={offer} onPick={search} />}
        </div>
      )}
    </search>
  )
}
