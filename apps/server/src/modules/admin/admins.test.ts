import * as named from '@shiliu/contract/admin/admins'
import { admins } from '@shiliu/contract/admin/admins'
import { audits } from '@shiliu/contract/admin/audits'
import * as adminAuth from '@shiliu/contract/admin/auth'
import type { AdminRole } from '@shiliu/contract/admin/roles'
import * as secondFactor from '@shiliu/contract/admin/second-factor'
import { tags } from '@shiliu/contract/admin/tags'
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
    const change = { password: 'another12', currentPassword: PASSWORD }
    await test.ok(named.setPassword, { params: { id: admin.username }, body: change, token })
    await test.ok(adminAuth.me, { token })
    expect(await test.call(adminAuth.me, { token: elsewhere })).toMatchObject({ status: 401 })
    expect(await test.call(adminAuth.login, { body })).toMatchObject({ error: 'credentials_wrong' })
  })
})

describe('one’s own password', () => {
  it('is changed by any role that knows it, which ends the other sessions', async () => {
    const { test } = await stage()
    const { username, token } = await makeAdmin(test.ctx, 'viewer')
    const signIn = (password: string) => test.call(adminAuth.login, { body: { username, password } })
    const elsewhere = (await signIn(PASSWORD)).data.tokens.access_token
    const change = (currentPassword: string, newPassword: string) =>
      test.call(adminAuth.changePassword, { body: { currentPassword, newPassword }, token })
    const refused = { status: 400, error: 'password_current_wrong', field: 'currentPassword' }
    expect(await change('wrong-one', 'another12')).toMatchObject(refused)
    expect(await change(PASSWORD, PASSWORD)).toMatchObject({ error: 'password_unchanged', field: 'newPassword' })
    expect(await change(PASSWORD, username)).toMatchObject({ error: 'password_is_username', field: 'newPassword' })
    expect((await change(PASSWORD, 'another12')).status).toBe(200)
    expect((await test.call(adminAuth.me, { token: elsewhere })).status).toBe(401)
    await test.ok(adminAuth.me, { token })
    expect((await signIn('another12')).status).toBe(200)
  })

  it('is asked for wherever an owner changes it; those of others are not', async () => {
    const { test, admin, token } = await stage()
    const other = await makeAdmin(test.ctx)
    const at = { params: { id: admin.username }, token }
    for (const send of [
      (body: object) => test.call(named.update, { ...at, body: { password: 'another12', ...body } }),
      (body: object) => test.call(named.setPassword, { ...at, body: { password: 'another12', ...body } }),
      (body: object) =>
        test.call(admins.update, { ...params(admin.id), body: { password: 'another12', ...body }, token }),
    ]) {
      expect(await send({})).toMatchObject({ error: 'admin_self_password', field: 'currentPassword' })
      expect(await send({ currentPassword: 'wrong-one' })).toMatchObject({ error: 'password_current_wrong' })
    }
    await test.ok(admins.update, {
      ...params(admin.id),
      body: { password: 'another12', currentPassword: PASSWORD },
      token,
    })
    await test.ok(admins.update, { ...params(other.id), body: { password: 'another12' }, token })
  })

  it('may be guessed by a session 20 times an hour, wherever it is asked for together', async () => {
    const { test, admin, token } = await stage()
    const guess = { currentPassword: 'wrong-one' }
    const change = { password: 'another12', currentPassword: 'wrong-one' }
    const ways = [
      () => test.call(adminAuth.changePassword, { body: { ...guess, newPassword: 'another12' }, token }),
      () => test.call(adminAuth.setEmail, { body: { ...guess, email: '' }, token }),
      () => test.call(secondFactor.begin, { body: guess, token }),
      () => test.call(secondFactor.renewRecoveryCodes, { body: guess, token }),
      () => test.call(secondFactor.remove, { body: { ...guess, code: '123456' }, token }),
      () => test.call(named.setPassword, { params: { id: admin.username }, body: change, token }),
      () => test.call(admins.update, { ...params(admin.id), body: change, token }),
    ]
    test.ctx.config.limitFactor = 0.35
    // The right one counts for nothing.
    await test.ok(adminAuth.setEmail, { body: { email: '', currentPassword: PASSWORD }, token })
    for (const way of ways) expect(await way()).toMatchObject({ status: 400, error: 'password_current_wrong' })
    for (const way of ways) expect(await way()).toMatchObject({ status: 429, error: 'too_many_requests' })
    test.clock.advance(3_600_000)
    await test.ok(adminAuth.changePassword, { body: { currentPassword: PASSWORD, newPassword: 'another12' }, token })
  })
})

describe('roles', () => {
  const created = (test: TestApp, token: string, role?: AdminRole) =>
    test.ok(named.create, { body: { username: `boss${role}`, password: PASSWORD, role }, token })
  const signIn = async (test: TestApp, username: string) =>
    (await test.ok(adminAuth.login, { body: { username, password: PASSWORD } })).admin

  it('are given by an owner; who gets none is a moderator', async () => {
    const { test, token } = await stage()
    await created(test, token)
    await created(test, token, 'viewer')
    expect(await signIn(test, 'bossundefined')).toMatchObject({ role: 'moderator' })
    expect(await signIn(test, 'bossviewer')).toMatchObject({ role: 'viewer' })
    const { data } = await test.ok(named.list, { query: { role: 'viewer' }, token })
    expect(data.map(({ username }) => username)).toEqual(['bossviewer'])
  })

  it('change what a session may do from the next request on, and stand in the audit trail', async () => {
    const { test, admin, token } = await stage()
    const other = await makeAdmin(test.ctx, 'editor')
    const makeTag = (name: string) => test.call(tags.create, { body: { name }, token: other.token })
    expect(await makeTag('操场')).toMatchObject({ status: 200 })
    await test.ok(admins.update, { ...params(other.id), body: { role: 'viewer' }, token })
    expect(await makeTag('食堂')).toMatchObject({
      status: 403,
      error: 'forbidden',
      message: '这需要编辑或更高的权限，你是观察员',
    })
    expect(await test.ok(adminAuth.me, { token: other.token })).toMatchObject({ role: 'viewer' })
    const { data } = await test.ok(audits.list, { query: { resource: 'admins' }, token })
    expect(data).toMatchObject([
      { username: admin.username, changed: ['role'], before: { role: 'editor' }, after: { role: 'viewer' } },
    ])
  })

  it('leave an owner: neither the last active one’s role nor the account goes', async () => {
    const { test, admin, token } = await stage()
    await makeAdmin(test.ctx, 'administrator')
    const demote = (id: number, by = token) =>
      test.call(admins.update, { ...params(id), body: { role: 'administrator' }, token: by })
    const last = { status: 400, error: 'admin_last', message: '至少要保留一个启用的站长' }
    expect(await demote(admin.id)).toMatchObject(last)
    expect(await disableByName(test, admin.username, token)).toMatchObject(last)
    const other = await makeAdmin(test.ctx)
    await Promise.all([demote(other.id), demote(admin.id, other.token)])
    const owners = await test.ctx.db.selectFrom('admins').select('id').where('role', '=', 'owner').execute()
    expect(owners).toHaveLength(1)
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
    const namesake = await createAdmin(test.ctx, `0${other.id}`, PASSWORD, 'owner')
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
    const id = await createAdmin(test.ctx, '900001', PASSWORD, 'owner')
    await test.ok(adminAuth.login, { body: { username: '900001', password: PASSWORD } })
    await test.ok(named.setPassword, { params: { id: '900001' }, body: { password: 'another12' }, token })
    await test.ok(admins.update, { ...params(id), body: { status: 0 }, token })
  })
})

const viewer = { role: 'admin', adminRole: 'owner', id: 0, sessionId: 0 } as const

it.each([
  [
    'the password is replaced',
    'credentials_wrong',
    async (t: Ctx, id: number) => setPassword(t, id, await hashPassword('another-one', 'test'), viewer),
  ],
  ['the account is disabled', 'account_disabled', (t: Ctx, id: number) => setEnabled(t, id, false, viewer)],
])('refuses a sign-in where %s during the password check', async (_, code, change) => {
  const { ctx } = await createTestApp()
  // Somebody has to be left.
  await createAdmin(ctx, 'other', PASSWORD, 'owner')
  const id = await createAdmin(ctx, 'tried', PASSWORD, 'owner')
  const meanwhile = beforeNextTransaction(ctx, () => tx(ctx, (t) => change(t, id)))
  await expect(
    loginAdmin(meanwhile, { username: 'tried', password: PASSWORD }, { ip: '10.0.0.1', port: null, userAgent: 'desk' }),
  ).rejects.toMatchObject({ code })
  expect(await ctx.db.selectFrom('sessions').select('id').where('admin_id', '=', id).execute()).toEqual([])
})
