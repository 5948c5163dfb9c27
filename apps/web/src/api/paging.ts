/** Where a list that is asked for page by page goes on. */
import type { Pagination } from '@shiliu/contract/common'
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import { changeCached } from './cached-changes.ts'

/** `gone`: what the person took out of the list since the page was asked for; pages are counted from the list's start. */
export type Listed<Page = unknown> = Page & { pagination: Pagination & { gone?: readonly string[] } }

/**
 * The page to ask for after the last one that is there, undefined where that was the end. Where entries went, those behind
 * them stand on earlier pages now: these are asked for again, and what is there already does no harm in a list that shows
 * each once.
 */
export function nextPage({ pagination }: Listed): number | undefined {
  const { page, pages, limit, gone = [] } = pagination
  if (page >= pages) return undefined
  return Math.max(1, page + 1 - Math.ceil(gone.length / limit))
}

/** Pages of a list out of which the person took an entry, once however often that is said. */
export function without<Data extends InfiniteData<Listed>>(data: Data, entry: string): Data {
  const last = data.pages.at(-1)
  if (!last || last.pagination.gone?.includes(entry)) return data
  const gone = [...(last.pagination.gone ?? []), entry]
  return { ...data, pages: [...data.pages.slice(0, -1), { ...last, pagination: { ...last.pagination, gone } }] }
}

/** Says of lists that go on showing an entry, until they are opened again, that the server has it there no longer. */
export function tookOut(client: QueryClient, queryKeys: readonly QueryKey[], entry: string) {
  changeCached(client, queryKeys, (data: InfiniteData<Listed>) => without(data, entry))
}
