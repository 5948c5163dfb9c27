import { InfiniteQueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { forgetChange } from '#api/cached-changes.ts'
import { keys } from '#api/keys.ts'
import { createQueryClient } from '#api/query-client.ts'
import type { Notice, NoticePage } from './notice.ts'
import { changeNotices, noticesOf } from './notice-cache.ts'
import { markedRead } from './notice-changes.ts'

/** What of a notification matters here. */
const notice = (id: number) => ({ id, is_read: 0 }) as Notice

/** A tab with its first page; answers come when the test says so. */
async function openTab() {
  const client = createQueryClient()
  const asked: ((page: NoticePage) => void)[] = []
  const observer = new InfiniteQueryObserver(client, {
    queryKey: keys.notifications('likes'),
    queryFn: () => new Promise<NoticePage>((resolve) => asked.push(resolve)),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }: NoticePage) => pagination.page + 1,
  })
  observer.subscribe(() => {})
  const answer = (page: number, ...notifications: Notice[]) =>
    asked.shift()?.({ notifications, pagination: { page, limit: 20, total: 3, pages: 2 } })
  answer(1, notice(1), notice(2))
  await expect.poll(() => observer.getCurrentResult().data).toBeDefined()
  const read = () => noticesOf(observer.getCurrentResult().data?.pages).map(({ is_read }) => is_read)
  return { client, observer, answer, read }
}

test('what is read while more is loaded stays read', async () => {
  const { client, observer, answer, read } = await openTab()
  const more = observer.fetchNextPage()
  changeNotices(client, ['likes'], (page) => markedRead(page, 1))
  answer(2, notice(3))
  await more
  expect(read()).toEqual([1, 0, 0])
})

test('what the server refused to mark is as it says', async () => {
  const { client, observer, answer, read } = await openTab()
  const again = observer.refetch()
  changeNotices(client, ['likes'], (page) => markedRead(page, 1), { name: 'read 1', open: true })
  expect(read()).toEqual([1, 0])
  forgetChange(client, 'read 1')
  answer(1, notice(1), notice(2))
  await again
  expect(read()).toEqual([0, 0])
})
