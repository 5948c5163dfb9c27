/** The head of the back office: what waits, growth, who was there, who is reported most. */
import * as monitor from '@shiliu/contract/admin/monitor'
import { resolve } from '@shiliu/contract/admin/reports'
import * as auth from '@shiliu/contract/auth'
import { create } from '@shiliu/contract/reports'
import { expect, it } from 'vitest'
import { keepAddress } from '#modules/addresses/addresses.service.ts'
import { purgeActiveDays } from '#modules/auth/sessions.service.ts'
import { isoOrNull } from '#platform/clock.ts'
import { makeAdmin, makePost, makeUser, PASSWORD, type TestUser } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'

const DAY = 24 * 3600 * 1000

async function stage() {
  const test = await createTestApp()
  const { token } = await makeAdmin(test.ctx)
  const report = (by: TestUser, target_type: 1 | 2 | 3, target_id: number) =>
    test.ok(create, { body: { target_type, target_id, reason: 'spam', text: null }, token: by.token })
  return { test, token, report }
}

it('shows what waits, with the age of the oldest', async () => {
  const { test, token, report } = await stage()
  const [author, reporter] = [await makeUser(test.ctx), await makeUser(test.ctx)]
  const waiting = async () => (await test.ok(monitor.overview, { token })).waiting
  const nothing = { count: 0, oldest: null }
  expect(await waiting()).toEqual({ posts: nothing, comments: nothing, reports: nothing, appeals: nothing })
  const [first, second] = [await makePost(test.ctx, author), await makePost(test.ctx, author)]
  await report(reporter, 1, first.id)
  test.clock.advance(60_000)
  await report(reporter, 1, second.id)
  await test.ctx.db.updateTable('posts').set({ state: 'pending', is_private: 1 }).where('id', '=', second.id).execute()
  test.clock.advance(11_000)
  const entries = await test.ctx.db.selectFrom('report_targets').select(['id', 'opened_at']).orderBy('id').execute()
  const [firstEntry, secondEntry] = entries.map(({ id, opened_at }) => ({ id, since: isoOrNull(opened_at) }))
  expect(await waiting()).toMatchObject({
    posts: { count: 1 },
    reports: { count: 2, oldest: firstEntry?.since },
  })
  await test.ok(resolve, { params: { id: String(firstEntry?.id) }, body: { action: 'dismiss' }, token })
  test.clock.advance(11_000)
  expect((await waiting()).reports).toEqual({ count: 1, oldest: secondEntry?.since })
})

it('counts growth over three periods', async () => {
  const { test } = await stage()
  const author = await makeUser(test.ctx)
  await makePost(test.ctx, author)
  test.clock.advance(20 * DAY)
  await makePost(test.ctx, author)
  await makePost(test.ctx, author, { is_draft: true })
  const { growth } = await test.ok(monitor.overview, { token: (await makeAdmin(test.ctx)).token })
  expect(growth).toEqual([
    { days: 7, users: 0, posts: 1, comments: 0 },
    { days: 30, users: 1, posts: 2, comments: 0 },
    { days: 365, users: 1, posts: 2, comments: 0 },
  ])
})

it('counts each person once a day and once a week, and forgets it after a year', async () => {
  const { test } = await stage()
  const [one, two] = [await makeUser(test.ctx), await makeUser(test.ctx)]
  const signIn = ({ user_id }: TestUser) => test.ok(auth.login, { body: { user_id, password: PASSWORD } })
  await signIn(one)
  await signIn(one)
  test.clock.advance(DAY)
  await signIn(one)
  await signIn(two)
  const read = async () => (await test.ok(monitor.overview, { token: (await makeAdmin(test.ctx)).token })).active
  const { days, week, week_before } = await read()
  expect(days).toHaveLength(30)
  expect({ today: days.at(-1)?.people, week, week_before }).toEqual({ today: 2, week: 2, week_before: 0 })
  test.clock.advance(7 * DAY)
  expect(await read()).toMatchObject({ week: 0, week_before: 2 })
  test.clock.advance(500 * DAY)
  await purgeActiveDays(test.ctx)
  expect(await test.ctx.db.selectFrom('active_days').selectAll().execute()).toEqual([])
})

it('lists targets and accounts by their reports of thirty days', async () => {
  const { test, token, report } = await stage()
  const people = [await makeUser(test.ctx), await makeUser(test.ctx), await makeUser(test.ctx)] as const
  const [author, a, b] = people
  const note = await makePost(test.ctx, author, { title: '兼职日结' })
  await report(a, 3, author.id)
  await report(a, 1, note.id)
  await report(b, 1, note.id)
  expect(await test.ok(monitor.reported, { token })).toEqual({
    targets: [
      { id: expect.any(Number), target_type: 1, state: 'open', name: '兼职日结', count: 2 },
      { id: expect.any(Number), target_type: 3, state: 'open', name: author.nickname, count: 1 },
    ],
    accounts: [{ id: author.id, user_id: author.user_id, nickname: author.nickname, count: 3 }],
  })
  const viewer = await makeAdmin(test.ctx, 'viewer')
  expect((await test.call(monitor.reported, { token: viewer.token })).status).toBe(403)
})

it('tells owners only which addresses several new accounts came from', async () => {
  const { test, token } = await stage()
  for (const address of ['203.0.113.7', '203.0.113.7', '198.51.100.1']) {
    const { id } = await makeUser(test.ctx)
    await keepAddress(
      test.ctx,
      { kind: 'session', id, account: `user:${id}` },
      { ip: address, port: null, location: null },
    )
  }
  expect(await test.ok(monitor.addresses, { token })).toEqual({ addresses: [{ address: '203.0.113.7', accounts: 2 }] })
  const administrator = await makeAdmin(test.ctx, 'administrator')
  expect((await test.call(monitor.addresses, { token: administrator.token })).status).toBe(403)
})
