import type { Comment, Thread } from '@shiliu/contract/comments'
import type { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keys } from '#api/keys.ts'
import { createQueryClient } from '#api/query-client.ts'
import { addReply, removeComment, type Threads, uniqueThreads } from './comment-cache.ts'
import { fetchMoreReplies, updateThreads } from './use-comments.ts'

/** The fields that the cache uses. */
const comment = (id: number, parent_id: number | null = 3) =>
  ({ id, parent_id, post_id: 1, liked: false, like_count: 0, reply_count: 0 }) as Comment

/** Ids of the replies on the server. */
let stored: number[] = []
let onRequest = () => {}

beforeEach(() => {
  stored = Array.from({ length: 25 }, (_, at) => 10 + at)
  onRequest = () => {}
  vi.stubGlobal('fetch', async (path: string) => {
    const page = Number(new URLSearchParams(path.split('?')[1]).get('page'))
    const comments = stored.slice((page - 1) * 10, page * 10).map((id) => comment(id))
    const pagination = { page, limit: 10, total: stored.length, pages: Math.ceil(stored.length / 10) }
    onRequest()
    return new Response(JSON.stringify({ code: 200, message: 'ok', data: { comments, pagination } }))
  })
})
afterEach(() => vi.unstubAllGlobals())

const KEY = keys.comments(1, 'desc')

function open(): QueryClient {
  const client = createQueryClient()
  const thread: Thread = { ...comment(3, null), replies: [comment(10), comment(11)], reply_total: stored.length }
  const pages = [{ comments: [thread], pagination: { page: 1, limit: 5, total: 26, pages: 1 } }]
  client.setQueryData<Threads>(KEY, { pages, pageParams: [1] })
  return client
}

function threadIn(client: QueryClient) {
  const [thread] = uniqueThreads(client.getQueryData<Threads>(KEY))
  if (!thread) throw new Error('no thread')
  return thread
}
const more = (client: QueryClient) => fetchMoreReplies(client, threadIn(client))
const shown = (client: QueryClient) => threadIn(client).replies.map(({ id }) => id)

test('reaches every reply though new ones are added in between', async () => {
  const client = open()
  await more(client)
  for (const id of [90, 91, 92, 93, 94, 95, 96, 97, 98, 99]) {
    stored.push(id)
    updateThreads(client, 1, (data) => addReply(data, 3, comment(id)))
  }
  await more(client)
  await more(client)
  await more(client)
  expect(shown(client)).toEqual(stored)
  expect(threadIn(client).reply_total).toBe(35)
})

test('reaches every reply though one is deleted elsewhere in between', async () => {
  const client = open()
  await more(client)
  stored = stored.filter((id) => id !== 12)
  await more(client)
  await more(client)
  expect(shown(client).filter((id) => id !== 12)).toEqual(stored)
})

test('a reply that is deleted during a fetch does not come back', async () => {
  const client = open()
  onRequest = () => updateThreads(client, 1, (data) => removeComment(data, 11, 1))
  await more(client)
  expect(shown(client)).toEqual([10, 12, 13, 14, 15, 16, 17, 18, 19])
})
