import * as search from '@shiliu/contract/search'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { SearchHistory } from './SearchHistory.tsx'
import classes from './SearchSuggestions.module.css'

const PAUSE_MS = 200
const FRESH_MS = 60_000

export type SearchSuggestionsProps = {
  /** Options have it with their index behind. */
  id: string
  /** What was typed; empty for the history and the hot words. */
  keyword: string
  /** The index of the option that the keyboard has reached; -1 for none. */
  active: number
  onOptions: (options: readonly string[]) => void
  onPick: (keyword: string) => void
}

/** Below the search box: the history and hot words, or what begins like the keyword. The box keeps the focus. */
export function SearchSuggestions({ id, keyword, active, onOptions, onPick }: SearchSuggestionsProps) {
  const options = useSuggestions(keyword)
  const announce = useEffectEvent(onOptions)
  useEffect(() => announce(options), [options])
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  const hot = keyword === ''
  const history = hot && <SearchHistory onPick={onPick} />
  if (options.length === 0) return history
  return (
    <>
      {history}
      <div className={classes.suggestions} data-hot={hot || undefined}>
        {hot && (
          <p className={classes.head} aria-hidden>
            热门搜索
          </p>
        )}
        <div id={id} role="listbox" aria-label={hot ? '热门搜索' : '搜索建议'} className={classes.list}>
          {options.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the box handles the keys of its options
            <div
              key={option}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              tabIndex={-1}
              className={classes.option}
              onClick={() => onPick(option)}
            >
              {!hot && <IconSearch size={16} stroke={1.75} aria-hidden />}
              <span className={classes.text} dir="auto">
                {option}
              </span>
            </div>
          ))}
        </div>
      </div>
    </>
  )
}

const NONE: readonly string[] = []

/** Asked for once typing pauses; the answer before stays until the next one is there, and a failure offers nothing. */
function useSuggestions(keyword: string): readonly string[] {
  const [paused, setPaused] = useState(keyword)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(keyword), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [keyword])
  const asked = keyword === '' ? '' : paused
  const { data } = useQuery({
    queryKey: keys.suggestions(asked),
    queryFn: ({ signal }) => call(search.suggestions, { query: asked === '' ? {} : { keyword: asked }, signal }),
    staleTime: FRESH_MS,
    retry: false,
    placeholderData: (previous, query) => (asked === '' || query?.queryKey[1] === '' ? undefined : previous),
  })
  // The hot words are no answer to what is typed.
  return keyword !== '' && asked === '' ? NONE : (data?.suggestions ?? NONE)
}
