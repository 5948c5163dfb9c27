import * as auth from '@shiliu/contract/auth'
import * as users from '@shiliu/contract/users'
import { expect, it } from 'vitest'
import { openSession } from '#modules/auth/sessions.service.ts'
import { setPassword } from '#modules/users/users.service.ts'
import { tx } from '#platform/db/tx.ts'
import { hashPassword } from '#platform/passwords.ts'
import { makeUser, PASSWORD } from '#test/factories.ts'
import { beforeNextTransaction } from '#test/interleave.ts'
import { createTestApp } from '#test/test-app.ts'
import { changePassword } from './password.service.ts'

const NEW = 'newsecret1'

async function setUp() {
  const test = await createTestApp()
  const ann = await makeUser(test.ctx)
  const change = (body: object, token: string | undefined = ann.token, id = ann.user_id) =>
    test.call(users.changePassword, { params: { id }, body: body as never, token })
  const signIn = async (password: string) =>
    (await test.call(auth.login, { body: { user_id: ann.user_id, password } })).status
  return { test, ann, change, signIn }
}

it.each([
  ['123456', 'password_common', '这个密码很常见，容易被猜到，请换一个'],
  ['PassWord', 'password_common', '这个密码很常见，容易被猜到，请换一个'],
  ['TheirOwnId', 'password_is_id', '密码不能和小石榴号一样'],
])('is not to be guessed: %s', async (newPassword, error, message) => {
  const test = await createTestApp()
  const { token } = await makeUser(test.ctx, { user_id: 'theirOwnId' })
  const body = { currentPassword: PASSWORD, newPassword }
  const answer = await test.call(users.changePassword, { params: { id: 'theirOwnId' }, body, token })
  expect(answer).toMatchObject({ status: 400, error, message, field: 'newPassword' })
})

it('stays as it is where it was chosen before, also at sign-in', async () => {
  const { test, ann, change, signIn } = await setUp()
  await tx(test.ctx, async (t) => setPassword(t, ann.id, await hashPassword('123456')))
  expect(await signIn('123456')).toBe(200)
  expect(await change({ currentPassword: '123456', newPassword: NEW })).toMatchObject({ status: 200 })
})

it('replaces the password, keeps this session and ends the others', async () => {
  const { test, ann, change, signIn } = await setUp()
  const bob = await makeUser(test.ctx)
  const phone = await openSession(test.ctx, { role: 'user', id: ann.id }, 'phone')
  const me = async (token: string) => (await test.call(auth.me, { token })).status
  // Asked before, so that the answer is remembered.
  expect([await me(ann.token), await me(phone.access_token), await me(bob.token)]).toEqual([200, 200, 200])
  const answer = await change({ currentPassword: PASSWORD, newPassword: NEW })
  expect(answer).toMatchObject({ status: 200, message: '密码修改成功' })
  expect([await me(ann.token), await me(phone.access_token), await me(bob.token)]).toEqual([200, 401, 200])
  const refresh = async (refresh_token: string) => (await test.call(auth.refresh, { body: { refresh_token } })).status
  expect([await refresh(phone.refresh_token), await refresh(ann.refreshToken)]).toEqual([401, 200])
  expect([await signIn(PASSWORD), await signIn(NEW)]).toEqual([400, 200])
})

it.each([
  ['currentPassword', { newPassword: NEW }, '请输入当前密码'],
  ['currentPassword', { currentPassword: 'wrong1', newPassword: NEW }, '当前密码错误'],
  ['newPassword', { currentPassword: PASSWORD }, '请输入新密码'],
  ['newPassword', { currentPassword: PASSWORD, newPassword: '12345' }, '新密码至少需要6位'],
  ['newPassword', { currentPassword: PASSWORD, newPassword: '1'.repeat(21) }, '新密码不能超过20位'],
  ['newPassword', { currentPassword: PASSWORD, newPassword: PASSWORD }, '新密码不能与当前密码相同'],
])('rejects an invalid %s', async (field, body, message) => {
  const { change, signIn } = await setUp()
  expect(await change(body)).toMatchObject({ status: 400, code: 400, field, message })
  expect(await signIn(PASSWORD)).toBe(200)
})

it('is refused where the password was replaced during the check', async () => {
  const { test, ann, signIn } = await setUp()
  const replaced = await hashPassword('by-an-admin')
  const meanwhile = beforeNextTransaction(test.ctx, () => tx(test.ctx, (t) => setPassword(t, ann.id, replaced)))
  const viewer = { role: 'user', id: ann.id, sessionId: 0 } as const
  const change = changePassword(meanwhile, viewer, ann.user_id, { currentPassword: PASSWORD, newPassword: NEW })
  await expect(change).rejects.toMatchObject({ code: 'password_current_wrong' })
  expect([await signIn(NEW), await signIn('by-an-admin')]).toEqual([400, 200])
})

it('is refused for another account', async () => {
  const { test, ann, change, signIn } = await setUp()
  const bob = await makeUser(test.ctx)
  const body = { currentPassword: PASSWORD, newPassword: NEW }
  expect(await test.call(users.changePassword, { params: { id: ann.user_id }, body })).toMatchObject({ status: 401 })
  expect(await change(body, bob.token)).toMatchObject({ status: 403 })
  expect(await change(body, bob.token, 'nobody')).toMatchObject({ status: 404 })
  expect(await signIn(PASSWORD)).toBe(200)
})
