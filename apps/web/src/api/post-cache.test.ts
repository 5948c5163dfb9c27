import type { Post } from '@shiliu/contract/posts'
import { type InfiniteData, InfiniteQueryObserver, type QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { keys } from './keys.ts'
import { trackUpdates } from './optimistic-updates.ts'
import { patchPost, removePost } from './post-cache.ts'
import { createQueryClient } from './query-client.ts'

type Page = { posts: Post[]; pagination: { page: number } }

/** The fields of a note that matter here. */
function note(id: number, more: Partial<Post> = {}): Post {
  const some = { id, author_account: 'someone', pictures: [], liked: false, like_count: 4, comment_count: 2, ...more }
  return some as unknown as Post
}

/** Responses that the test resolves. */
function deferred<T>() {
  const pending: ((response: T) => void)[] = []
  return { pending, request: () => new Promise<T>((resolve) => pending.push(resolve)) }
}

const feed = keys.feed({ category: 'recommend' })

/** A feed with an observer and its first page. */
async function openFeed(client: QueryClient) {
  const { pending, request } = deferred<Page>()
  const observer = new InfiniteQueryObserver(client, {
    queryKey: feed,
    queryFn: request,
    initialPageParam: 1,
    getNextPageParam: ({ pagination }: Page) => pagination.page + 1,
  })
  observer.subscribe(() => {})
  const respond = (page: number, ...posts: Post[]) => pending.shift()?.({ posts, pagination: { page } })
  respond(1, note(1), note(2))
  await expect.poll(() => observer.getCurrentResult().data).toBeDefined()
  return { observer, respond }
}

function shown(client: QueryClient, id: number) {
  const data = client.getQueryData<InfiniteData<Page>>(feed)
  return data?.pages.flatMap(({ posts }) => posts).find((post) => post.id === id)
}

test('a like survives a further page that was requested before it', async () => {
  const client = createQueryClient()
  const { observer, respond } = await openFeed(client)
  const more = observer.fetchNextPage()
  patchPost(client, 1, { liked: true, like_count: 5 })
  respond(2, note(3))
  await more
  expect(shown(client, 1)).toMatchObject({ liked: true, like_count: 5 })
  expect(shown(client, 3)).toBeDefined()
})

test('a like survives a refetch that was requested before it', async () => {
  const client = createQueryClient()
  const { observer, respond } = await openFeed(client)
  const again = observer.refetch()
  patchPost(client, 1, { liked: true, like_count: 5 })
  respond(1, note(1, { like_count: 4 }), note(2))
  await again
  expect(shown(client, 1)).toMatchObject({ liked: true, like_count: 5 })
})

test('a response requested after an update is used as it is', async () => {
  const client = createQueryClient()
  const { observer, respond } = await openFeed(client)
  patchPost(client, 1, { liked: true, like_count: 5 })
  const again = observer.refetch()
  respond(1, note(1, { liked: false, like_count: 3 }), note(2))
  await again
  expect(shown(client, 1)).toMatchObject({ liked: false, like_count: 3 })
})

test('an open update is newer than any response', async () => {
  const client = createQueryClient()
  const { observer, respond } = await openFeed(client)
  patchPost(client, 1, { liked: true, like_count: 5 }, { name: 'like 1', open: true })
  const before = observer.refetch()
  respond(1, note(1), note(2))
  await before
  expect(shown(client, 1)).toMatchObject({ liked: true, like_count: 5 })

  patchPost(client, 1, { liked: true, like_count: 9 }, { name: 'like 1' })
  const after = observer.refetch()
  respond(1, note(1, { liked: true, like_count: 8 }), note(2))
  await after
  expect(shown(client, 1)).toMatchObject({ liked: true, like_count: 8 })
})

test('a replay does not increment a count that the response incremented already', async () => {
  const client = createQueryClient()
  const { observer, respond } = await openFeed(client)
  const again = observer.refetch()
  patchPost(client, 1, ({ comment_count }) => ({ comment_count: comment_count + 1 }))
  respond(1, note(1, { comment_count: 3 }), note(2, { comment_count: 2 }))
  await again
  expect(shown(client, 1)).toMatchObject({ comment_count: 3 })
})

test('a removed note does not return with a page that was requested before', async () => {
  const client = createQueryClient()
  const { observer, respond } = await openFeed(client)
  const more = observer.fetchNextPage()
  removePost(client, 2)
  respond(2, note(3))
  await more
  expect(shown(client, 2)).toBeUndefined()
  expect(shown(client, 3)).toBeDefined()
})

test('a like survives a detail that was requested before it', async () => {
  const client = createQueryClient()
  const { pending, request } = deferred<Post>()
  const observer = new QueryObserver(client, { queryKey: keys.post(1), queryFn: request, initialData: note(1) })
  observer.subscribe(() => {})
  const again = observer.refetch()
  patchPost(client, 1, { liked: true })
  pending[0]?.(note(1, { liked: false }))
  await again
  expect(client.getQueryData(keys.post(1))).toMatchObject({ liked: true })
})

test('an invalidated list stays invalidated when a note of it is updated', async () => {
  const client = createQueryClient()
  await openFeed(client)
  const updatedAt = client.getQueryState(feed)?.dataUpdatedAt
  await client.invalidateQueries({ queryKey: feed, refetchType: 'none' })
  patchPost(client, 1, { liked: true })
  expect(shown(client, 1)).toMatchObject({ liked: true })
  expect(client.getQueryState(feed)).toMatchObject({ isInvalidated: true, dataUpdatedAt: updatedAt })
})

test('tracked updates are replayed on other entries that a response fills', () => {
  const client = createQueryClient()
  client.setQueryData(keys.post(1), note(1))
  patchPost(client, 1, { comment_count: 7 })
  const replay = trackUpdates(client)
  patchPost(client, 1, { liked: true })
  const response = note(1, { comment_count: 6, like_count: 8 })
  expect(replay(keys.post(1))(response)).toMatchObject({ liked: true, like_count: 8, comment_count: 6 })
  expect(replay(keys.post(2))(response)).toBe(response)
})

test('removing a note whose shown detail failed does not request it again', async () => {
  const client = createQueryClient()
  let requests = 0
  const options = {
    queryKey: keys.post(1),
    retry: false,
    queryFn: async (): Promise<Post> => {
      requests++
      throw new Error('gone')
    },
  }
  const observer = new QueryObserver(client, options)
  observer.subscribe(() => {})
  await expect.poll(() => observer.getCurrentResult().isError).toBe(true)
  removePost(client, 1)
  // As every render does.
  observer.setOptions(options)
  expect(observer.getCurrentResult()).toMatchObject({ isError: true, isFetching: false })
  expect(requests).toBe(1)
  observer.destroy()
  removePost(client, 1)
  expect(client.getQueryState(keys.post(1))).toBeUndefined()
})
