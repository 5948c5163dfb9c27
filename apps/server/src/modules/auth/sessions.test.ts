/** Sessions and concurrent or remote changes. */
import { sessions } from '@shiliu/contract/admin/sessions'
import * as settings from '@shiliu/contract/admin/settings'
import * as auth from '@shiliu/contract/auth'
import { TOKEN } from '@shiliu/contract/limits'
import * as contract from '@shiliu/contract/users'
import { expect, it } from 'vitest'
import type { Ctx } from '#deps.ts'
import * as users from '#modules/users/users.service.ts'
import { DAY_MS } from '#platform/clock.ts'
import { tx } from '#platform/db/tx.ts'
import { hashPassword } from '#platform/passwords.ts'
import { emptyTrash, makeAdmin, makeUser, PASSWORD } from '#test/factories.ts'
import { beforeNextTransaction } from '#test/interleave.ts'
import { createTestApp } from '#test/test-app.ts'
import { loginUser } from './auth.service.ts'
import { purgeSessions } from './sessions.service.ts'

it('are not cached while the bus is disconnected', async () => {
  const test = await createTestApp()
  const user = await makeUser(test.ctx)
  const me = async () => (await test.call(auth.me, { token: user.token })).status
  /** Like another process whose message is lost. */
  const setActive = (is_active: 0 | 1) => test.ctx.db.updateTable('sessions').set({ is_active }).execute()
  test.ctx.bus.publish('connection', { up: false })
  expect(await me()).toBe(200)
  await setActive(0)
  expect(await me()).toBe(401)
  await setActive(1)
  test.ctx.bus.publish('connection', { up: true })
  expect(await me()).toBe(200)
  await setActive(0)
  expect(await me()).toBe(200)
})

it('belong to their owner only, cached or not', async () => {
  const test = await createTestApp()
  const [user, other] = [await makeUser(test.ctx), await makeUser(test.ctx)]
  const { id: sessionId } = await test.ctx.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  const me = async (token: string) => (await test.call(auth.me, { token })).status
  const borrowed = test.ctx.tokens.sign({ role: 'user', id: other.id, sessionId })
  expect(await me(borrowed)).toBe(401)
  expect(await me(user.token)).toBe(200)
  expect(await me(borrowed)).toBe(401)
})

it.each([
  [
    'the password is replaced',
    'credentials_wrong',
    async (t: Ctx, id: number) => {
      await users.setPassword(t, id, await hashPassword('another-one', 'test'))
    },
  ],
  ['the account is stopped', 'account_disabled', (t: Ctx, id: number) => users.setActive(t, id, false)],
  ['the account goes', 'credentials_wrong', (t: Ctx, id: number) => users.deleteUser(t, id)],
])('do not begin where %s during the password check', async (_, code, change) => {
  const test = await createTestApp()
  const { id, user_id } = await makeUser(test.ctx)
  await test.ctx.db.deleteFrom('sessions').execute()
  const meanwhile = beforeNextTransaction(test.ctx, () => tx(test.ctx, (t) => change(t, id)))
  await expect(
    loginUser(meanwhile, { user_id, password: PASSWORD }, { ip: '10.0.0.1', port: null, userAgent: 'phone' }),
  ).rejects.toMatchObject({ code })
  expect(await test.ctx.db.selectFrom('sessions').select('id').execute()).toEqual([])
})

it('end with their account, also during a renewal', async () => {
  const test = await createTestApp()
  const meanwhile: number[] = []
  for (let round = 0; round < 12; round++) {
    const { user_id, token, refreshToken } = await makeUser(test.ctx)
    const renew = async () => (await test.call(auth.refresh, { body: { refresh_token: refreshToken } })).status
    const remove = async () => (await test.call(contract.remove, { params: { id: user_id }, token })).status
    meanwhile.push(...(await Promise.all([renew(), remove(), renew(), renew(), renew(), renew()])))
    expect(await renew()).toBe(401)
  }
  expect(meanwhile.filter((status) => status !== 200 && status !== 401)).toEqual([])
  expect(await test.ctx.db.selectFrom('sessions').select('id').where('is_active', '=', 1).execute()).toEqual([])
  await emptyTrash(test)
  expect(await test.ctx.db.selectFrom('refresh_tokens').select('id').execute()).toEqual([])
})

it('are limited in renewals per minute', async () => {
  const test = await createTestApp()
  let refresh_token = (await makeUser(test.ctx)).refreshToken
  const renew = async () => {
    const { status, data } = await test.call(auth.refresh, { body: { refresh_token } })
    refresh_token = data?.refresh_token ?? refresh_token
    return status
  }
  const statuses: number[] = []
  for (let i = 0; i < 31; i++) statuses.push(await renew())
  expect(statuses.slice(0, 29)).toEqual(Array(29).fill(200))
  expect(statuses.slice(-1)).toEqual([429])
  test.clock.advance(60_000)
  expect(await renew()).toBe(200)
})

it('are marked as ended on expiry and deleted a month later', async () => {
  const test = await createTestApp()
  const user = await makeUser(test.ctx)
  const shown = async () => {
    const { token } = await makeAdmin(test.ctx)
    const { data } = await test.ok(sessions.list, { query: { user_display_id: user.user_id }, token })
    return data.map((row) => row.is_active)
  }
  await purgeSessions(test.ctx)
  expect(await shown()).toEqual([1])
  test.clock.advance(TOKEN.refreshSeconds * 1000)
  await purgeSessions(test.ctx)
  expect(await shown()).toEqual([0])
  test.clock.advance(31 * 24 * 3600 * 1000)
  await purgeSessions(test.ctx)
  expect(await shown()).toEqual([])
})

it('last as many days unused as the site sets', async () => {
  const test = await createTestApp()
  const { token: adminToken } = await makeAdmin(test.ctx)
  await test.ok(settings.update, { body: { session_days: 2 }, token: adminToken })
  const user = await makeUser(test.ctx)
  const renew = (refresh_token: string) => test.call(auth.refresh, { body: { refresh_token } })
  test.clock.advance(2 * DAY_MS - 10_000)
  const { status, data } = await renew(user.refreshToken)
  expect(status).toBe(200)
  test.clock.advance(2 * DAY_MS)
  expect(await renew(data.refresh_token)).toMatchObject({ status: 401, error: 'session_ended' })
})
