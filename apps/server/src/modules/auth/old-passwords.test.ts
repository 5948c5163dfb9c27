/** Accounts of a site that was moved here have the unsalted SHA-256 of their password until they sign in. */
import { createHash } from 'node:crypto'
import * as adminAuth from '@shiliu/contract/admin/auth'
import * as auth from '@shiliu/contract/auth'
import * as usersApi from '@shiliu/contract/users'
import { describe, expect, it } from 'vitest'
import {
  hashPassword,
  isCommonOldPassword,
  oldPassword,
  protectOldPasswords,
  verifyPassword,
} from '#platform/passwords.ts'
import { runInTrace, Trace } from '#platform/trace.ts'
import { makeAdmin, makeUser } from '#test/factories.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const PASSWORD = '我的旧密码 1'

async function movedUser(test: TestApp, password = PASSWORD) {
  const user = await makeUser(test.ctx)
  const password_hash = oldPassword(sha256(password)) ?? ''
  await test.ctx.db.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute()
  return user
}

async function hashOf(test: TestApp, table: 'users' | 'admins', id: number) {
  const row = await test.ctx.db.selectFrom(table).select('password_hash').where('id', '=', id).executeTakeFirstOrThrow()
  return row.password_hash
}

describe('an old password', () => {
  it('signs in once and is argon2id from then on', async () => {
    const test = await createTestApp()
    const user = await movedUser(test)
    const body = { user_id: user.user_id, password: PASSWORD }
    const wrong = await test.call(auth.login, { body: { ...body, password: `${PASSWORD}!` } })
    expect(wrong).toMatchObject({ status: 400, error: 'credentials_wrong' })
    expect(await hashOf(test, 'users', user.id)).toMatch(/^sha256:/)
    await test.ok(auth.login, { body })
    expect(await hashOf(test, 'users', user.id)).toMatch(/^\$argon2id\$/)
    await test.ok(auth.login, { body })
    expect(await test.ok(auth.me, { token: user.token })).toMatchObject({ id: user.id })
  })

  it('signs in once as an import protects it, and is no longer what can be looked up', async () => {
    const test = await createTestApp()
    const user = await movedUser(test)
    const marked = oldPassword(sha256(PASSWORD)) ?? ''
    const [one = '', other] = await protectOldPasswords([marked, marked])
    expect(one).toMatch(/^sha256:\$argon2id\$/)
    expect(one).not.toBe(other)
    expect([one.length <= 191, one.includes(sha256(PASSWORD))]).toEqual([true, false])
    await test.ctx.db.updateTable('users').set({ password_hash: one }).where('id', '=', user.id).execute()
    const body = { user_id: user.user_id, password: PASSWORD }
    for (const password of [`${PASSWORD}!`, sha256(PASSWORD)])
      expect(await test.call(auth.login, { body: { ...body, password } })).toMatchObject({ error: 'credentials_wrong' })
    expect(await hashOf(test, 'users', user.id)).toBe(one)
    await test.ok(auth.login, { body })
    expect(await hashOf(test, 'users', user.id)).toMatch(/^\$argon2id\$/)
    await test.ok(auth.login, { body })
  })

  it('signs an administrator in, too, however long or short it is', async () => {
    const test = await createTestApp()
    for (const password of ['12345', 'a password of more than twenty characters']) {
      const { id, username } = await makeAdmin(test.ctx)
      const body = { username, password }
      const [password_hash = ''] = await protectOldPasswords([oldPassword(sha256(password)) ?? ''])
      await test.ctx.db.updateTable('admins').set({ password_hash }).where('id', '=', id).execute()
      const refused = await test.call(adminAuth.login, { body: { ...body, password: `${password}1` } })
      expect(refused).toMatchObject({ status: 400, error: 'credentials_wrong' })
      await test.ok(adminAuth.login, { body })
      expect(await hashOf(test, 'admins', id)).toMatch(/^\$argon2id\$/)
      await test.ok(adminAuth.login, { body })
    }
  })

  it('signs in everywhere at once', async () => {
    const test = await createTestApp()
    const user = await movedUser(test)
    const body = { user_id: user.user_id, password: PASSWORD }
    const answers = await Promise.all(Array.from({ length: 4 }, () => test.call(auth.login, { body })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  it('can be changed and confirms the deletion of the account', async () => {
    const test = await createTestApp()
    const user = await movedUser(test)
    const input = { params: { id: user.user_id }, token: user.token }
    const body = { currentPassword: PASSWORD, newPassword: 'shiliu-new-1' }
    await test.ok(usersApi.changePassword, { ...input, body })
    expect(await hashOf(test, 'users', user.id)).toMatch(/^\$argon2id\$/)
    const leaving = await movedUser(test)
    const deletion = { params: { id: leaving.user_id }, token: leaving.token }
    expect(await test.call(usersApi.remove, { ...deletion, body: { password: 'other' } })).toMatchObject({
      error: 'password_current_wrong',
    })
    await test.ok(usersApi.remove, { ...deletion, body: { password: PASSWORD } })
  })

  it('costs as much to refuse as another one, and as an account that nobody has', async () => {
    const own = await hashPassword('another password', 'test')
    const old = oldPassword(sha256(PASSWORD)) ?? ''
    const [wrapped = ''] = await protectOldPasswords([old])
    expect(wrapped).toContain(own.slice(0, own.lastIndexOf(',p=1$')))
    for (const stored of [own, old, wrapped, '', null]) {
      const trace = new Trace(undefined, () => true)
      expect(await runInTrace(trace, () => verifyPassword(stored, 'wrong password', 'test'))).toBe(false)
      expect(trace.spans?.filter(({ name }) => name === 'verify')).toHaveLength(1)
    }
  })

  it('is the hex of a SHA-256 and nothing else', async () => {
    expect(oldPassword(sha256('x').toUpperCase())).toBe(`sha256:${sha256('x')}`)
    for (const text of ['', 'x'.repeat(64), sha256('x').slice(1), '$2b$10$abcdefghijklmnopqrstuv']) {
      expect(oldPassword(text)).toBeNull()
    }
    expect(await verifyPassword('sha256:short', 'x', 'test')).toBe(false)
    expect(isCommonOldPassword(oldPassword(sha256('iloveyou')) ?? '')).toBe(true)
    expect(isCommonOldPassword(oldPassword(sha256(PASSWORD)) ?? '')).toBe(false)
  })
})
