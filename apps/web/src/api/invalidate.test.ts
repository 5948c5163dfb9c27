import { type InfiniteData, InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { invalidate } from './invalidate.ts'
import { createQueryClient } from './query-client.ts'

type Page = { page: number }

/** A list of three pages, and the pages requested since. */
async function setUp(key: string) {
  const client = createQueryClient()
  const requested: number[] = []
  const options = {
    queryKey: ['posts', key],
    queryFn: async ({ pageParam }: { pageParam: number }): Promise<Page> => {
      requested.push(pageParam)
      return { page: pageParam }
    },
    initialPageParam: 1,
    getNextPageParam: ({ page }: Page) => page + 1,
  }
  const observer = new InfiniteQueryObserver(client, options)
  const unsubscribe = observer.subscribe(() => {})
  await expect.poll(() => observer.getCurrentResult().isSuccess).toBe(true)
  await observer.fetchNextPage()
  await observer.fetchNextPage()
  requested.length = 0
  const pages = () => client.getQueryData<InfiniteData<Page>>(options.queryKey)?.pages.map(({ page }) => page)
  return { client, observer, requested, unsubscribe, pages }
}

test('trims an inactive list, which is refetched when it is opened', async () => {
  const { client, observer, requested, unsubscribe, pages } = await setUp('long')
  unsubscribe()
  invalidate(client, [['posts']])
  expect(pages()).toEqual([1])
  expect(requested).toEqual([])
  observer.subscribe(() => {})
  await expect.poll(() => observer.getCurrentResult().isFetching).toBe(false)
  expect(requested).toEqual([1])
})

test('keeps the length of an active list', async () => {
  const { client, observer, requested, pages } = await setUp('shown')
  invalidate(client)
  await expect.poll(() => observer.getCurrentResult().isFetching).toBe(false)
  expect(requested).toEqual([1, 2, 3])
  expect(pages()).toEqual([1, 2, 3])
})

test('refetches other queries', async () => {
  const client = createQueryClient()
  let requests = 0
  const observer = new QueryObserver(client, { queryKey: ['user', 1], queryFn: async () => ++requests })
  observer.subscribe(() => {})
  await expect.poll(() => observer.getCurrentResult().data).toBe(1)
  invalidate(client, [['user']])
  await expect.poll(() => observer.getCurrentResult().data).toBe(2)
})
