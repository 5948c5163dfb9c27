/** Two hundred concurrent requests on one target: counters match the rows, and no request fails. */
import * as auth from '@shiliu/contract/auth'
import * as collections from '@shiliu/contract/collections'
import * as comments from '@shiliu/contract/comments'
import * as follows from '@shiliu/contract/follows'
import * as likes from '@shiliu/contract/likes'
import { TARGET } from '@shiliu/contract/limits'
import * as notifications from '@shiliu/contract/notifications'
import * as posts from '@shiliu/contract/posts'
import * as tags from '@shiliu/contract/tags'
import * as users from '@shiliu/contract/users'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { groupBy } from '#platform/db/rows.ts'
import { counterDrift } from './counters.ts'
import { makeCategory, makePost, makeUser, type TestUser } from './factories.ts'
import { openTestApp } from './test-app.ts'

const MANY = 200

describe('two hundred concurrent users', { timeout: 120_000 }, () => {
  let test: Awaited<ReturnType<typeof openTestApp>>
  let people: TestUser[]
  let author: TestUser
  let note: { id: number }
  beforeAll(async () => {
    test = await openTestApp()
    people = []
    for (let i = 0; i < MANY; i++) people.push(await makeUser(test.ctx))
  }, 120_000)
  beforeEach(async () => {
    author = await makeUser(test.ctx)
    note = await makePost(test.ctx, author)
    // Warms the session cache, so that no request is delayed by a session lookup.
    await Promise.all([author, ...people].map(({ token }) => test.ok(auth.me, { token })))
  })
  afterAll(() => test.close())

  type Answered = Promise<{ status: number }>

  /** Runs an action for all users at once; counts the responses by status. */
  async function allAtOnce(act: (person: TestUser, i: number) => Answered | Answered[], who = people) {
    const answers = await Promise.all(who.flatMap((person, i) => act(person, i)))
    const statuses = groupBy(answers, ({ status }) => status)
    return Object.fromEntries([...statuses].map(([status, same]) => [status, same.length]))
  }

  const like = (token: string, target_type: 1 | 2, target_id: number) =>
    test.call(likes.create, { body: { target_type, target_id }, token })
  const unlike = (token: string, target_type: 1 | 2, target_id: number) =>
    test.call(likes.remove, { body: { target_type, target_id }, token })
  const say = (token: string, content: string, parent_id: number | null = null) =>
    test.call(comments.create, { body: { post_id: note.id, content, parent_id }, token })
  const shown = async () => test.ok(posts.get, { params: { id: String(note.id) }, query: { skipViewCount: 'true' } })
  const unread = async () => (await test.ok(notifications.unreadCount, { token: author.token })).count

  it('like a post', async () => {
    expect(await allAtOnce(({ token }) => like(token, TARGET.post, note.id))).toEqual({ 200: MANY })
    expect(await shown()).toMatchObject({ like_count: MANY })
    expect(await unread()).toBe(MANY)
    expect(await counterDrift(test.ctx)).toEqual([])
  })

  it('like and unlike a post repeatedly', async () => {
    const there = (token: string) => like(token, TARGET.post, note.id)
    const back = (token: string) => unlike(token, TARGET.post, note.id)
    expect(await allAtOnce(({ token }) => [there(token), back(token), there(token)])).toEqual({ 200: 3 * MANY })
    expect(await counterDrift(test.ctx)).toEqual([])
    expect(await allAtOnce(({ token }) => [back(token), back(token)])).toEqual({ 200: 2 * MANY })
    expect(await shown()).toMatchObject({ like_count: 0 })
    expect([await unread(), await counterDrift(test.ctx)]).toEqual([0, []])
  })

  it('toggle a like, a collection, a comment like and a follow of one user', async () => {
    const [{ token }] = people as [TestUser]
    const params = { id: String(note.id) }
    const id = (await say(author.token, '我自己')).data.id
    const same = await allAtOnce((_, i) => [
      like(token, TARGET.post, note.id),
      like(token, TARGET.comment, id),
      test.call(i % 3 ? collections.create : collections.remove, { params, token }),
      test.call(i % 3 ? follows.create : follows.remove, { params: { id: author.user_id }, token }),
    ])
    expect(same).toEqual({ 200: 4 * MANY })
    expect(await shown()).toMatchObject({ like_count: 1 })
    expect(await counterDrift(test.ctx)).toEqual([])
  })

  it('collect a post', async () => {
    const params = { id: String(note.id) }
    expect(await allAtOnce(({ token }) => test.call(collections.create, { params, token }))).toEqual({ 200: MANY })
    expect(await shown()).toMatchObject({ collect_count: MANY })
    expect([await unread(), await counterDrift(test.ctx)]).toEqual([MANY, []])
  })

  it('follow one user, and each other in a ring', async () => {
    const done = await allAtOnce(({ token }, i) => [
      test.call(follows.create, { params: { id: author.user_id }, token }),
      test.call(follows.create, { params: { id: people[(i + 1) % MANY]?.user_id ?? '' }, token }),
      test.call(follows.create, { params: { id: people[(i + MANY - 1) % MANY]?.user_id ?? '' }, token }),
    ])
    expect(done).toEqual({ 200: 3 * MANY })
    expect(await test.ok(users.getStats, { params: { id: author.user_id } })).toMatchObject({ fans_count: MANY })
    expect([await unread(), await counterDrift(test.ctx)]).toEqual([MANY, []])
  })

  it('comment on a post', async () => {
    expect(await allAtOnce(({ token }, i) => say(token, `第${i}条`))).toEqual({ 200: MANY })
    expect(await shown()).toMatchObject({ comment_count: MANY })
    expect([await unread(), await counterDrift(test.ctx)]).toEqual([MANY, []])
  })

  it('use the same new tags', async () => {
    const category_id = (await makeCategory(test.ctx)).id
    const names = ['开学', '军训', '社团']
    const body = { title: '新', content: '正文', category_id }
    const done = await allAtOnce(({ token }, i) =>
      test.call(posts.create, { body: { ...body, tags: i % 2 ? names : names.toReversed() }, token }),
    )
    expect(done).toEqual({ 200: MANY })
    const uses = (await test.ok(tags.list)).filter(({ name }) => names.includes(name))
    expect(uses.map(({ use_count }) => use_count)).toEqual([MANY, MANY, MANY])
    expect(await counterDrift(test.ctx)).toEqual([])
  })

  it('reply to and like a comment that is deleted meanwhile', async () => {
    const parent = (await say(author.token, '一会儿就没了')).data.id
    const done = await allAtOnce(({ token }, i) => [
      say(token, `回答${i}`, parent),
      like(token, TARGET.comment, parent),
      ...(i === MANY / 2 ? [test.call(comments.remove, { params: { id: String(parent) }, token: author.token })] : []),
    ])
    expect(Object.keys(done)).toEqual(['200', '404'])
    expect(await shown()).toMatchObject({ comment_count: 0 })
    expect(await counterDrift(test.ctx)).toEqual([])
  })

  it('react to a post that is deleted meanwhile', async () => {
    const params = { id: String(note.id) }
    const done = await allAtOnce(({ token }, i) => [
      like(token, TARGET.post, note.id),
      say(token, '赶上了'),
      test.call(collections.create, { params, token }),
      ...(i === MANY / 2 ? [test.call(posts.remove, { params, token: author.token })] : []),
    ])
    expect(Object.keys(done)).toEqual(['200', '404'])
    expect([await unread(), await counterDrift(test.ctx)]).toEqual([0, []])
  })

  it('publish, unpublish and delete posts of one category and tag', async () => {
    const category_id = (await makeCategory(test.ctx)).id
    const body = { title: '来来回回', content: '正文', category_id, tags: ['来回'] }
    // Five requests each: twice as many people would wait longer for MySQL on a slow machine than a request may.
    const half = people.slice(0, MANY / 2)
    const ids = await Promise.all(
      half.map(async ({ token }) => (await test.ok(posts.create, { body: { ...body, is_draft: true }, token })).id),
    )
    const done = await allAtOnce(({ token }, i) => {
      const params = { id: String(ids[i]) }
      return [
        test.call(posts.update, { params, body, token }),
        like(author.token, TARGET.post, ids[i] ?? 0),
        test.call(posts.update, { params, body: { ...body, is_draft: true, tags: [] }, token }),
        test.call(posts.update, { params, body, token }),
        ...(i % 2 ? [test.call(posts.remove, { params, token })] : []),
      ]
    }, half)
    expect(Object.keys(done).filter((status) => status !== '404')).toEqual(['200'])
    expect(await counterDrift(test.ctx)).toEqual([])
  })

  it('notify a user who keeps marking everything as read', async () => {
    const done = await allAtOnce(({ token }, i) => [
      like(token, TARGET.post, note.id),
      ...(i % 10 === 0 ? [test.call(notifications.readAll, { token: author.token })] : []),
      ...(i % 4 === 0 ? [unlike(token, TARGET.post, note.id)] : []),
    ])
    expect(Object.keys(done)).toEqual(['200'])
    const { token } = author
    const { unread, pagination } = await test.ok(notifications.list, { token })
    const byType = await test.ok(notifications.unreadByType, { token })
    expect(byType).toMatchObject({ likes: unread, total: unread })
    expect(pagination.total).toBeGreaterThanOrEqual((await shown()).like_count)
    await test.ok(notifications.readAll, { token })
    expect((await test.ok(notifications.list, { token })).unread).toBe(0)
    expect(await counterDrift(test.ctx)).toEqual([])
  })
})
