/** Lists of ids: TanStack Query keeps which things a list holds and in what order, the records what they are. */
import type { Pagination } from '@shiliu/contract/common'
import {
  hashKey,
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryFilters,
  type QueryKey,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useLocation } from 'react-router'
import { ApiError, messageOf } from '#api/error.ts'
import { queryClient } from '#api/query-client.ts'
import { toast } from '#ui/feedback/toast.ts'
import { keepPlace } from './places.ts'
import { createRecords, type PageStart, type Records, tick } from './records.ts'

type Answer<Item> = { items: readonly Item[]; pagination: Pagination }
type Page<Id> = { ids: readonly Id[]; askedAt: number }

type ListOptions<T extends object, Name extends keyof T, A extends Answer<T>> = {
  key: QueryKey
  records: Records<T, Name>
  /** The page that the list begins with, by default the first one. Goes into the key where it differs. */
  firstPage?: number
  /** `askedAt` is for what else the answer says. */
  fetch: (start: PageStart, signal: AbortSignal, askedAt: number) => Promise<A>
  /** When the list is fetched again because it is shown again; by default 30 s, as other queries. */
  staleTime?: number
  gcTime?: number
}

async function fetchPage<T extends object, Name extends keyof T, A extends Answer<T>>(
  records: Records<T, Name>,
  fetch: (askedAt: number) => Promise<A>,
) {
  const askedAt = tick()
  const { items, ...rest } = await fetch(askedAt)
  records.put(items, askedAt)
  return { ...rest, ids: items.map((item) => item[records.idName]), askedAt }
}

/** Where the next page begins; undefined at the end, and where the list already has that page among `starts`. */
export function nextStart({ next_cursor: cursor }: Pagination, starts: PageStart[] = []): PageStart | undefined {
  return cursor && !starts.some((start) => start.cursor === cursor) ? { cursor } : undefined
}

/** Nothing of a page that leads to itself is shown: asking on would never end. */
function requireProgress({ pagination }: { pagination: Pagination }, start: PageStart) {
  if (pagination.next_cursor && pagination.next_cursor === start.cursor)
    throw new ApiError(409, '没有取到新的内容，已经停下')
}

function listQuery<T extends object, Name extends keyof T, A extends Answer<T>>(options: ListOptions<T, Name, A>) {
  const { key, records, firstPage = 1, staleTime, gcTime, fetch } = options
  return infiniteQueryOptions({
    queryKey: key,
    async queryFn({ pageParam, signal }) {
      const page = await fetchPage(records, (askedAt) => fetch(pageParam, signal, askedAt))
      requireProgress(page, pageParam)
      return page
    },
    initialPageParam: { page: firstPage } as PageStart,
    getNextPageParam: ({ pagination }, _pages, _start, starts) => nextStart(pagination, starts),
    ...(staleTime !== undefined && { staleTime }),
    ...(gcTime !== undefined && { gcTime }),
  })
}

/** Asks for a list's first page before it is shown. */
export function prefetchList<T extends object, Name extends keyof T, A extends Answer<T>>(
  options: ListOptions<T, Name, A>,
) {
  return queryClient.prefetchInfiniteQuery(listQuery(options))
}

/** Loads a list where it is not fresh, and resolves to its ids. Rejects where it cannot be loaded. */
export async function fetchList<T extends object, Name extends keyof T, A extends Answer<T>>(
  options: ListOptions<T, Name, A>,
) {
  return idsOf(await queryClient.fetchInfiniteQuery(listQuery(options)))
}

/** A list that is loaded page by page: its query, its records, each once, and what its first page said. */
export function useList<T extends object, Name extends keyof T, A extends Answer<T>>(options: ListOptions<T, Name, A>) {
  const { key, records } = options
  const query = useInfiniteQuery(listQuery(options))
  const { data } = query
  const hash = hashKey(key)
  const { key: entry } = useLocation()
  useEffect(() => keepPlace(entry, hash, records), [entry, hash, records])
  const added = additions.use(hash)?.added
  const ids = useMemo(() => idsOf(data, added), [data, added])
  return { query, items: records.useAll(ids) as A['items'], first: data?.pages[0], reload: () => reload(key) }
}

type PageOptions<T extends object, Name extends keyof T, A extends Answer<T>> = Omit<
  ListOptions<T, Name, A>,
  'fetch' | 'firstPage' | 'gcTime'
> & { fetch: (signal: AbortSignal) => Promise<A> }

/** One page of a list; the page before stays until it is loaded. */
export function useListPage<T extends object, Name extends keyof T, A extends Answer<T>>(
  options: PageOptions<T, Name, A>,
) {
  const { key, records, staleTime = 0, fetch } = options
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => fetchPage(records, () => fetch(signal)),
    placeholderData: keepPreviousData,
    staleTime,
  })
  return { query, items: records.useAll(query.data?.ids ?? NONE) as A['items'] }
}

const NONE: readonly never[] = []

type Added = { key: string; added: readonly { id: unknown; at: number }[] }

/** What the viewer added to a list: it comes first, until the list is asked for from its start again. */
const additions = createRecords<Added, 'key'>('key')

export function addToList(key: QueryKey, id: unknown) {
  const hash = hashKey(key)
  const at = tick()
  additions.put([{ key: hash, added: [{ id, at }, ...(additions.get(hash)?.added ?? [])] }], at)
}

function idsOf<Id>(data: InfiniteData<Page<Id>, unknown> | undefined, added: Added['added'] = []): readonly Id[] {
  const [first] = data?.pages ?? []
  if (!data || !first) return NONE
  const ids = added.filter(({ at }) => at > first.askedAt).map(({ id }) => id as Id)
  return [...new Set([...ids, ...data.pages.flatMap((page) => page.ids)])]
}

/** TanStack Query fetches a long list again page by page: this leaves it the first page only. */
function trim(filters: QueryFilters) {
  for (const { queryKey, state } of queryClient.getQueryCache().findAll(filters)) {
    const data = state.data as Partial<InfiniteData<unknown>> | undefined
    if (!data?.pages || !data.pageParams || data.pages.length < 2) continue
    const first = { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) }
    queryClient.setQueryData(queryKey, first, { updatedAt: state.dataUpdatedAt })
  }
}

/** Asks again for what these keys match, by default everything. What is shown keeps its length and the place in it. */
export function invalidate(keys: readonly QueryKey[] = [[]]) {
  for (const queryKey of keys) {
    trim({ queryKey, type: 'inactive' })
    void queryClient.invalidateQueries({ queryKey })
  }
}

/** Marks lists as outdated: they stay as they are until they are opened again. */
export function outdate(...keys: readonly QueryKey[]) {
  for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
}

/** Asks for a list from its start again. Its first page is shown until the answer comes. */
export function reload(queryKey: QueryKey, { exact = true } = {}) {
  trim({ queryKey, exact })
  queryClient
    .invalidateQueries({ queryKey, exact, refetchType: 'active' }, { throwOnError: true })
    // Without data the page itself shows the failure.
    .catch((error) => queryClient.getQueryData(queryKey) && toast.error(messageOf(error, '刷新失败，请重试')))
}
