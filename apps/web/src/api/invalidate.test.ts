import { type InfiniteData, InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createQueryClient } from './query-client.ts'
import { askAgain } from './trim-lists.ts'

type Page = { page: number }

/** A list of three pages, and the pages that were asked for. */
async function setUp(key: string) {
  const client = createQueryClient()
  const asked: number[] = []
  const options = {
    queryKey: ['posts', key],
    queryFn: async ({ pageParam }: { pageParam: number }): Promise<Page> => {
      asked.push(pageParam)
      return { page: pageParam }
    },
    initialPageParam: 1,
    getNextPageParam: ({ page }: Page) => page + 1,
  }
  const observer = new InfiniteQueryObserver(client, options)
  const leave = observer.subscribe(() => {})
  await expect.poll(() => observer.getCurrentResult().isSuccess).toBe(true)
  await observer.fetchNextPage()
  await observer.fetchNextPage()
  asked.length = 0
  const pages = () => client.getQueryData<InfiniteData<Page>>(options.queryKey)?.pages.map(({ page }) => page)
  return { client, observer, asked, leave, pages }
}

test('a list that is not looked at is asked for again from its first page, when it is opened', async () => {
  const { client, observer, asked, leave, pages } = await setUp('long')
  leave()
  askAgain(client, [['posts']])
  expect(pages()).toEqual([1])
  expect(asked).toEqual([])
  observer.subscribe(() => {})
  await expect.poll(() => observer.getCurrentResult().isFetching).toBe(false)
  expect(asked).toEqual([1])
})

test('a list that is looked at keeps its length', async () => {
  const { client, observer, asked, pages } = await setUp('shown')
  askAgain(client)
  await expect.poll(() => observer.getCurrentResult().isFetching).toBe(false)
  expect(asked).toEqual([1, 2, 3])
  expect(pages()).toEqual([1, 2, 3])
})

test('what is no list is asked for again as ever', async () => {
  const client = createQueryClient()
  let asked = 0
  const observer = new QueryObserver(client, { queryKey: ['user', 1], queryFn: async () => ++asked })
  observer.subscribe(() => {})
  await expect.poll(() => observer.getCurrentResult().data).toBe(1)
  askAgain(client, [['user']])
  await expect.poll(() => observer.getCurrentResult().data).toBe(2)
})
