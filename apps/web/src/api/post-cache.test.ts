import type { Post } from '@shiliu/contract/posts'
import { type InfiniteData, InfiniteQueryObserver, type QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { watchChanges } from './cached-changes.ts'
import { keys } from './keys.ts'
import { forgetPost, patchPost } from './post-cache.ts'
import { createQueryClient } from './query-client.ts'

type Page = { posts: Post[]; pagination: { page: number } }

/** What of a note matters here. */
function note(id: number, more: Partial<Post> = {}): Post {
  const some = { id, author_account: 'someone', pictures: [], liked: false, like_count: 4, comment_count: 2, ...more }
  return some as unknown as Post
}

/** Answers that come when the test says so. */
function held<T>() {
  const asked: ((answer: T) => void)[] = []
  return { asked, ask: () => new Promise<T>((resolve) => asked.push(resolve)) }
}

const feed = keys.feed({ category: 'recommend' })

/** A feed with its first page, looked at. */
async function openFeed(client: QueryClient) {
  const { asked, ask } = held<Page>()
  const observer = new InfiniteQueryObserver(client, {
    queryKey: feed,
    queryFn: ask,
    initialPageParam: 1,
    getNextPageParam: ({ pagination }: Page) => pagination.page + 1,
  })
  observer.subscribe(() => {})
  const answer = (page: number, ...posts: Post[]) => asked.shift()?.({ posts, pagination: { page } })
  answer(1, note(1), note(2))
  await expect.poll(() => observer.getCurrentResult().data).toBeDefined()
  return { observer, answer }
}

function shown(client: QueryClient, id: number) {
  const data = client.getQueryData<InfiniteData<Page>>(feed)
  return data?.pages.flatMap(({ posts }) => posts).find((post) => post.id === id)
}

test('a like stays though a further page was asked for before it', async () => {
  const client = createQueryClient()
  const { observer, answer } = await openFeed(client)
  const more = observer.fetchNextPage()
  patchPost(client, 1, { liked: true, like_count: 5 })
  answer(2, note(3))
  await more
  expect(shown(client, 1)).toMatchObject({ liked: true, like_count: 5 })
  expect(shown(client, 3)).toBeDefined()
})

test('a like stays though the list was asked for again before it', async () => {
  const client = createQueryClient()
  const { observer, answer } = await openFeed(client)
  const again = observer.refetch()
  patchPost(client, 1, { liked: true, like_count: 5 })
  answer(1, note(1, { like_count: 4 }), note(2))
  await again
  expect(shown(client, 1)).toMatchObject({ liked: true, like_count: 5 })
})

test('an answer that was asked for after a change is taken as it is', async () => {
  const client = createQueryClient()
  const { observer, answer } = await openFeed(client)
  patchPost(client, 1, { liked: true, like_count: 5 })
  const again = observer.refetch()
  answer(1, note(1, { liked: false, like_count: 3 }), note(2))
  await again
  expect(shown(client, 1)).toMatchObject({ liked: false, like_count: 3 })
})

test('what the server was not told yet is newer than any answer', async () => {
  const client = createQueryClient()
  const { observer, answer } = await openFeed(client)
  patchPost(client, 1, { liked: true, like_count: 5 }, { name: 'like 1', open: true })
  const before = observer.refetch()
  answer(1, note(1), note(2))
  await before
  expect(shown(client, 1)).toMatchObject({ liked: true, like_count: 5 })

  patchPost(client, 1, { liked: true, like_count: 9 }, { name: 'like 1' })
  const after = observer.refetch()
  answer(1, note(1, { liked: true, like_count: 8 }), note(2))
  await after
  expect(shown(client, 1)).toMatchObject({ liked: true, like_count: 8 })
})

test('a count that moved is not moved again by an answer that has it already', async () => {
  const client = createQueryClient()
  const { observer, answer } = await openFeed(client)
  const again = observer.refetch()
  patchPost(client, 1, ({ comment_count }) => ({ comment_count: comment_count + 1 }))
  answer(1, note(1, { comment_count: 3 }), note(2, { comment_count: 2 }))
  await again
  expect(shown(client, 1)).toMatchObject({ comment_count: 3 })
})

test('a note that is gone does not come back with a page that was asked for before', async () => {
  const client = createQueryClient()
  const { observer, answer } = await openFeed(client)
  const more = observer.fetchNextPage()
  forgetPost(client, 2)
  answer(2, note(3))
  await more
  expect(shown(client, 2)).toBeUndefined()
  expect(shown(client, 3)).toBeDefined()
})

test('a detail that was asked for before a like does not undo it', async () => {
  const client = createQueryClient()
  const { asked, ask } = held<Post>()
  const observer = new QueryObserver(client, { queryKey: keys.post(1), queryFn: ask, initialData: note(1) })
  observer.subscribe(() => {})
  const again = observer.refetch()
  patchPost(client, 1, { liked: true })
  asked[0]?.(note(1, { liked: false }))
  await again
  expect(client.getQueryData(keys.post(1))).toMatchObject({ liked: true })
})

test('a list that is to be asked for again stays so when a note of it changes', async () => {
  const client = createQueryClient()
  await openFeed(client)
  const updatedAt = client.getQueryState(feed)?.dataUpdatedAt
  await client.invalidateQueries({ queryKey: feed, refetchType: 'none' })
  patchPost(client, 1, { liked: true })
  expect(shown(client, 1)).toMatchObject({ liked: true })
  expect(client.getQueryState(feed)).toMatchObject({ isInvalidated: true, dataUpdatedAt: updatedAt })
})

test('what an answer tells of lists holds what changed since it was asked for', () => {
  const client = createQueryClient()
  client.setQueryData(keys.post(1), note(1))
  patchPost(client, 1, { comment_count: 7 })
  const changed = watchChanges(client)
  patchPost(client, 1, { liked: true })
  const answer = note(1, { comment_count: 6, like_count: 8 })
  expect(changed(keys.post(1))(answer)).toMatchObject({ liked: true, like_count: 8, comment_count: 6 })
  expect(changed(keys.post(2))(answer)).toBe(answer)
})

test('a note that is looked at and found to be gone is not asked for again', async () => {
  const client = createQueryClient()
  let asked = 0
  const options = {
    queryKey: keys.post(1),
    retry: false,
    queryFn: async (): Promise<Post> => {
      asked++
      throw new Error('gone')
    },
  }
  const observer = new QueryObserver(client, options)
  observer.subscribe(() => {})
  await expect.poll(() => observer.getCurrentResult().isError).toBe(true)
  forgetPost(client, 1)
  // As every rendering does.
  observer.setOptions(options)
  expect(observer.getCurrentResult()).toMatchObject({ isError: true, isFetching: false })
  expect(asked).toBe(1)
  observer.destroy()
  forgetPost(client, 1)
  expect(client.getQueryState(keys.post(1))).toBeUndefined()
})
