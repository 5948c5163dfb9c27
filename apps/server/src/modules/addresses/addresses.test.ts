/** IP属地 of accounts, notes and comments, and the addresses behind it, which nobody sees in an answer. */
import * as auth from '@shiliu/contract/auth'
import * as comments from '@shiliu/contract/comments'
import * as posts from '@shiliu/contract/posts'
import * as users from '@shiliu/contract/users'
import { expect, it } from 'vitest'
import { makeCategory, makeUser, type TestUser } from '#test/factories.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { listAddresses, purgeAddresses } from './addresses.service.ts'

const [JIANGSU, GUANGDONG, ABROAD, CAMPUS] = ['114.114.114.114', '202.96.128.86', '8.8.8.8', '10.1.2.3']

function from({ app }: TestApp, remoteAddress: string) {
  return async (method: 'POST' | 'PUT', path: string, payload: object, { token = '' }: { token?: string } = {}) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await app.inject({ method, url: `/api${path}`, remoteAddress, payload, headers })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }
}

async function write(test: TestApp, author: TestUser, ip: string): Promise<{ note: string; comment: number }> {
  const category_id = (await makeCategory(test.ctx)).id
  const { id } = await from(test, ip)('POST', '/posts', { title: '题', content: '文', category_id }, author)
  const comment = await from(test, ip)('POST', '/comments', { post_id: id, content: '好' }, author)
  return { note: String(id), comment: comment.id }
}

const placeOfNote = async (test: TestApp, id: string) =>
  (await test.ok(posts.get, { params: { id }, query: { skipViewCount: 'true' } })).location
const placesOfComments = async (test: TestApp, id: string) =>
  (await test.ok(comments.listOfPost, { params: { id } })).comments.map((comment) => comment.user_location)
const signIn = (test: TestApp, user: TestUser, ip: string) =>
  from(test, ip)('POST', '/auth/login', { user_id: user.user_id, password: 'shiliu123' })
const placeOf = async (test: TestApp, { user_id }: TestUser) =>
  (await test.ok(users.get, { params: { id: user_id } })).location

it('sets the place of an account when it signs in, and keeps it where an address does not tell', async () => {
  const test = await createTestApp()
  const user = await makeUser(test.ctx)
  expect(await placeOf(test, user)).toBe('未知')
  expect((await signIn(test, user, CAMPUS)).user.location).toBe('未知')
  expect((await signIn(test, user, JIANGSU)).user.location).toBe('江苏')
  expect(await placeOf(test, user)).toBe('江苏')
  expect((await signIn(test, user, CAMPUS)).user.location).toBe('江苏')
  expect((await signIn(test, user, ABROAD)).user.location).toBe('美国')
  expect(await placeOf(test, user)).toBe('美国')
})

it('sets the place of an account when it registers, whatever the client says', async () => {
  const test = await createTestApp()
  const { captchaId } = await test.ok(auth.captcha)
  const { answer } = await test.ctx.db.selectFrom('captchas').select('answer').executeTakeFirstOrThrow()
  const body = { user_id: 'newcomer', nickname: '新来的', password: 'pomegranate7', location: '火星' }
  const { user } = await from(test, GUANGDONG)('POST', '/auth/register', { ...body, captchaId, captchaText: answer })
  expect(user.location).toBe('广东')
})

it('gives notes and comments the place that they were written at', async () => {
  const test = await createTestApp()
  const author = await makeUser(test.ctx)
  await signIn(test, author, JIANGSU)
  const { note } = await write(test, author, GUANGDONG)
  expect(await placeOfNote(test, note)).toBe('广东')
  expect(await placesOfComments(test, note)).toEqual(['广东'])
  await signIn(test, author, ABROAD)
  expect(await placeOfNote(test, note)).toBe('广东')
  const draft = { title: '题', content: '改', category_id: (await makeCategory(test.ctx)).id }
  await from(test, ABROAD)('PUT', `/posts/${note}`, draft, author)
  expect(await placeOfNote(test, note)).toBe('美国')
  await from(test, CAMPUS)('PUT', `/posts/${note}`, draft, author)
  expect(await placeOfNote(test, note)).toBe('美国')
  const { posts: listed } = await test.ok(posts.list)
  expect(listed.map(({ location }) => location)).toEqual(['美国'])
})

it('shows the author’s place where that of writing is unknown', async () => {
  const test = await createTestApp()
  const author = await makeUser(test.ctx)
  const { note } = await write(test, author, CAMPUS)
  expect([await placeOfNote(test, note), ...(await placesOfComments(test, note))]).toEqual(['未知', '未知'])
  await signIn(test, author, JIANGSU)
  expect([await placeOfNote(test, note), ...(await placesOfComments(test, note))]).toEqual(['江苏', '江苏'])
})

it('keeps the address of sessions, notes and comments, and answers it to nobody', async () => {
  const test = await createTestApp()
  const author = await makeUser(test.ctx)
  await signIn(test, author, JIANGSU)
  const { note, comment } = await write(test, author, ABROAD)
  const rows = await listAddresses(test.ctx, { account: `user:${author.id}` }, 10)
  expect(rows.map(({ kind, record_id, address }) => [kind, record_id, address])).toEqual([
    ['comment', comment, ABROAD],
    ['post', Number(note), ABROAD],
    ['session', expect.any(Number), JIANGSU],
  ])
  const answers = await Promise.all(
    [`/posts/${note}`, `/posts/${note}/comments`, '/auth/me', `/users/${author.user_id}`, '/posts'].map((path) =>
      test.app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${author.token}` } }),
    ),
  )
  for (const { body, statusCode } of answers) {
    expect(statusCode).toBe(200)
    expect(body).not.toMatch(/8\.8\.8\.8|114\.114/)
  }
})

it('forgets addresses after the set time, in batches, and no younger ones', async () => {
  const test = await createTestApp()
  const account = 'user:1'
  const old = { kind: 'post' as const, record_id: 1, account, address: ABROAD, port: 1, created_at: test.clock.now() }
  for (let i = 0; i < 3; i++) await test.ctx.db.insertInto('addresses').values(Array(400).fill(old)).execute()
  test.clock.advance(2 * 24 * 3600 * 1000)
  await test.ctx.db
    .insertInto('addresses')
    .values({ ...old, created_at: test.clock.now() })
    .execute()
  const count = async () => (await listAddresses(test.ctx, { account }, 2000)).length
  await purgeAddresses(test.ctx)
  expect(await count()).toBe(1201)
  test.ctx.settings.current.address_retention_days = 1
  await purgeAddresses(test.ctx)
  expect(await count()).toBe(1)
})

it('does not take the place that a client sends', async () => {
  const test = await createTestApp()
  const author = await makeUser(test.ctx)
  const params = { id: author.user_id }
  await test.ok(users.update, { params, body: { nickname: '新', location: '火星' } as never, token: author.token })
  expect(await placeOf(test, author)).toBe('未知')
})
