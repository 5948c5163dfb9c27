import type { OutputOf } from '@shiliu/contract/endpoint'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import type { Reading } from '../define-resource.ts'
import { queryOf, type TableState } from './table-state.ts'

type Page = OutputOf<Reading['api']['list']>

/** Pages are kept this long, in milliseconds, unless something is written before. */
const FRESH_MS = 60_000

function rowsOf(resource: Reading, state: TableState) {
  const query = queryOf(state)
  return queryOptions({
    queryKey: keys.adminRows(resource.path, query),
    queryFn: ({ signal }) => call(resource.api.list, { query, signal }),
    staleTime: FRESH_MS,
  })
}

/** One page of rows. While another is on its way, or could not be had, the last one stays (spec section 8 «Admin»). */
export function useRows(resource: Reading, state: TableState) {
  const client = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery(rowsOf(resource, state))
  const [last, setLast] = useState<Page | null>(null)
  if (data && data !== last) setLast(data)

  return {
    page: data ?? last,
    /** Whether `page` is what was asked for. */
    current: data !== undefined,
    error: isFetching ? null : error,
    busy: isFetching,
    retry: () => void refetch(),
    /** Fetches a page that is likely to be asked for next. */
    preload: (page: number) => void client.prefetchQuery(rowsOf(resource, { ...state, page })),
  }
}

/** What becomes of kept pages (spec section 4 «Admin tables»). */
export function useKeptPages() {
  const client = useQueryClient()
  return useMemo(() => {
    const drop = () => client.removeQueries({ queryKey: keys.admin, type: 'inactive' })
    const askAgain = () => client.invalidateQueries({ queryKey: keys.admin })
    /** After a write: other lists, and the pages of the community, may show what it changed. */
    function written() {
      client.removeQueries({ type: 'inactive' })
      return askAgain()
    }
    return {
      /** Before another order or narrowing is shown. */
      drop,
      refresh() {
        drop()
        return askAgain()
      },
      written,
      /** As `written`, where nobody knows how far it came; answers the rows that the page no longer shows. */
      async perhapsWritten(resource: Reading, state: TableState): Promise<number[]> {
        const { queryKey } = rowsOf(resource, state)
        const before = client.getQueryData(queryKey)
        await written()
        const after = client.getQueryData(queryKey)
        if (!before || !after) return []
        const there = new Set(after.data.map((row) => row.id))
        return before.data.flatMap((row) => (there.has(row.id) ? [] : [row.id]))
      },
    }
  }, [client])
}
