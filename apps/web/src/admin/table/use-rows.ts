import type { OutputOf } from '@shiliu/contract/endpoint'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import type { Resource } from '../define-resource.ts'
import { queryOf, type TableState } from './table-state.ts'

type Page = OutputOf<Resource['api']['list']>

/** How long a page counts as fresh, in milliseconds, unless something is written. */
const STALE_MS = 60_000

function pageQuery(resource: Resource, state: TableState) {
  const query = queryOf(state)
  return queryOptions({
    queryKey: keys.adminRows(resource.path, query),
    queryFn: ({ signal }) => call(resource.api.list, { query, signal }),
    staleTime: STALE_MS,
  })
}

/** One page of rows. The previous page stays while another loads, and when loading fails. */
export function useRows(resource: Resource, state: TableState) {
  const client = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery(pageQuery(resource, state))
  const [last, setLast] = useState<Page | null>(null)
  if (data && data !== last) setLast(data)

  return {
    page: data ?? last,
    current: data !== undefined,
    error: isFetching ? null : error,
    busy: isFetching,
    retry: () => void refetch(),
    preload: (page: number) => void client.prefetchQuery(pageQuery(resource, { ...state, page })),
  }
}

export function useTableCache() {
  const client = useQueryClient()
  return useMemo(() => {
    const invalidate = () => client.invalidateQueries({ queryKey: keys.admin })
    /** Other pages count as old. They are kept: without a network they are all there is. */
    const outdateInactive = () =>
      void client.invalidateQueries({ queryKey: keys.admin, type: 'inactive', refetchType: 'none' })
    /** After a write, which may show in other tables and in the community's pages. */
    function invalidateAll() {
      const [admin] = keys.admin
      client.removeQueries({ type: 'inactive', predicate: ({ queryKey }) => queryKey[0] !== admin })
      outdateInactive()
      return invalidate()
    }
    return {
      outdateInactive,
      refresh() {
        outdateInactive()
        return invalidate()
      },
      invalidateAll,
      /** After a write that failed and may be partial; returns the ids of rows that disappeared from the page. */
      async invalidateAfterFailure(resource: Resource, state: TableState): Promise<number[]> {
        const { queryKey } = pageQuery(resource, state)
        const before = client.getQueryData(queryKey)
        await invalidateAll()
        const after = client.getQueryData(queryKey)
        if (!before || !after) return []
        const remaining = new Set(after.data.map((row) => row.id))
        return before.data.flatMap((row) => (remaining.has(row.id) ? [] : [row.id]))
      },
    }
  }, [client])
}
