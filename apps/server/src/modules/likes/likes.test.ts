import * as comments from '@shiliu/contract/comments'
import * as likes from '@shiliu/contract/likes'
import * as notifications from '@shiliu/contract/notifications'
import * as posts from '@shiliu/contract/posts'
import * as users from '@shiliu/contract/users'
import { describe, expect, it } from 'vitest'
import { createComment } from '#modules/comments/comment-mutations.service.ts'
import { deletePost } from '#modules/posts/post-mutations.service.ts'
import { counterDrift } from '#test/counters.ts'
import { emptyTrash, makePost, makeUser, type TestUser } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'
import { like, unlike } from './likes.service.ts'

async function setUp() {
  const test = await createTestApp()
  const author = await makeUser(test.ctx)
  const reader = await makeUser(test.ctx)
  const post = await makePost(test.ctx, author)
  const target = { target_type: 1 as const, target_id: post.id }
  const told = async (user: TestUser) =>
    (await test.ok(notifications.likes, { query: {}, token: user.token })).notifications
  return { test, author, reader, post, target, told }
}

describe('liking a note', () => {
  it('is idempotent', async () => {
    const { test, author, reader, post, target, told } = await setUp()
    const send = (endpoint: typeof likes.create | typeof likes.remove) =>
      test.ok(endpoint, { body: target, token: reader.token })
    expect(await send(likes.create)).toEqual({ liked: true, likeCount: 1 })
    expect(await send(likes.create)).toEqual({ liked: true, likeCount: 1 })
    const params = { id: String(post.id) }
    expect(await test.ok(posts.get, { params, token: reader.token })).toMatchObject({ like_count: 1, liked: true })
    expect(await test.ok(users.getStats, { params: { id: author.user_id } })).toMatchObject({ like_count: 1 })
    expect(await told(author)).toMatchObject([{ type: 1, target_id: post.id, sender_id: reader.id }])
    expect(await send(likes.remove)).toEqual({ liked: false, likeCount: 0 })
    expect(await send(likes.remove)).toEqual({ liked: false, likeCount: 0 })
    expect(await told(author)).toEqual([])
    expect(await counterDrift(test.ctx)).toEqual([])
  })

  it('notifies the author once, also after unliking and liking again', async () => {
    const { test, author, reader, target, told } = await setUp()
    await like(test.ctx, reader.id, target)
    await test.ok(notifications.readAll, { token: author.token })
    await unlike(test.ctx, reader.id, target)
    await like(test.ctx, reader.id, target)
    expect(await told(author)).toMatchObject([{ is_read: 1 }])
  })

  it('counts a like of one’s own post without a notification', async () => {
    const { test, author, target, told } = await setUp()
    expect(await like(test.ctx, author.id, target)).toEqual({ liked: true, likeCount: 1 })
    expect(await told(author)).toEqual([])
    expect(await counterDrift(test.ctx)).toEqual([])
  })

  it('rejects drafts, deleted posts and unknown targets', async () => {
    const { test, author, reader, post, target } = await setUp()
    await like(test.ctx, reader.id, target)
    await deletePost(test.ctx, author.id, post.id)
    const draft = await makePost(test.ctx, author, { is_draft: true })
    const send = (endpoint: typeof likes.create, body: object, token = reader.token) =>
      test.call(endpoint, { body: body as never, token })
    const missing = { status: 404, error: 'post_not_found' }
    expect(await send(likes.create, target)).toMatchObject(missing)
    expect(await send(likes.remove, target)).toMatchObject(missing)
    for (const user of [reader, author]) {
      expect(await send(likes.create, { target_type: 1, target_id: draft.id }, user.token)).toMatchObject(missing)
    }
    const wrong = { status: 400, field: 'target_type', message: '点赞类型不正确' }
    expect(await send(likes.create, { target_type: 3, target_id: 1 })).toMatchObject(wrong)
    expect(await send(likes.create, { target_id: 1 })).toMatchObject({ status: 400, field: 'target_type' })
    expect(await send(likes.create, { target_type: 1 })).toMatchObject({ status: 400, field: 'target_id' })
    expect(await test.call(likes.create, { body: target })).toMatchObject({ status: 401 })
    expect(await counterDrift(test.ctx)).toEqual([])
  })
})

describe('liking a comment', () => {
  it('counts for the comment, notifies its author and leaves the profile’s counts alone', async () => {
    const { test, author, reader, post, told } = await setUp()
    const comment = await createComment(test.ctx, reader.id, { post_id: post.id, content: '一楼', parent_id: null })
    const body = { target_type: '2' as const, target_id: String(comment.id) }
    expect(await test.ok(likes.create, { body, token: author.token })).toEqual({ liked: true, likeCount: 1 })
    expect(await told(reader)).toMatchObject([
      { type: 2, target_type: 2, target_id: post.id, comment_id: comment.id, comment_content: '一楼' },
    ])
    expect(await test.ok(users.getStats, { params: { id: reader.user_id } })).toMatchObject({ like_count: 0 })
    expect(await test.ok(likes.remove, { body, token: author.token })).toEqual({ liked: false, likeCount: 0 })
    expect(await told(reader)).toEqual([])
    await test.ok(likes.create, { body, token: author.token })
    await test.ok(comments.remove, { params: { id: String(comment.id) }, token: reader.token })
    expect(await test.call(likes.remove, { body, token: author.token })).toMatchObject({
      status: 404,
      error: 'comment_not_found',
    })
    await emptyTrash(test)
    expect(await test.ctx.db.selectFrom('likes').selectAll().execute()).toEqual([])
  })
})

describe('the list of liked notes', () => {
  it('is for oneself alone, last liked first, without drafts', async () => {
    const { test, author, reader, post, target } = await setUp()
    const second = await makePost(test.ctx, author, { pictures: 1 })
    const withdrawn = await makePost(test.ctx, author)
    for (const target_id of [withdrawn.id, second.id]) await like(test.ctx, reader.id, { target_type: 1, target_id })
    await like(test.ctx, reader.id, target)
    const body = { title: '收回', content: '', is_draft: true }
    await test.ok(posts.update, { params: { id: String(withdrawn.id) }, body, token: author.token })
    const params = { id: reader.user_id }
    const list = (query: object) => test.ok(likes.listOfUser, { params, query, token: reader.token })
    const all = await list({})
    expect(all.posts.map(({ id, liked }) => [id, liked])).toEqual([
      [post.id, true],
      [second.id, true],
    ])
    expect(all.posts[0]?.liked_at).toMatch(/^2026-.*Z$/)
    expect(all.pagination).toMatchObject({ page: 1, limit: 20, total: 2, pages: 1 })
    const next = await list({ page: 2, limit: 1 })
    expect(next).toMatchObject({ posts: [{ id: second.id, liked: true }], pagination: { total: 2, pages: 2 } })
    const { token } = author
    expect(await test.call(likes.listOfUser, { params, token })).toMatchObject({ status: 403, error: 'forbidden' })
    expect(await test.call(likes.listOfUser, { params })).toMatchObject({ status: 401 })
    expect(await test.call(likes.listOfUser, { params: { id: 'nobody' }, token })).toMatchObject({ status: 404 })
  })

  it('takes a constant number of statements', async () => {
    const { test, author, reader, target } = await setUp()
    const count = async () => {
      test.countStatementsUncached()
      await test.ok(likes.listOfUser, { params: { id: reader.user_id }, query: {}, token: reader.token })
      return test.countStatements()
    }
    await like(test.ctx, reader.id, target)
    await count()
    const one = await count()
    for (let i = 0; i < 10; i++) {
      const { id } = await makePost(test.ctx, author, { tags: [`标签${i}`] })
      await like(test.ctx, reader.id, { target_type: 1, target_id: id })
    }
    expect(await count()).toBe(one)
  })
})

describe('concurrent likes', () => {
  it('counts two hundred likes of one post and double clicks once', async () => {
    const { test, reader, post, target } = await setUp()
    const people = [reader]
    for (let i = 1; i < 200; i++) people.push(await makeUser(test.ctx))
    const send = (user: TestUser, endpoint = likes.create) => test.call(endpoint, { body: target, token: user.token })
    const answers = await Promise.all([...people, ...people.slice(0, 20)].map((user) => send(user)))
    expect(answers.filter((answer) => answer.status !== 200)).toEqual([])
    expect(await test.ok(posts.get, { params: { id: String(post.id) } })).toMatchObject({ like_count: 200 })
    expect(await counterDrift(test.ctx)).toEqual([])
    const back = await Promise.all(people.slice(0, 50).map((user) => send(user, likes.remove)))
    expect(back.filter((answer) => answer.status !== 200)).toEqual([])
    expect(await test.ok(posts.get, { params: { id: String(post.id) } })).toMatchObject({ like_count: 150 })
    expect(await counterDrift(test.ctx)).toEqual([])
  }, 60_000)

  it('does not deadlock when users like each other’s posts', async () => {
    const { test } = await setUp()
    const people: TestUser[] = []
    for (let i = 0; i < 8; i++) people.push(await makeUser(test.ctx))
    const notes = await Promise.all(people.map((user) => makePost(test.ctx, user)))
    const answers = await Promise.all(
      notes.flatMap(({ id }) =>
        people.map((user) => test.call(likes.create, { body: { target_type: 1, target_id: id }, token: user.token })),
      ),
    )
    expect(answers.filter((answer) => answer.status !== 200)).toEqual([])
    expect(await counterDrift(test.ctx)).toEqual([])
  }, 60_000)
})
