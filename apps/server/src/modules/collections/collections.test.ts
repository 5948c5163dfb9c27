import * as collections from '@shiliu/contract/collections'
import * as notifications from '@shiliu/contract/notifications'
import * as posts from '@shiliu/contract/posts'
import * as users from '@shiliu/contract/users'
import { describe, expect, it } from 'vitest'
import { deletePost } from '#modules/posts/post-mutations.service.ts'
import { counterDrift } from '#test/counters.ts'
import { makeCategory, makePost, makeUser, type TestUser } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'
import { collect, uncollect } from './collections.service.ts'

async function setUp() {
  const test = await createTestApp()
  const author = await makeUser(test.ctx)
  const reader = await makeUser(test.ctx)
  const post = await makePost(test.ctx, author)
  const params = { id: String(post.id) }
  const told = async (user: TestUser) =>
    (await test.ok(notifications.collections, { query: {}, token: user.token })).notifications
  return { test, author, reader, post, params, told }
}

describe('collecting a note', () => {
  it('is idempotent', async () => {
    const { test, author, reader, post, params, told } = await setUp()
    const send = (endpoint: typeof collections.create | typeof collections.remove) =>
      test.ok(endpoint, { params, token: reader.token })
    expect(await send(collections.create)).toEqual({ collected: true, collectCount: 1 })
    expect(await send(collections.create)).toEqual({ collected: true, collectCount: 1 })
    expect(await test.ok(posts.get, { params, token: reader.token })).toMatchObject({
      collect_count: 1,
      collected: true,
    })
    const stats = await test.ok(users.getStats, { params: { id: author.user_id } })
    expect(stats).toMatchObject({ collect_count: 1, likes_and_collects: 1 })
    expect(await told(author)).toMatchObject([{ type: 3, target_id: post.id, from_user_id: reader.user_id }])
    expect(await send(collections.remove)).toEqual({ collected: false, collectCount: 0 })
    expect(await send(collections.remove)).toEqual({ collected: false, collectCount: 0 })
    expect(await told(author)).toEqual([])
    expect(await counterDrift(test.ctx)).toEqual([])
  })

  it('rejects drafts, deleted posts and guests', async () => {
    const { test, author, reader, post, params } = await setUp()
    await collect(test.ctx, reader.id, post.id)
    await deletePost(test.ctx, author.id, post.id)
    const draft = await makePost(test.ctx, author, { is_draft: true })
    const missing = { status: 404, error: 'post_not_found' }
    for (const id of [params.id, String(draft.id), '99999']) {
      for (const endpoint of [collections.create, collections.remove]) {
        expect(await test.call(endpoint, { params: { id }, token: reader.token })).toMatchObject(missing)
      }
    }
    expect(await test.call(collections.create, { params })).toMatchObject({ status: 401 })
    expect(await counterDrift(test.ctx)).toEqual([])
  })

  it('hides a post while it is a draft', async () => {
    const { test, author, reader, post, params } = await setUp()
    const category_id = (await makeCategory(test.ctx)).id
    await collect(test.ctx, reader.id, post.id)
    const write = (is_draft: boolean) =>
      test.ok(posts.update, {
        params,
        body: { title: '标题', content: '正文', category_id, is_draft },
        token: author.token,
      })
    const list = () => test.ok(collections.listOfUser, { params: { id: reader.user_id }, query: {} })
    await write(true)
    expect(await list()).toMatchObject({ collections: [], pagination: { total: 0, pages: 0 } })
    expect(await counterDrift(test.ctx)).toEqual([])
    await write(false)
    expect(await list()).toMatchObject({ collections: [{ id: post.id }], pagination: { total: 1 } })
    expect(await counterDrift(test.ctx)).toEqual([])
  })
})

describe('the list of collected notes', () => {
  it('is public, last collected first', async () => {
    const { test, author, reader, post } = await setUp()
    const ids = [post.id]
    for (let i = 0; i < 4; i++) ids.push((await makePost(test.ctx, author)).id)
    for (const id of ids.toReversed()) await collect(test.ctx, reader.id, id)
    await uncollect(test.ctx, reader.id, ids[1] ?? 0)
    await collect(test.ctx, reader.id, ids[1] ?? 0)
    const list = (query: object, token?: string) =>
      test.ok(collections.listOfUser, { params: { id: reader.user_id }, query, token })
    const all = await list({ sort: 'created_at' }, reader.token)
    expect(all.collections.map(({ id }) => id)).toEqual([ids[1], ids[0], ids[2], ids[3], ids[4]])
    expect(all.collections[0]).toMatchObject({ collected: true, collected_at: expect.stringMatching(/^2026-.*Z$/) })
    expect(await list({ page: 2, limit: 3 })).toMatchObject({
      collections: [{ id: ids[3], collected: false }, { id: ids[4] }],
      pagination: { page: 2, limit: 3, total: 5, pages: 2 },
    })
    expect(await test.call(collections.listOfUser, { params: { id: 'nobody' }, query: {} })).toMatchObject({
      status: 404,
      error: 'user_not_found',
    })
  })

  it('takes a constant number of statements', async () => {
    const { test, author, reader, post } = await setUp()
    const count = async () => {
      test.countStatementsUncached()
      await test.ok(collections.listOfUser, { params: { id: reader.user_id }, query: {}, token: reader.token })
      return test.countStatements()
    }
    await collect(test.ctx, reader.id, post.id)
    await count()
    const one = await count()
    for (let i = 0; i < 10; i++) await collect(test.ctx, reader.id, (await makePost(test.ctx, author)).id)
    expect(await count()).toBe(one)
  })
})

it('counts two hundred collections of one post and double clicks once', async () => {
  const { test, params, reader } = await setUp()
  const people = [reader]
  for (let i = 1; i < 200; i++) people.push(await makeUser(test.ctx))
  const answers = await Promise.all(
    [...people, ...people.slice(0, 20)].map((user) => test.call(collections.create, { params, token: user.token })),
  )
  expect(answers.filter((answer) => answer.status !== 200)).toEqual([])
  expect(await test.ok(posts.get, { params })).toMatchObject({ collect_count: 200 })
  expect(await counterDrift(test.ctx)).toEqual([])
}, 60_000)
