import * as comments from '@shiliu/contract/comments'
import * as likes from '@shiliu/contract/likes'
import * as posts from '@shiliu/contract/posts'
import { describe, expect, it } from 'vitest'
import { tx } from '#platform/db/tx.ts'
import { makePost, makeUser } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'
import { createComment, editComment } from './comment-mutations.service.ts'

async function setUp() {
  const test = await createTestApp()
  const author = await makeUser(test.ctx)
  const reader = await makeUser(test.ctx)
  const post = await makePost(test.ctx, author)
  const say = async (content: string, parent_id: number | null = null, by = reader) =>
    (await createComment(test.ctx, by.id, { post_id: post.id, content, parent_id })).id
  const params = { id: String(post.id) }
  return { test, author, reader, post, say, params }
}

describe('threads of a note', () => {
  it('are sorted either way and paged by top-level comments', async () => {
    const { test, say, params } = await setUp()
    const tops = []
    for (let i = 0; i < 5; i++) tops.push(await say(`第${i}楼`))
    for (let i = 0; i < 7; i++) await say('回复', tops[0])
    const page = (page: number, sort?: string) =>
      test.ok(comments.listOfPost, { params, query: { page, limit: 2, ...(sort && { sort }) } })
    const pages = [await page(1), await page(2), await page(3), await page(4)]
    expect(pages.flatMap((one) => one.comments.map(({ id }) => id))).toEqual(tops.toReversed())
    expect(pages.map((one) => one.pagination)).toMatchObject(
      [1, 2, 3, 4].map((n) => ({ page: n, limit: 2, total: 12, pages: 3 })),
    )
    expect((await page(1, 'asc')).comments.map(({ id }) => id)).toEqual(tops.slice(0, 2))
    expect((await page(1, 'sideways')).comments[0]?.id).toBe(tops[4])
  })

  it('include the first two replies of any depth and the parent author of nested replies', async () => {
    const { test, author, reader, say, params } = await setUp()
    const top = await say('一楼')
    const first = await say('二楼', top, author)
    const nested = await say('三楼', first)
    await say('四楼', top)
    const lonely = await say('没人理')
    await test.ok(likes.create, { body: { target_type: 2, target_id: nested }, token: author.token })
    const { comments: threads } = await test.ok(comments.listOfPost, { params, query: {}, token: author.token })
    expect(threads.map(({ id, reply_total, reply_count }) => [id, reply_total, reply_count])).toEqual([
      [lonely, 0, 0],
      [top, 3, 2],
    ])
    expect(threads[1]?.replies).toMatchObject([
      { id: first, parent_id: top, reply_to: null, reply_count: 1, liked: false },
      {
        id: nested,
        parent_id: first,
        reply_to: { user_id: author.user_id, nickname: author.nickname },
        liked: true,
        like_count: 1,
        user_display_id: reader.user_id,
      },
    ])
    const guest = await test.ok(comments.listOfPost, { params, query: {} })
    expect(guest.comments[1]?.replies[1]).toMatchObject({ liked: false, like_count: 1 })
  })

  it('are listed by a required post_id, too', async () => {
    const { test, post, say } = await setUp()
    const id = await say('一楼')
    const found = await test.ok(comments.list, { query: { post_id: String(post.id), limit: '2' } })
    expect(found).toMatchObject({ comments: [{ id }], pagination: { total: 1, limit: 2 } })
    expect(await test.call(comments.list, { query: {} })).toMatchObject({ status: 400, message: '笔记ID无效' })
    expect(await test.call(comments.list, { query: { post_id: 'x' } })).toMatchObject({ status: 404 })
  })
})

it('invalidates a cached list on likes and edits and shows each viewer their own likes', async () => {
  const { test, reader, say, params } = await setUp()
  const top = await say('"liked":false')
  const reply = await say('回', top)
  const read = async (token?: string) => {
    const [thread] = (await test.ok(comments.listOfPost, { params, query: {}, token })).comments
    return [thread?.content, thread?.liked, thread?.like_count, thread?.replies[0]?.liked]
  }
  expect(await read()).toEqual(['"liked":false', false, 0, false])
  await test.ok(likes.create, { body: { target_type: 2, target_id: reply }, token: reader.token })
  expect(await read(reader.token)).toEqual(['"liked":false', false, 0, true])
  await test.ok(likes.create, { body: { target_type: 2, target_id: top }, token: reader.token })
  expect(await read()).toEqual(['"liked":false', false, 1, false])
  await tx(test.ctx, (t) => editComment(t, top, '改过'))
  expect(await read(reader.token)).toEqual(['改过', true, 1, true])
})

describe('replies', () => {
  it('lists direct replies, or all descendants with deep=1, oldest first', async () => {
    const { test, say } = await setUp()
    const top = await say('一楼')
    const a = await say('a', top)
    const b = await say('b', a)
    const c = await say('c', top)
    const d = await say('d', b)
    const list = async (id: number, query: object) => {
      const answer = await test.ok(comments.replies, { params: { id: String(id) }, query })
      return [answer.comments.map((comment) => comment.id), answer.pagination.total]
    }
    expect(await list(top, {})).toEqual([[a, c], 2])
    expect(await list(top, { deep: '1' })).toEqual([[a, b, c, d], 4])
    expect(await list(top, { deep: '1', page: 2, limit: 3 })).toEqual([[d], 4])
    expect(await list(a, {})).toEqual([[b], 1])
    expect(await list(a, { deep: '1' })).toEqual([[b, d], 2])
    expect(await list(a, { deep: '1', page: 2, limit: 1 })).toEqual([[d], 2])
    expect(await list(d, { deep: '1' })).toEqual([[], 0])
    expect(await test.call(comments.replies, { params: { id: '99999' }, query: {} })).toMatchObject({
      status: 404,
      error: 'comment_not_found',
    })
  })
})

it('hides comments of a draft from everybody but its author', async () => {
  const { test, author, reader, say, params } = await setUp()
  const id = await say('一楼')
  const body = { title: '收回', content: '正文', is_draft: true }
  await test.ok(posts.update, { params, body, token: author.token })
  const list = (token?: string) => test.call(comments.listOfPost, { params, query: {}, token })
  const replies = (token?: string) => test.call(comments.replies, { params: { id: String(id) }, query: {}, token })
  expect(await list(reader.token)).toMatchObject({ status: 404, error: 'post_not_found' })
  expect(await replies()).toMatchObject({ status: 404, error: 'comment_not_found' })
  expect(await list(author.token)).toMatchObject({ status: 200 })
  expect(await replies(author.token)).toMatchObject({ status: 200 })
  const like = { body: { target_type: 2, target_id: id } as const, token: reader.token }
  expect(await test.call(likes.create, like)).toMatchObject({ status: 404, error: 'comment_not_found' })
})

it('takes a constant number of statements', async () => {
  const { test, reader, say, params } = await setUp()
  const top = await say('一楼')
  await say('答', await say('回', top))
  const count = async () => {
    const counts = []
    for (const token of [undefined, reader.token]) {
      test.countStatementsUncached()
      await test.ok(comments.listOfPost, { params, query: { limit: 100 }, token })
      counts.push(test.countStatementsUncached())
      for (const query of [{}, { deep: '1' }] as const) {
        await test.ok(comments.replies, { params: { id: String(top) }, query, token })
        counts.push(test.countStatementsUncached())
      }
    }
    return counts
  }
  // The first call also loads the session.
  await count()
  const few = await count()
  for (let i = 0; i < 20; i++) await say('再答', await say('再回', i % 2 ? top : await say('又一楼')))
  expect(await count()).toEqual(few)
})

it('tells on which pages a comment is, in both orders', async () => {
  const { test, reader, say, params } = await setUp()
  const tops = []
  for (let i = 0; i < 7; i++) tops.push(await say(`${i + 1}楼`))
  const root = tops[1] ?? 0
  const replies: number[] = []
  for (let i = 0; i < 5; i++) replies.push(await say('答', replies.at(-1) ?? root))
  const ids = [...tops, ...replies]
  for (const sort of ['asc', 'desc'] as const) {
    for (const id of ids) {
      const query = { sort, limit: 3, reply_limit: 2 }
      const place = await test.ok(comments.place, { params: { id: String(id) }, query, token: reader.token })
      const { comments: threads } = await test.ok(comments.listOfPost, {
        params,
        query: { sort, limit: 3, page: place.page },
      })
      expect(threads.map((thread) => thread.id)).toContain(place.thread_id)
      if (place.reply_page === null) {
        expect(place.thread_id).toBe(id)
        continue
      }
      const { comments: shown } = await test.ok(comments.replies, {
        params: { id: String(place.thread_id) },
        query: { deep: '1', limit: 2, page: place.reply_page },
      })
      expect(shown.map((reply) => reply.id)).toContain(id)
    }
  }
  expect(await test.call(comments.place, { params: { id: '999999' } })).toMatchObject({ error: 'comment_not_found' })
})

it('shows authors their likes below a note that they took back', async () => {
  const { test, author, say, params } = await setUp()
  const id = await say('一楼')
  await test.ok(likes.create, { body: { target_type: 2, target_id: id }, token: author.token })
  const body = { title: '收回', content: '正文', is_draft: true }
  await test.ok(posts.update, { params, body, token: author.token })
  const { comments: threads } = await test.ok(comments.listOfPost, { params, token: author.token })
  expect(threads.map(({ liked }) => liked)).toEqual([true])
})
