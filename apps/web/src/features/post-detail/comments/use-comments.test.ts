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
  threadsOf,
} from './comment-cache.ts'
import { changeThreads, forgetComment } from './use-comments.ts'

/** What of a comment matters here. */
const comment = (id: number, parent_id: number | null = null) =>
  ({ id, parent_id, liked: false, like_count: 0, reply_count: 0 }) as Comment
const thread = (id: number, replies: Comment[] = []): Thread => ({
  ...comment(id),
  replies,
  reply_total: replies.length,
})

const KEY = keys.comments(1, 'desc')

/** The comments of a note, with their first page; answers come when the test says so. */
async function openComments() {
  const client = createQueryClient()
  const asked: ((page: CommentPage) => void)[] = []
  const observer = new InfiniteQueryObserver(client, {
    queryKey: KEY,
    queryFn: () => new Promise<CommentPage>((resolve) => asked.push(resolve)),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }: CommentPage) => pagination.page + 1,
  })
  observer.subscribe(() => {})
  const answer = (page: number, total: number, ...comments: Thread[]) =>
    asked.shift()?.({ comments, pagination: { page, limit: 5, total, pages: 4 } })
  answer(1, 4, thread(4, [comment(6, 4)]), thread(3))
  await expect.poll(() => client.getQueryData(KEY)).toBeDefined()
  const shown = () => threadsOf(client.getQueryData<Threads>(KEY))
  const total = () => client.getQueryData<Threads>(KEY)?.pages[0]?.pagination.total
  return { client, observer, answer, shown, total }
}

const ids = (all: readonly { id: number }[] | undefined) => all?.map(({ id }) => id)

test('what is written and deleted while more comments load stays so', async () => {
  const { client, observer, answer, shown, total } = await openComments()
  const more = observer.fetchNextPage()
  changeThreads(client, 1, (data) => addThread(data, comment(9)))
  changeThreads(client, 1, (data) => addReply(data, 4, comment(10, 6)))
  changeThreads(client, 1, (data) => removeComment(data, 3, 1))
  changeThreads(client, 1, (data) => patchComment(data, 6, { liked: true, like_count: 1 }))
  answer(2, 5, thread(2))
  await more
  expect(ids(shown())).toEqual([9, 4, 2])
  expect(ids(shown()[1]?.replies)).toEqual([6, 10])
  expect(shown()[1]?.replies[0]).toMatchObject({ liked: true, like_count: 1, reply_count: 1 })
  expect(total()).toBe(5)
})

test('an answer that knows of a new comment already counts it once', async () => {
  const { client, observer, answer, shown, total } = await openComments()
  const again = observer.refetch()
  changeThreads(client, 1, (data) => addThread(data, comment(9)))
  changeThreads(client, 1, (data) => addReply(data, 4, comment(10, 4)))
  answer(1, 6, thread(9), { ...thread(4, [comment(6, 4), comment(10, 4)]), reply_count: 2 }, thread(3))
  await again
  expect(ids(shown())).toEqual([9, 4, 3])
  expect(shown()[1]).toMatchObject({ reply_total: 2, reply_count: 2 })
  expect(total()).toBe(6)
})

test('an answer that knows of a deletion already counts it once', async () => {
  const { client, observer, answer, shown, total } = await openComments()
  const again = observer.refetch()
  changeThreads(client, 1, (data) => removeComment(data, 4, 2))
  answer(1, 2, thread(3), thread(2))
  await again
  expect(ids(shown())).toEqual([3, 2])
  expect(total()).toBe(2)
})

test('a comment that is gone goes with what answers it, from a note that counts them', async () => {
  const { client, shown, total } = await openComments()
  client.setQueryData(keys.post(1), { id: 1, author_account: 'someone', pictures: [], comment_count: 4 })
  forgetComment(client, 1, 4, 2)
  expect(ids(shown())).toEqual([3])
  expect(total()).toBe(2)
  expect(client.getQueryData(keys.post(1))).toMatchObject({ comment_count: 2 })
})
