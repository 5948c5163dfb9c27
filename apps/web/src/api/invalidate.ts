/** Lists that load page by page are asked for again page by page, as many as there are, one after another. */
import type { InfiniteData, QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query'

function isLong(data: unknown): data is InfiniteData<unknown> {
  return (
    typeof data === 'object' &&
    data !== null &&
    'pageParams' in data &&
    (data as InfiniteData<unknown>).pages.length > 1
  )
}

/** Leaves these lists their first page. */
export function trimLists(client: QueryClient, filters: QueryFilters) {
  for (const { queryKey, state } of client.getQueryCache().findAll(filters)) {
    const { data, dataUpdatedAt: updatedAt } = state
    if (!isLong(data)) continue
    const first = { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) }
    client.setQueryData(queryKey, first, { updatedAt })
  }
}

/**
 * Has what is cached under these keys, by default all of it, asked for again: at once where it is looked at, otherwise when
 * it is next opened. A list that is looked at keeps its length, so that nobody loses their place in it.
 */
export function askAgain(client: QueryClient, queryKeys: readonly QueryKey[] = [[]]) {
  for (const queryKey of queryKeys) {
    trimLists(client, { queryKey, type: 'inactive' })
    void client.invalidateQueries({ queryKey })
  }
}
