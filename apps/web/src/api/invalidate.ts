/** TanStack Query refetches an infinite list page by page, one after another; lists are trimmed before that. */
import type { InfiniteData, QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query'

function hasFurtherPages(data: unknown): data is InfiniteData<unknown> {
  return (
    typeof data === 'object' &&
    data !== null &&
    'pageParams' in data &&
    (data as InfiniteData<unknown>).pages.length > 1
  )
}

export function trimLists(client: QueryClient, filters: QueryFilters) {
  for (const { queryKey, state } of client.getQueryCache().findAll(filters)) {
    const { data, dataUpdatedAt: updatedAt } = state
    if (!hasFurtherPages(data)) continue
    const first = { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) }
    client.setQueryData(queryKey, first, { updatedAt })
  }
}

/** By default everything. Active lists keep their length, so that nobody loses their place; others are trimmed. */
export function invalidate(client: QueryClient, queryKeys: readonly QueryKey[] = [[]]) {
  for (const queryKey of queryKeys) {
    trimLists(client, { queryKey, type: 'inactive' })
    void client.invalidateQueries({ queryKey })
  }
}
