import type { Comment, Thread } from '@shiliu/contract/comments'
import { InfiniteQueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { keys } from '#api/keys.ts'
import { createQueryClient } from '#api/query-client.ts'
import {
  addReply,
  addThread,
  type CommentPage,
  patchComment,
  removeComment,
  type Threads,
  uniqueThreads,
} from './comment-cache.ts'
import { removeCommentFromCache, updateThreads } from './use-comments.ts'

/** The fields that the cache uses. */
const comment = (id: number, parent_id: number | null = null) =>
  ({ id, parent_id, liked: false, like_count: 0, reply_count: 0 }) as Comment
const thread = (id: number, replies: Comment[] = []): Thread => ({
  ...comment(id),
  replies,
  reply_total: replies.length,
})

const KEY = keys.comments(1, 'desc')

/** The comments of a note with their first page loaded; `respond` resolves the oldest pending request. */
async function openComments() {
  const client = createQueryClient()
  const pending: ((page: CommentPage) => void)[] = []
  const observer = new InfiniteQueryObserver(client, {
    queryKey: KEY,
    queryFn: () => new Promise<CommentPage>((resolve) => pending.push(resolve)),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }: CommentPage) => pagination.page + 1,
  })
  observer.subscribe(() => {})
  const respond = (page: number, total: number, ...comments: Thread[]) =>
    pending.shift()?.({ comments, pagination: { page, limit: 5, total, pages: 4 } })
  respond(1, 4, thread(4, [comment(6, 4)]), thread(3))
  await expect.poll(() => client.getQueryData(KEY)).toBeDefined()
  const shown = () => uniqueThreads(client.getQueryData<Threads>(KEY))
  const total = () => client.getQueryData<Threads>(KEY)?.pages[0]?.pagination.total
  return { client, observer, respond, shown, total }
}

const ids = (all: readonly { id: number }[] | undefined) => all?.map(({ id }) => id)

test('comments written and deleted while the next page loads stay so', async () => {
  const { client, observer, respond, shown, total } = await openComments()
  const more = observer.fetchNextPage()
  updateThreads(client, 1, (data) => addThread(data, comment(9)))
  updateThreads(client, 1, (data) => addReply(data, 4, comment(10, 6)))
  updateThreads(client, 1, (data) => removeComment(data, 3, 1))
  updateThreads(client, 1, (data) => patchComment(data, 6, { liked: true, like_count: 1 }))
  respond(2, 5, thread(2))
  await more
  expect(ids(shown())).toEqual([9, 4, 2])
  expect(ids(shown()[1]?.replies)).toEqual([6, 10])
  expect(shown()[1]?.replies[0]).toMatchObject({ liked: true, like_count: 1, reply_count: 1 })
  expect(total()).toBe(5)
})

test('a response that already includes a new comment counts it once', async () => {
  const { client, observer, respond, shown, total } = await openComments()
  const again = observer.refetch()
  updateThreads(client, 1, (data) => addThread(data, comment(9)))
  updateThreads(client, 1, (data) => addReply(data, 4, comment(10, 4)))
  respond(1, 6, thread(9), { ...thread(4, [comment(6, 4), comment(10, 4)]), reply_count: 2 }, thread(3))
  await again
  expect(ids(shown())).toEqual([9, 4, 3])
  expect(shown()[1]).toMatchObject({ reply_total: 2, reply_count: 2 })
  expect(total()).toBe(6)
})

test('a response that already reflects a deletion counts it once', async () => {
  const { client, observer, respond, shown, total } = await openComments()
  const again = observer.refetch()
  updateThreads(client, 1, (data) => removeComment(data, 4, 2))
  respond(1, 2, thread(3), thread(2))
  await again
  expect(ids(shown())).toEqual([3, 2])
  expect(total()).toBe(2)
})

test('removes a comment with its replies, also from the count of the note', async () => {
  const { client, shown, total } = await openComments()
  client.setQueryData(keys.post(1), { id: 1, author_account: 'someone', pictures: [], comment_count: 4 })
  removeCommentFromCache(client, 1, 4, 2)
  expect(ids(shown())).toEqual([3])
  expect(total()).toBe(2)
  expect(client.getQueryData(keys.post(1))).toMatchObject({ comment_count: 2 })
})
