import { availableParallelism } from 'node:os'
import * as auth from '@shiliu/contract/auth'
import * as emails from '@shiliu/contract/emails'
import * as users from '@shiliu/contract/users'
import { expect, it } from 'vitest'
import { openSession } from '#modules/auth/sessions.service.ts'
import { setPassword } from '#modules/users/users.service.ts'
import { tx } from '#platform/db/tx.ts'
import { hashPassword } from '#platform/passwords.ts'
import { makeUser, PASSWORD } from '#test/factories.ts'
import { beforeNextTransaction } from '#test/interleave.ts'
import { deliver, startSmtp, useSmtp } from '#test/smtp-double.ts'
import { createTestApp } from '#test/test-app.ts'
import { changePassword } from './password.service.ts'
import { deleteAccount } from './trash.service.ts'

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
  await tx(test.ctx, async (t) => setPassword(t, ann.id, await hashPassword('123456', 'test')))
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
  const replaced = await hashPassword('by-an-admin', 'test')
  const meanwhile = beforeNextTransaction(test.ctx, () => tx(test.ctx, (t) => setPassword(t, ann.id, replaced)))
  const viewer = { role: 'user', id: ann.id, sessionId: 0 } as const
  const change = changePassword(meanwhile, viewer, ann.user_id, { currentPassword: PASSWORD, newPassword: NEW })
  await expect(change).rejects.toMatchObject({ code: 'password_current_wrong' })
  expect([await signIn(NEW), await signIn('by-an-admin')]).toEqual([400, 200])
})

it('may be guessed by a session 20 times an hour, wherever it is asked for together', async () => {
  const { test, ann, change } = await setUp()
  const smtp = await startSmtp()
  await useSmtp(test, smtp.port)
  const { token } = ann
  const guess = { password: 'wrong1' }
  const ways = [
    () => change({ currentPassword: 'wrong1', newPassword: NEW }),
    () => test.call(emails.begin, { body: { ...guess, email: 'a@example.com' }, token }),
    () => test.call(emails.remove, { body: guess, token }),
    () => test.call(users.remove, { params: { id: ann.user_id }, body: guess, token }),
  ]
  test.ctx.config.limitFactor = 0.3
  // The right one counts for nothing.
  expect(await test.call(emails.remove, { body: { password: PASSWORD }, token })).toMatchObject({ status: 409 })
  for (let i = 0; i < 6; i++) expect(await ways[i % 4]?.()).toMatchObject({ error: 'password_current_wrong' })
  for (const way of ways) expect(await way()).toMatchObject({ status: 429, error: 'too_many_requests' })
  expect(await change({ currentPassword: PASSWORD, newPassword: NEW })).toMatchObject({ status: 429 })
  test.clock.advance(3_600_000)
  expect(await change({ currentPassword: PASSWORD, newPassword: NEW })).toMatchObject({ status: 200 })
})

it('is checked in turn with other accounts, however often one asks', async () => {
  const { test, ann } = await setUp()
  const ben = await makeUser(test.ctx)
  const done: string[] = []
  const guess = ({ id, user_id }: typeof ann) =>
    deleteAccount(test.ctx, id, user_id, 'wrong1').catch(() => done.push(user_id))
  const many = 4 * availableParallelism() + 8
  await Promise.all([...Array.from({ length: many }, () => guess(ann)), guess(ben)])
  expect(done.indexOf(ben.user_id)).toBeLessThan(many / 2)
})

it('is told to the bound address', async () => {
  const { test, ann, change } = await setUp()
  const smtp = await startSmtp()
  await useSmtp(test, smtp.port)
  const row = { user_id: ann.id, email: 'a@example.com', email_key: 'a@example.com', verified_at: 1 }
  await test.ctx.db.insertInto('user_emails').values(row).execute()
  expect(await change({ currentPassword: 'wrong1', newPassword: NEW })).toMatchObject({ status: 400 })
  expect(await change({ currentPassword: PASSWORD, newPassword: NEW })).toMatchObject({ status: 200 })
  await deliver(test.ctx)
  const text = expect.stringMatching(new RegExp(`小石榴号 ${ann.user_id} 的密码在 .+ 修改了，其他设备都已退出登录`))
  expect(smtp.mails).toMatchObject([{ subject: '小石榴：密码已修改', text }])
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
