import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { changed, type OwnFilter, readFilter, writeFilter } from './own-filter.ts'

/** The filter that the address holds. Changing it adds nothing to the history: going back leaves the page. */
export function useOwnFilter(): [OwnFilter, (change: Partial<OwnFilter>) => void] {
  const [query, setQuery] = useSearchParams()
  const filter = useMemo(() => readFilter(query), [query])
  const change = useCallback(
    (part: Partial<OwnFilter>) => setQuery(writeFilter(changed(filter, part)), { replace: true }),
    [filter, setQuery],
  )
  return [filter, change]
}
