/** Bans, mutes and warnings: what they stop, hide and tell, and their end (docs/product.md#sanctions). */

import { audits } from '@shiliu/contract/admin/audits'
import * as sanctions from '@shiliu/contract/admin/sanctions'
import { users as table } from '@shiliu/contract/admin/users'
import * as auth from '@shiliu/contract/auth'
import * as comments from '@shiliu/contract/comments'
import * as follows from '@shiliu/contract/follows'
import * as likes from '@shiliu/contract/likes'
import { API_PREFIX } from '@shiliu/contract/limits'
import * as notifications from '@shiliu/contract/notifications'
import * as posts from '@shiliu/contract/posts'
import { search } from '@shiliu/contract/search'
import * as users from '@shiliu/contract/users'
import { describe, expect, it } from 'vitest'
import { createComment } from '#modules/comments/comment-mutations.service.ts'
import { liftExpired } from '#modules/sanctions/sanctions.service.ts'
import { DAY_MS, iso } from '#platform/clock.ts'
import { allEndpoints } from '#test/all-endpoints.ts'
import { counterDrift } from '#test/counters.ts'
import { makeAdmin, makePost, makeUser, PASSWORD, type TestUser } from '#test/factories.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

const REASON = { reason: '多次发布广告', note: '三次了' }

async function stage() {
  const test = await createTestApp()
  const admin = await makeAdmin(test.ctx, 'moderator')
  const [person, other] = [await makeUser(test.ctx), await makeUser(test.ctx)]
  const by = { params: { id: String(person.id) }, token: admin.token }
  return { test, admin, person, other, by }
}

const makeComment = ({ ctx }: TestApp, author: TestUser, post_id: number, parent_id: number | null = null) =>
  createComment(ctx, author.id, { post_id, parent_id, content: '好看' })

const later = (test: TestApp, ms: number) => iso(test.clock.now() + ms)
const signIn = (test: TestApp, { user_id }: TestUser, password = PASSWORD) =>
  test.call(auth.login, { body: { user_id, password } })

describe('a ban', () => {
  it('ends sessions at once, and tells reason and end only after a right password', async () => {
    const { test, person, by } = await stage()
    await test.ok(auth.me, { token: person.token })
    await test.ok(sanctions.ban, { ...by, body: { ...REASON, until: '2030-03-01T00:00:00Z' } })
    expect(await test.call(auth.me, { token: person.token })).toMatchObject({ status: 401, error: 'session_ended' })
    expect(await signIn(test, person, 'wrong1234')).toMatchObject({ status: 400, error: 'credentials_wrong' })
    const refused = await signIn(test, person)
    expect(refused).toMatchObject({ status: 400, error: 'account_disabled' })
    expect(refused.message).toBe('账号已被封禁：多次发布广告（2030-03-01 00:00 解封）')
    expect((await test.ok(table.get, by)).is_active).toBe(0)
    // What was published without `hide_content` stays.
    await test.ok(users.get, { params: { id: person.user_id } })
  })

  it.each([
    ['at sign-in', async () => {}],
    ['by the job', (test: TestApp) => liftExpired(test.ctx)],
  ])('is lifted at its end %s, with all that it hid', async (_, job) => {
    const { test, person, other, by } = await stage()
    const note = await makePost(test.ctx, person)
    await test.ok(sanctions.ban, { ...by, body: { ...REASON, until: later(test, DAY_MS), hide_content: true } })
    await liftExpired(test.ctx)
    expect((await signIn(test, person)).status).toBe(400)
    test.clock.advance(DAY_MS)
    await job(test)
    expect(await signIn(test, person)).toMatchObject({ status: 200 })
    await test.ok(posts.get, { params: { id: String(note.id) } })
    await test.ok(users.get, { params: { id: person.user_id }, token: other.token })
    const { sanctions: history } = await test.ok(sanctions.list, by)
    expect(history).toMatchObject([{ kind: 'ban', ...REASON, hide_content: true, lifted_by: '系统' }])
  })

  it('hides profile, notes and comments with replies, and lifting it shows them again', async () => {
    const { test, person, other, by } = await stage()
    const note = await makePost(test.ctx, person)
    const others = await makePost(test.ctx, other)
    const comment = await makeComment(test, person, others.id)
    await makeComment(test, other, others.id, comment.id)
    await test.ok(follows.create, { params: { id: person.user_id }, token: other.token })
    const seen = async () => ({
      profile: (await test.call(users.get, { params: { id: person.user_id } })).status,
      stats: (await test.call(users.getStats, { params: { id: person.user_id } })).status,
      note: (await test.call(posts.get, { params: { id: String(note.id) } })).status,
      comments: (await test.ok(comments.listOfPost, { params: { id: String(others.id) } })).comments.length,
      listed: (await test.ok(users.list)).users.some(({ id }) => id === person.id),
      followed: (await test.ok(follows.following, { params: { id: other.user_id } })).following.length,
      found: (await test.ok(search, { query: { keyword: person.nickname, type: 'users' } })).users?.data.length,
      foundById: (await test.ok(search, { query: { keyword: person.user_id, type: 'users' } })).users?.data.length,
    })
    const before = await seen()
    await test.ok(sanctions.ban, { ...by, body: { ...REASON, until: null, hide_content: true } })
    expect(await seen()).toEqual({
      profile: 404,
      stats: 404,
      note: 404,
      comments: 0,
      listed: false,
      followed: 0,
      found: 0,
      foundById: 0,
    })
    expect(await counterDrift(test.ctx)).toEqual([])
    await test.ok(sanctions.unban, by)
    expect(await seen()).toEqual(before)
    expect(await counterDrift(test.ctx)).toEqual([])
    expect(await test.call(sanctions.unban, by)).toMatchObject({ status: 409, error: 'sanction_over' })
  })

  it('keeps counters right through bans and lifts in any order', async () => {
    const { test, admin } = await stage()
    const people = [await makeUser(test.ctx), await makeUser(test.ctx), await makeUser(test.ctx)]
    for (const author of people) {
      const { id } = await makePost(test.ctx, author)
      let parent: number | undefined
      for (const writer of people) parent = (await makeComment(test, writer, id, parent)).id
    }
    let seed = 7
    const random = (n: number) => {
      seed = (seed * 48271) % 2147483647
      return seed % n
    }
    for (let step = 0; step < 60; step++) {
      const by = { params: { id: String(people[random(3)]?.id) }, token: admin.token }
      const body = { reason: '测试', until: null, note: '', hide_content: random(2) === 1 }
      if (random(2) === 1) await test.ok(sanctions.ban, { ...by, body })
      else expect([200, 409]).toContain((await test.call(sanctions.unban, by)).status)
      expect(await counterDrift(test.ctx), `after step ${step}`).toEqual([])
    }
  })

  it('without term is what switching the account off does, and switching it on lifts any', async () => {
    const { test, person, by } = await stage()
    const owner = await makeAdmin(test.ctx)
    const edit = (is_active: number) =>
      test.ok(table.update, { ...by, token: owner.token, body: { is_active } as never })
    await edit(0)
    expect(await signIn(test, person)).toMatchObject({ status: 400, message: '账号已被停用，请联系管理员' })
    expect((await test.ok(sanctions.list, by)).sanctions).toMatchObject([{ kind: 'ban', until: null, lifted_at: null }])
    await edit(1)
    await test.ok(sanctions.ban, { ...by, body: { ...REASON, until: later(test, DAY_MS), hide_content: true } })
    // A form that was opened meanwhile sends what it showed.
    await edit(0)
    expect((await signIn(test, person)).message).toContain(REASON.reason)
    await edit(1)
    expect((await signIn(test, person)).status).toBe(200)
    await test.ok(users.get, { params: { id: person.user_id } })
  })

  it('keeps hidden whoever changes the nickname meanwhile', async () => {
    const { test, person, by } = await stage()
    const owner = await makeAdmin(test.ctx)
    await test.ok(sanctions.ban, { ...by, body: { ...REASON, until: null, hide_content: true } })
    await test.ok(table.update, { ...by, token: owner.token, body: { nickname: '石榴换名' } })
    expect((await test.ok(search, { query: { keyword: '石榴换名', type: 'users' } })).users?.data).toEqual([])
    expect(person.id).toBeGreaterThan(0)
  })

  it('is refused with an end that is over', async () => {
    const { test, by } = await stage()
    const refused = await test.call(sanctions.ban, { ...by, body: { ...REASON, until: later(test, -1) } })
    expect(refused).toMatchObject({ status: 400, field: 'until', message: '期限要在现在之后' })
  })
})

describe('a mute', () => {
  it('refuses notes, comments and profile texts with reason and end, and nothing else, until it is over', async () => {
    const { test, person, other, by } = await stage()
    const note = await makePost(test.ctx, other)
    const { token } = person
    const write = () => test.call(comments.create, { token, body: { post_id: note.id, content: '好看' } })
    expect((await write()).status).toBe(200)
    const until = later(test, DAY_MS)
    await test.ok(sanctions.mute, { ...by, body: { ...REASON, until } })
    const message = `你被禁言了，到 ${until.slice(0, 16).replace('T', ' ')} 为止：多次发布广告`
    const refused = { status: 403, error: 'muted', message }
    expect(await write()).toMatchObject(refused)
    const body = { title: '题', content: '文', category_id: 1 }
    expect(await test.call(posts.create, { token, body })).toMatchObject(refused)
    expect(await test.call(posts.update, { token, params: { id: String(note.id) }, body })).toMatchObject(refused)
    const profile = { params: { id: person.user_id }, body: { nickname: '新名' } }
    expect(await test.call(users.update, { token, ...profile })).toMatchObject(refused)
    await test.ok(likes.create, { token, body: { target_type: 1, target_id: note.id } })
    const { notifications: told } = await test.ok(notifications.system, { token })
    expect(told.map(({ title }) => title)).toEqual([message])
    test.clock.advance(DAY_MS)
    expect((await write()).status).toBe(200)
    await liftExpired(test.ctx)
    expect((await test.ok(sanctions.list, by)).sanctions).toMatchObject([{ kind: 'mute', lifted_by: '系统' }])
  })

  it('leaves what is no writing, and refuses the rest, at every endpoint', async () => {
    const { test, person, other, by } = await stage()
    const note = await makePost(test.ctx, other)
    const own = await makePost(test.ctx, person)
    await test.ok(sanctions.mute, { ...by, body: { ...REASON, until: null } })
    const writing = (await allEndpoints()).filter(
      ({ role, method }) => (role === 'user' || role === 'signed-in') && method !== 'GET',
    )
    const ids: Record<string, number | string> = {
      'DELETE /posts/:id': own.id,
      'POST /posts/:id/restore': own.id,
      'PUT /users/:id': person.user_id,
      // The own session would end.
      'DELETE /auth/sessions/:id': 900_000,
    }
    const refused: string[] = []
    for (const { method, path } of writing.filter(({ path }) => !path.endsWith('/logout'))) {
      const url = API_PREFIX + path.replace(':id', String(ids[`${method} ${path}`] ?? note.id))
      const headers = { authorization: `Bearer ${person.token}` }
      const answer = await test.app.inject({ method, url, headers, payload: {} })
      if (answer.json().error === 'muted') refused.push(`${method} ${path}`)
    }
    expect(refused.toSorted()).toEqual([
      'POST /comments',
      'POST /posts',
      'POST /upload/base64',
      'POST /upload/image',
      'POST /upload/images',
      'POST /upload/multiple',
      'POST /upload/single',
      'PUT /posts/:id',
      'PUT /users/:id',
    ])
  })

  it('is lifted and renewed, each within the next request', async () => {
    const { test, admin, person, other, by } = await stage()
    const note = await makePost(test.ctx, other)
    const write = async () =>
      (await test.call(comments.create, { token: person.token, body: { post_id: note.id, content: '好看' } })).status
    for (let i = 0; i < 3; i++) {
      await test.ok(sanctions.mute, { ...by, body: { ...REASON, until: null } })
      expect(await write()).toBe(403)
      await test.ok(sanctions.mute, { ...by, body: { ...REASON, until: later(test, DAY_MS) } })
      expect(await write()).toBe(403)
      await test.ok(sanctions.unmute, by)
      expect(await write()).toBe(200)
    }
    expect(await test.call(sanctions.unmute, by)).toMatchObject({ status: 409, error: 'sanction_over' })
    const trail = await test.ok(audits.list, { token: admin.token, query: { resource: 'users' } })
    expect(trail.data[0]).toMatchObject({ username: admin.username, record_id: person.id, changed: ['muted'] })
  })
})

it('a warning tells the person, and is kept', async () => {
  const { test, person, admin, by } = await stage()
  await test.ok(sanctions.warn, { ...by, body: REASON })
  const { notifications: told } = await test.ok(notifications.system, { token: person.token })
  expect(told.map(({ title }) => title)).toEqual(['你收到一次警告：多次发布广告'])
  expect((await test.ok(sanctions.list, by)).sanctions).toMatchObject([{ kind: 'warn', ...REASON, by: admin.username }])
})

it('an account that is not there cannot be sanctioned', async () => {
  const { test, admin } = await stage()
  const none = { params: { id: '999999' }, token: admin.token }
  const body = { ...REASON, until: null }
  for (const answer of [
    await test.call(sanctions.ban, { ...none, body }),
    await test.call(sanctions.mute, { ...none, body }),
    await test.call(sanctions.warn, { ...none, body }),
    await test.call(sanctions.unban, none),
    await test.call(sanctions.unmute, none),
  ])
    expect(answer).toMatchObject({ status: 404, error: 'record_not_found' })
  expect((await test.ok(sanctions.list, none)).sanctions).toEqual([])
})
