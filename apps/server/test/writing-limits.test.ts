/** How much one account may publish, comment, like and collect (docs/api.md#rate-limits). */
import * as settings from '@shiliu/contract/admin/settings'
import * as collections from '@shiliu/contract/collections'
import * as comments from '@shiliu/contract/comments'
import * as likes from '@shiliu/contract/likes'
import * as posts from '@shiliu/contract/posts'
import * as profiles from '@shiliu/contract/users'
import { expect, it } from 'vitest'
import { purgePublications } from '#modules/posts/post-mutations.service.ts'
import { emptyTrash, makeAdmin, makeCategory, makePost, makeUser, type TestUser } from './factories.ts'
import { createTestApp, type TestApp } from './test-app.ts'

const DAY = 24 * 3600 * 1000

/** With the limits of a real site. */
async function stage(some: Partial<settings.Settings> = {}) {
  const test = await createTestApp()
  test.ctx.config.limitFactor = 1
  const admin = await makeAdmin(test.ctx)
  await test.ok(settings.update, { body: { new_account_days: 0, ...some }, token: admin.token })
  const author = await makeUser(test.ctx)
  const category = await makeCategory(test.ctx)
  const note = { title: '笔记', content: '正文', category_id: category.id }
  const publish = (by: TestUser = author, fields: object = {}) =>
    test.call(posts.create, { body: { ...note, ...fields }, token: by.token })
  return { test, admin, author, note, publish }
}

async function times(n: number, call: () => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = []
  for (let i = 0; i < n; i++) statuses.push((await call()).status)
  return statuses
}

const published = async ({ ctx }: TestApp) => (await ctx.db.selectFrom('posts').select('id').execute()).length

it('publishes so many notes in ten minutes, and so many in a day', async () => {
  const { test, publish } = await stage({ notes_per_ten_minutes: 3, notes_per_day: 5 })
  expect(await times(3, publish)).toEqual([200, 200, 200])
  expect(await publish()).toMatchObject({
    status: 429,
    error: 'too_many_notes',
    message: expect.stringMatching(/^发布得太频繁，请 (10 分钟|9 分 \d+ 秒)后再试$/),
  })
  expect(await published(test)).toBe(3)
  test.clock.advance(10 * 60_000)
  expect(await times(3, publish)).toEqual([200, 200, 429])
  test.clock.advance(10 * 60_000)
  expect(await publish()).toMatchObject({ status: 429, message: expect.stringMatching(/^发布得太频繁，请 23 小时/) })
  test.clock.advance(DAY)
  expect(await publish()).toMatchObject({ status: 200 })
})

it('counts notes that were drafts, but neither drafts nor what is edited or published again', async () => {
  const { test, author, note, publish } = await stage({ notes_per_ten_minutes: 2 })
  const drafts = await Promise.all(Array.from({ length: 3 }, () => publish(author, { is_draft: true })))
  const [one, two, three] = drafts.map(({ data }) => data.id)
  const save = (id: number | undefined, is_draft: boolean) =>
    test.call(posts.update, { params: { id: String(id) }, body: { ...note, is_draft }, token: author.token })
  expect((await save(one, false)).status).toBe(200)
  expect((await save(two, false)).status).toBe(200)
  expect(await save(three, false)).toMatchObject({ status: 429, error: 'too_many_notes' })
  expect((await save(three, true)).status).toBe(200)
  for (const is_draft of [false, true, false]) expect((await save(one, is_draft)).status).toBe(200)
  expect((await publish()).status).toBe(429)
})

it('counts notes that are deleted or drafts again, until their time is over', async () => {
  const { test, author, note, publish } = await stage({ notes_per_ten_minutes: 2, notes_per_day: 3 })
  const { token } = author
  const first = { params: { id: String((await publish()).data.id) }, token }
  await test.ok(posts.remove, first)
  const second = { params: { id: String((await publish()).data.id) }, token }
  await test.ok(posts.update, { ...second, body: { ...note, is_draft: true } })
  expect(await publish()).toMatchObject({ status: 429, error: 'too_many_notes' })
  test.clock.advance(10 * 60_000)
  expect(await times(2, publish)).toEqual([200, 429])
  test.clock.advance(DAY)
  await purgePublications(test.ctx)
  expect(await test.ctx.db.selectFrom('publications').select('id').execute()).toEqual([])
  expect(await times(3, publish)).toEqual([200, 200, 429])
  await test.ok(profiles.remove, { params: { id: author.user_id }, body: {}, token })
  await emptyTrash(test)
  expect(await test.ctx.db.selectFrom('publications').select('id').execute()).toEqual([])
})

it('counts comments that are deleted', async () => {
  const { test, author } = await stage({ comments_per_minute: 2 })
  const { id } = await makePost(test.ctx, author)
  const write = async () => {
    const answer = await test.call(comments.create, { body: { post_id: id, content: '好' }, token: author.token })
    if (answer.status === 200)
      await test.ok(comments.remove, { params: { id: String(answer.data.id) }, token: author.token })
    return answer
  }
  expect(await times(3, write)).toEqual([200, 200, 429])
})

it('counts each of several that are published at once', async () => {
  const { test, publish } = await stage({ notes_per_ten_minutes: 3 })
  const statuses = (await Promise.all(Array.from({ length: 8 }, () => publish()))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(3)
  expect(await published(test)).toBe(3)
})

it('lets an account do half while it is new, and each account on its own', async () => {
  const { test, admin, author, publish } = await stage({ notes_per_ten_minutes: 4, new_account_days: 7 })
  expect(await times(3, publish)).toEqual([200, 200, 429])
  expect((await publish(await makeUser(test.ctx))).status).toBe(200)
  test.clock.advance(7 * DAY)
  test.ctx.cache.clear()
  expect(await times(5, () => publish(author))).toEqual([200, 200, 200, 200, 429])
  await test.ok(settings.update, { body: { notes_per_ten_minutes: 5 }, token: admin.token })
  expect(await times(2, () => publish(author))).toEqual([200, 429])
})

it('takes so many comments in a minute', async () => {
  const { test, author } = await stage({ comments_per_minute: 3 })
  const { id } = await makePost(test.ctx, author)
  const comment = () => test.call(comments.create, { body: { post_id: id, content: '好' }, token: author.token })
  expect(await times(4, comment)).toEqual([200, 200, 200, 429])
})

it('takes so many likes and collections in a minute, together and taken back', async () => {
  const { test, author } = await stage({ reactions_per_minute: 5 })
  const { id } = await makePost(test.ctx, author)
  const { token } = await makeUser(test.ctx)
  const body = { target_type: 1, target_id: id } as const
  const params = { id: String(id) }
  const calls = [
    () => test.call(likes.create, { body, token }),
    () => test.call(collections.create, { params, token }),
    () => test.call(likes.remove, { body, token }),
    () => test.call(collections.remove, { params, token }),
    () => test.call(likes.create, { body, token }),
    () => test.call(collections.create, { params, token }),
  ]
  const statuses: number[] = []
  for (const call of calls) statuses.push((await call()).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  expect((await test.call(likes.create, { body, token: author.token })).status).toBe(200)
})

it('ranks further notes of an author’s day behind those of others', async () => {
  const { test, publish } = await stage({ notes_per_ten_minutes: 100, notes_per_day: 100 })
  const many: number[] = []
  for (let i = 0; i < 4; i++) many.push((await publish()).data.id)
  test.clock.advance(10 * 60_000)
  const others = [await makeUser(test.ctx), await makeUser(test.ctx)]
  const single: number[] = []
  for (const other of others) single.push((await publish(other)).data.id)
  const order = async (category: string) =>
    (await test.ok(posts.list, { query: { category } })).posts.map(({ id }) => id)
  expect(await order('recommend')).toEqual([...single.toReversed(), ...many])
  test.clock.advance(DAY)
  const later = (await publish()).data.id
  test.ctx.cache.clear()
  expect((await order('recommend'))[0]).toBe(later)
})
