import * as named from '@shiliu/contract/admin/admins'
import { admins } from '@shiliu/contract/admin/admins'
import * as adminAuth from '@shiliu/contract/admin/auth'
import { describe, expect, it } from 'vitest'
import type { Ctx } from '#deps.ts'
import { tx } from '#platform/db/tx.ts'
import { hashPassword } from '#platform/passwords.ts'
import { makeAdmin, PASSWORD } from '#test/factories.ts'
import { beforeNextTransaction } from '#test/interleave.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { createAdmin, loginAdmin, setEnabled, setPassword } from './admins.service.ts'

const params = (id: number) => ({ params: { id: String(id) } })

async function stage() {
  const test = await createTestApp()
  const admin = await makeAdmin(test.ctx)
  return { test, admin, token: admin.token }
}

const disableByName = (test: TestApp, username: string, token: string) =>
  test.call(named.setStatus, { params: { id: username }, body: { status: '0' }, token })

describe('administrators', () => {
  it('lose their sessions when disabled; the last one stays, and nobody deletes their own account', async () => {
    const { test, admin, token } = await stage()
    const other = await makeAdmin(test.ctx)
    await test.ok(adminAuth.me, { token: other.token })
    await test.ok(named.setStatus, { params: { id: other.username }, body: { status: 0 }, token })
    expect(await test.call(adminAuth.me, { token: other.token })).toMatchObject({ status: 401 })
    expect(await test.call(adminAuth.login, { body: { username: other.username, password: PASSWORD } })).toMatchObject({
      error: 'account_disabled',
    })
    const last = { status: 400, error: 'admin_last' }
    expect(await disableByName(test, admin.username, token)).toMatchObject(last)
    expect(await test.call(admins.update, { ...params(admin.id), body: { status: 0 }, token })).toMatchObject(last)
    const self = { status: 400, error: 'admin_self' }
    expect(await test.call(named.remove, { params: { id: admin.username }, token })).toMatchObject(self)
    expect(await test.call(admins.removeMany, { body: { ids: [other.id, admin.id] }, token })).toMatchObject(self)
    await test.ok(named.remove, { params: { id: other.username }, token })
    await test.ok(adminAuth.me, { token })
  })

  it('cannot disable each other concurrently so that none remains', async () => {
    const { test, admin, token } = await stage()
    const other = await makeAdmin(test.ctx)
    const disable = (id: number, by: string) =>
      test.call(admins.update, { ...params(id), body: { status: 0 }, token: by })
    await Promise.all([disable(other.id, token), disable(admin.id, other.token)])
    const rows = await test.ctx.db.selectFrom('admins').select('id').where('is_active', '=', 1).execute()
    expect(rows).toHaveLength(1)
  })

  it('cannot disable themselves', async () => {
    const { test, admin, token } = await stage()
    await makeAdmin(test.ctx)
    const refused = { status: 400, error: 'admin_self_disabled', message: '不能停用自己' }
    expect(await disableByName(test, admin.username, token)).toMatchObject(refused)
    expect(await test.call(admins.update, { ...params(admin.id), body: { status: 0 }, token })).toMatchObject(refused)
    await test.ok(admins.update, { ...params(admin.id), body: { status: 1 }, token })
    await test.ok(adminAuth.me, { token })
  })

  it('keep the current session when changing their own password', async () => {
    const { test, admin, token } = await stage()
    const body = { username: admin.username, password: PASSWORD }
    const elsewhere = (await test.ok(adminAuth.login, { body })).tokens.access_token
    await test.ok(named.setPassword, { params: { id: admin.username }, body: { password: 'another12' }, token })
    await test.ok(adminAuth.me, { token })
    expect(await test.call(adminAuth.me, { token: elsewhere })).toMatchObject({ status: 401 })
    expect(await test.call(adminAuth.login, { body })).toMatchObject({ error: 'credentials_wrong' })
  })
})

describe('below /auth/admin', () => {
  it('are found by username or, if nobody is called so, by number', async () => {
    const { test, token } = await stage()
    const other = await makeAdmin(test.ctx)
    const signIn = (username: string, password: string) => test.call(adminAuth.login, { body: { username, password } })
    const setTo = (id: string, password: string) =>
      test.ok(named.setPassword, { params: { id }, body: { password }, token })
    await setTo(String(other.id), 'bynumber1')
    expect(await signIn(other.username, 'bynumber1')).toMatchObject({ status: 200 })
    const namesake = await createAdmin(test.ctx, `0${other.id}`, PASSWORD)
    await setTo(`0${other.id}`, 'byname123')
    expect(await signIn(other.username, 'bynumber1')).toMatchObject({ status: 200 })
    await test.ok(named.setStatus, { ...params(namesake), body: { status: 0 }, token })
    await test.ok(named.update, { ...params(other.id), body: { password: 'another12' }, token })
    expect(await signIn(other.username, 'another12')).toMatchObject({ status: 200 })
    await test.ok(named.remove, { ...params(other.id), token })
    expect(await test.call(named.remove, { ...params(other.id), token })).toMatchObject({ error: 'admin_not_found' })
  })
})

describe('usernames of digits only', () => {
  it.each(['12', '１２', ' 007 '])('are refused for a new administrator: %j', async (username) => {
    const { test, token } = await stage()
    for (const create of [admins.create, named.create]) {
      expect(await test.call(create, { body: { username, password: PASSWORD }, token })).toMatchObject({
        status: 400,
        message: '用户名不能全是数字',
      })
    }
  })

  it('still work where an administrator has one', async () => {
    const { test, token } = await stage()
    const id = await createAdmin(test.ctx, '900001', PASSWORD)
    await test.ok(adminAuth.login, { body: { username: '900001', password: PASSWORD } })
    await test.ok(named.setPassword, { params: { id: '900001' }, body: { password: 'another12' }, token })
    await test.ok(admins.update, { ...params(id), body: { status: 0 }, token })
  })
})

const viewer = { role: 'admin', id: 0, sessionId: 0 } as const

it.each([
  [
    'the password is replaced',
    'credentials_wrong',
    async (t: Ctx, id: number) => setPassword(t, id, await hashPassword('another-one'), viewer),
  ],
  ['the account is disabled', 'account_disabled', (t: Ctx, id: number) => setEnabled(t, id, false, viewer)],
])('refuses a sign-in where %s during the password check', async (_, code, change) => {
  const { ctx } = await createTestApp()
  // Somebody has to be left.
  await createAdmin(ctx, 'other', PASSWORD)
  const id = await createAdmin(ctx, 'tried', PASSWORD)
  const meanwhile = beforeNextTransaction(ctx, () => tx(ctx, (t) => change(t, id)))
  await expect(
    loginAdmin(meanwhile, { username: 'tried', password: PASSWORD }, { ip: '10.0.0.1', port: null, userAgent: 'desk' }),
  ).rejects.toMatchObject({ code })
  expect(await ctx.db.selectFrom('sessions').select('id').where('admin_id', '=', id).execute()).toEqual([])
})
