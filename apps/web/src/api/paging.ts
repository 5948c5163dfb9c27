import type { Pagination } from '@shiliu/contract/common'
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import { updateCached } from './optimistic-updates.ts'

/** A page of a list; `removed` names the entries that the user removed from the list since the page was requested. */
export type ListPage<Page = unknown> = Page & { pagination: Pagination & { removed?: readonly string[] } }

/** The next page; undefined at the end. Removals move later entries to earlier pages, which are requested again. */
export function nextPage({ pagination }: ListPage): number | undefined {
  const { page, pages, limit, removed = [] } = pagination
  if (page >= pages) return undefined
  return Math.max(1, page + 1 - Math.ceil(removed.length / limit))
}

export function withRemoval<Data extends InfiniteData<ListPage>>(data: Data, entry: string): Data {
  const last = data.pages.at(-1)
  if (!last || last.pagination.removed?.includes(entry)) return data
  const removed = [...(last.pagination.removed ?? []), entry]
  return { ...data, pages: [...data.pages.slice(0, -1), { ...last, pagination: { ...last.pagination, removed } }] }
}

/** Records that the server no longer lists an entry which these lists show until they are opened again. */
export function recordRemoval(client: QueryClient, queryKeys: readonly QueryKey[], entry: string) {
  updateCached(client, queryKeys, (data: InfiniteData<ListPage>) => withRemoval(data, entry))
}
