import { InfiniteQueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { keys } from '#api/keys.ts'
import { discardUpdate } from '#api/optimistic-updates.ts'
import { createQueryClient } from '#api/query-client.ts'
import type { Notice, NoticePage } from './notice.ts'
import { uniqueNotices, updateNotices } from './notice-cache.ts'
import { markRead } from './notice-changes.ts'

/** The fields that the cache uses. */
const notice = (id: number) => ({ id, is_read: 0 }) as Notice

/** A tab with its first page loaded; `respond` resolves the oldest pending request. */
async function openTab() {
  const client = createQueryClient()
  const pending: ((page: NoticePage) => void)[] = []
  const observer = new InfiniteQueryObserver(client, {
    queryKey: keys.notifications('likes'),
    queryFn: () => new Promise<NoticePage>((resolve) => pending.push(resolve)),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }: NoticePage) => pagination.page + 1,
  })
  observer.subscribe(() => {})
  const respond = (page: number, ...notifications: Notice[]) =>
    pending.shift()?.({ notifications, pagination: { page, limit: 20, total: 3, pages: 2 } })
  respond(1, notice(1), notice(2))
  await expect.poll(() => observer.getCurrentResult().data).toBeDefined()
  const read = () => uniqueNotices(observer.getCurrentResult().data?.pages).map(({ is_read }) => is_read)
  return { client, observer, respond, read }
}

test('a notice read while the next page loads stays read', async () => {
  const { client, observer, respond, read } = await openTab()
  const more = observer.fetchNextPage()
  updateNotices(client, ['likes'], (page) => markRead(page, 1))
  respond(2, notice(3))
  await more
  expect(read()).toEqual([1, 0, 0])
})

test('a notice that could not be marked read shows what the server returns', async () => {
  const { client, observer, respond, read } = await openTab()
  const again = observer.refetch()
  updateNotices(client, ['likes'], (page) => markRead(page, 1), { name: 'read 1', open: true })
  expect(read()).toEqual([1, 0])
  discardUpdate(client, 'read 1')
  respond(1, notice(1), notice(2))
  await again
  expect(read()).toEqual([0, 0])
})
