import { type InfiniteData, InfiniteQueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { type ListPage, nextPage, recordRemoval } from './paging.ts'
import { createQueryClient } from './query-client.ts'

const KEY = ['list']
const page = (number: number): ListPage => ({ pagination: { page: number, limit: 2, total: 9, pages: 5 } })

/** A list with its first two pages of two entries each, and the pages requested since. */
async function openList() {
  const client = createQueryClient()
  const requested: number[] = []
  const observer = new InfiniteQueryObserver(client, {
    queryKey: KEY,
    queryFn: async ({ pageParam }) => {
      requested.push(pageParam)
      return page(pageParam)
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
  })
  observer.subscribe(() => {})
  await observer.fetchNextPage()
  await observer.fetchNextPage()
  requested.length = 0
  return { client, observer, requested }
}

test('continues page by page to the end', async () => {
  const { observer, requested } = await openList()
  await observer.fetchNextPage()
  await observer.fetchNextPage()
  expect(requested).toEqual([3, 4])
  expect(nextPage(page(5))).toBeUndefined()
})

test('requests again the page that removals moved entries to, then continues', async () => {
  const { client, observer, requested } = await openList()
  recordRemoval(client, [KEY], 'one')
  recordRemoval(client, [KEY], 'one')
  recordRemoval(client, [KEY], 'another')
  await observer.fetchNextPage()
  await observer.fetchNextPage()
  expect(requested).toEqual([2, 3])
  for (const entry of ['a', 'b', 'c']) recordRemoval(client, [KEY], entry)
  await observer.fetchNextPage()
  expect(requested.at(-1)).toBe(2)
})

test('counts a removal during a request for the page after it', async () => {
  const { client, observer, requested } = await openList()
  const more = observer.fetchNextPage()
  recordRemoval(client, [KEY], 'one')
  await more
  expect(client.getQueryData<InfiniteData<ListPage>>(KEY)?.pages).toHaveLength(3)
  await observer.fetchNextPage()
  expect(requested).toEqual([3, 3])
})
