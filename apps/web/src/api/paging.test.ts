import { type InfiniteData, InfiniteQueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { type Listed, nextPage, tookOut } from './paging.ts'
import { createQueryClient } from './query-client.ts'

const KEY = ['list']
const page = (number: number): Listed => ({ pagination: { page: number, limit: 2, total: 9, pages: 5 } })

/** A list with its first two pages of two entries each; tells which pages were asked for. */
async function openList() {
  const client = createQueryClient()
  const asked: number[] = []
  const observer = new InfiniteQueryObserver(client, {
    queryKey: KEY,
    queryFn: async ({ pageParam }) => {
      asked.push(pageParam)
      return page(pageParam)
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
  })
  observer.subscribe(() => {})
  await observer.fetchNextPage()
  await observer.fetchNextPage()
  asked.length = 0
  return { client, observer, asked }
}

test('a list of which nothing was taken goes on page by page to its end', async () => {
  const { observer, asked } = await openList()
  await observer.fetchNextPage()
  await observer.fetchNextPage()
  expect(asked).toEqual([3, 4])
  expect(nextPage(page(5))).toBeUndefined()
})

test('what moved up when entries were taken out is asked for, and then the list goes on', async () => {
  const { client, observer, asked } = await openList()
  tookOut(client, [KEY], 'one')
  tookOut(client, [KEY], 'one')
  tookOut(client, [KEY], 'another')
  await observer.fetchNextPage()
  await observer.fetchNextPage()
  expect(asked).toEqual([2, 3])
  for (const entry of ['a', 'b', 'c']) tookOut(client, [KEY], entry)
  await observer.fetchNextPage()
  expect(asked.at(-1)).toBe(2)
})

test('what was taken out while a page was on its way counts for the one after it', async () => {
  const { client, observer, asked } = await openList()
  const more = observer.fetchNextPage()
  tookOut(client, [KEY], 'one')
  await more
  expect(client.getQueryData<InfiniteData<Listed>>(KEY)?.pages).toHaveLength(3)
  await observer.fetchNextPage()
  expect(asked).toEqual([3, 3])
})
