/** The filter of the viewer's own notes and drafts, kept in the address (docs/product.md#note-management). */
import { SEARCH } from '@shiliu/contract/limits'
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'

export type OwnFilter = {
  page: number
  /** '' for all. */
  keyword: string
  category: number | null
}

const ID = /^[1-9]\d{0,14}$/

export function readFilter(query: URLSearchParams): OwnFilter {
  const page = query.get('page') ?? ''
  const category = query.get('category') ?? ''
  return {
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    keyword: (query.get('keyword') ?? '').trim().slice(0, SEARCH.keywordMax),
    category: ID.test(category) ? Number(category) : null,
  }
}

/** Any change but of the page goes back to the first page. */
export function withChange(filter: OwnFilter, change: Partial<OwnFilter>): OwnFilter {
  return { ...filter, page: 1, ...change }
}

export function writeFilter({ page, keyword, category }: OwnFilter): Record<string, string> {
  return {
    ...(keyword && { keyword }),
    ...(category !== null && { category: String(category) }),
    ...(page > 1 && { page: String(page) }),
  }
}

export function toQuery({ page, keyword, category }: OwnFilter) {
  return { page, keyword: keyword || undefined, category: category === null ? undefined : String(category) }
}

export function isFiltered({ keyword, category }: OwnFilter): boolean {
  return keyword !== '' || category !== null
}

/** The page to go to from an empty page; null for the first, which may be empty. */
export function fallbackPage(page: number, pages: number): number | null {
  return page > 1 ? Math.max(1, Math.min(page - 1, pages)) : null
}

/** The filter of the address. A change replaces the history entry, so that going back leaves the page. */
export function useOwnFilter(): [OwnFilter, (change: Partial<OwnFilter>) => void] {
  const [query, setQuery] = useSearchParams()
  const filter = useMemo(() => readFilter(query), [query])
  // The address follows a change a little later: another one until then adds to it.
  const latest = useRef(filter)
  useLayoutEffect(() => {
    latest.current = filter
  }, [filter])
  const change = useCallback(
    (part: Partial<OwnFilter>) => {
      latest.current = withChange(latest.current, part)
      setQuery(writeFilter(latest.current), { replace: true })
    },
    [setQuery],
  )
  return [filter, change]
}
