import * as auth from '@shiliu/contract/auth'
import * as emails from '@shiliu/contract/emails'
import { ACCOUNT } from '@shiliu/contract/limits'
import * as users from '@shiliu/contract/users'
import { expect, it } from 'vitest'
import { eraseAccount } from '#modules/account/deletion.service.ts'
import { tx } from '#platform/db/tx.ts'
import { makeUser, PASSWORD, type TestUser } from '#test/factories.ts'
import { codeIn, deliver, startSmtp, useSmtp } from '#test/smtp-double.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { purgePendingEmails } from './pending-emails.service.ts'

async function stage() {
  const test = await createTestApp()
  const smtp = await startSmtp()
  await useSmtp(test, smtp.port)
  const [ann, ben] = [await makeUser(test.ctx, { user_id: 'ann' }), await makeUser(test.ctx, { user_id: 'ben' })]
  const begin = ({ token }: TestUser, email: string, password = PASSWORD) =>
    test.call(emails.begin, { body: { email, password }, token })
  const confirm = ({ token }: TestUser, code: string) => test.call(emails.confirm, { body: { code }, token })
  const last = async () => {
    await deliver(test.ctx)
    return smtp.mails.at(-1)
  }
  const bind = async (user: TestUser, email: string) => {
    expect(await begin(user, email)).toMatchObject({ status: 200 })
    expect(await confirm(user, codeIn(await last()))).toMatchObject({ status: 200 })
  }
  return { test, smtp, ann, ben, begin, confirm, last, bind }
}

const stored = ({ ctx }: TestApp) => ctx.db.selectFrom('user_emails').select(['user_id', 'email']).execute()

it('is the account’s once the code of the mail was typed, in any manner, once', async () => {
  const { test, ann, begin, confirm, last } = await stage()
  const { status, data, message } = await begin(ann, 'Ann@Example.edu.cn')
  expect({ status, message }).toEqual({ status: 200, message: '验证码已经发出，请查收邮件' })
  expect(data).toMatchObject({ enabled: true, email: null, pending: 'Ann@Example.edu.cn' })
  const mail = await last()
  expect(mail).toMatchObject({ subject: '小石榴：验证你的邮箱', text: expect.stringContaining('小石榴号 ann') })
  const code = codeIn(mail)
  expect(await stored(test)).toEqual([])
  const typed = ` ${code.toUpperCase().replace('-', ' ')} `
  expect(await confirm(ann, typed)).toMatchObject({ status: 200, data: { email: 'Ann@Example.edu.cn', pending: null } })
  expect(await confirm(ann, code)).toMatchObject({ status: 400, error: 'code_wrong' })
})

it('takes a session and the password', async () => {
  const { test, ann, begin } = await stage()
  expect(await begin(ann, 'a@example.com', 'wrong1')).toMatchObject({
    status: 400,
    error: 'password_current_wrong',
    field: 'password',
  })
  expect(await test.call(emails.remove, { body: { password: 'wrong1' }, token: ann.token })).toMatchObject({
    status: 400,
  })
  expect(await test.ctx.db.selectFrom('mail_outbox').selectAll().execute()).toEqual([])
})

it('refuses a code after five wrong ones, after half an hour, and another account’s', async () => {
  const { test, ann, ben, begin, confirm, last } = await stage()
  await begin(ann, 'a@example.com')
  const code = codeIn(await last())
  await begin(ben, 'b@example.com')
  expect(await confirm(ben, code)).toMatchObject({ error: 'code_wrong' })
  for (let i = 0; i < 5; i++)
    expect(await confirm(ann, 'aaaa-bbbb')).toMatchObject({ error: 'code_wrong', field: 'code' })
  expect(await confirm(ann, code)).toMatchObject({ error: 'code_wrong' })
  await begin(ann, 'a@example.com')
  const late = codeIn(await last())
  test.clock.advance(31 * 60_000)
  expect(await confirm(ann, late)).toMatchObject({ error: 'code_wrong' })
  await purgePendingEmails(test.ctx)
  expect(await test.ctx.db.selectFrom('pending_emails').selectAll().execute()).toEqual([])
})

it('tells nobody that an address is another account’s, but its owner', async () => {
  const { test, smtp, ann, ben, begin, confirm, last, bind } = await stage()
  await bind(ann, 'ann@example.com')
  const answer = await begin(ben, 'ANN@example.com')
  expect(answer).toMatchObject({
    status: 200,
    message: '验证码已经发出，请查收邮件',
    data: { pending: 'ANN@example.com' },
  })
  expect((await last())?.subject).toBe('小石榴：有人想绑定你的邮箱')
  expect(smtp.mails.filter(({ subject }) => subject?.includes('验证你的邮箱'))).toHaveLength(1)
  expect(await confirm(ben, 'aaaa-bbbb')).toMatchObject({ error: 'code_wrong' })
  expect(await stored(test)).toEqual([{ user_id: ann.id, email: 'ann@example.com' }])
})

it('is one account’s where two verify the same at once', async () => {
  const { test, ann, ben, begin, confirm, last } = await stage()
  await begin(ann, 'shared@example.com')
  const first = codeIn(await last())
  await begin(ben, 'shared@example.com')
  const second = codeIn(await last())
  const answers = await Promise.all([confirm(ann, first), confirm(ben, second)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)).toMatchObject({ error: 'email_taken' })
  expect(await stored(test)).toHaveLength(1)
})

it('may be changed and removed, of which the old address is told', async () => {
  const { test, smtp, ann, last, bind } = await stage()
  await bind(ann, 'old@example.com')
  await bind(ann, 'new@example.com')
  await last()
  expect(smtp.mails.find(({ subject }) => subject?.includes('邮箱换了'))?.text).toContain('小石榴号 ann')
  const body = { password: PASSWORD }
  expect(await test.ok(emails.remove, { body, token: ann.token })).toMatchObject({ email: null, pending: null })
  expect((await last())?.subject).toBe('小石榴：邮箱已解除绑定')
  expect(await test.call(emails.remove, { body, token: ann.token })).toMatchObject({
    status: 409,
    error: 'email_missing',
  })
})

it('is of a domain that the site allows and has not banned', async () => {
  const { test, ann, begin } = await stage()
  test.ctx.settings.current.mail_domains = ['example.edu.cn']
  expect(await begin(ann, 'a@example.com')).toMatchObject({
    status: 400,
    error: 'email_domain',
    field: 'email',
    message: '请用这些域名的邮箱：example.edu.cn',
  })
  expect(await begin(ann, 'a@notexample.edu.cn')).toMatchObject({ status: 400 })
  expect(await begin(ann, 'a@stu.Example.edu.cn')).toMatchObject({ status: 200 })
  const ban = { domain: 'stu.example.edu.cn', note: '', username: '', created_at: 1 }
  await test.ctx.db.insertInto('email_bans').values(ban).execute()
  expect(await begin(ann, 'a@cs.stu.example.edu.cn')).toMatchObject({ status: 400, error: 'email_domain' })
  expect(await begin(ann, 'a@example.edu.cn')).toMatchObject({ status: 200 })
})

it('asks for five codes an hour', async () => {
  const { test, ann, begin } = await stage()
  test.ctx.config.limitFactor = 1
  for (let i = 0; i < 5; i++) expect(await begin(ann, `a${i}@example.com`)).toMatchObject({ status: 200 })
  expect(await begin(ann, 'a6@example.com')).toMatchObject({ status: 429 })
  test.clock.advance(3600_000)
  expect(await begin(ann, 'a6@example.com')).toMatchObject({ status: 200 })
})

it('asks for five codes an hour for one address, by all accounts together', async () => {
  const { test, ann, ben, begin } = await stage()
  test.ctx.config.limitFactor = 1
  for (const user of [ann, ann, ann, ben, ben])
    expect(await begin(user, 'A@example.com')).toMatchObject({ status: 200 })
  expect(await begin(ben, 'a@example.com')).toMatchObject({ status: 429, error: 'too_many_requests' })
  expect(await begin(ben, 'a+b@example.com')).toMatchObject({ status: 429 })
  expect(await begin(ben, 'b@example.com')).toMatchObject({ status: 200 })
  test.clock.advance(3600_000)
  expect(await begin(ben, 'a@example.com')).toMatchObject({ status: 200 })
})

it('is not offered while mail is off, and may still be removed', async () => {
  const { test, ann, begin, bind } = await stage()
  await bind(ann, 'a@example.com')
  test.ctx.settings.current.mail_host = ''
  expect(await begin(ann, 'b@example.com')).toMatchObject({ status: 409, error: 'mail_off' })
  expect(await test.ok(emails.get, { token: ann.token })).toMatchObject({ enabled: false, email: 'a@example.com' })
  expect(await test.ok(emails.remove, { body: { password: PASSWORD }, token: ann.token })).toMatchObject({
    email: null,
  })
})

it('stands in no answer to others, and goes with the account', async () => {
  const { test, ann, ben, begin, bind } = await stage()
  await bind(ann, 'secret@example.com')
  await begin(ann, 'other@example.com')
  const answers = [
    await test.call(users.get, { params: { id: 'ann' }, token: ben.token }),
    await test.call(users.get, { params: { id: 'ann' } }),
    await test.call(auth.me, { token: ann.token }),
    await test.call(emails.get, { token: ben.token }),
  ]
  expect(JSON.stringify(answers)).not.toContain('@example.com')
  await tx(test.ctx, (t) => eraseAccount(t, ann.id))
  for (const table of ['user_emails', 'pending_emails', 'mail_outbox'] as const)
    expect(await test.ctx.db.selectFrom(table).select('id').execute()).toEqual([])
})

it('is told when its owner, or whoever has the session, deletes the account', async () => {
  const { test, ann, ben, last, bind } = await stage()
  await bind(ann, 'a@example.com')
  await test.ok(users.remove, { params: { id: 'ann' }, token: ann.token })
  const mail = await last()
  expect(mail?.to).toMatchObject({ text: 'a@example.com' })
  const until = new Date(test.clock.now() + ACCOUNT.keptMs + 8 * 3600_000).toISOString().slice(0, 10)
  expect(mail).toMatchObject({ subject: '小石榴：账号已注销', text: expect.stringContaining(until) })
  expect(mail?.text).toContain('在那之前登录，可以取回账号')
  const refused = await test.call(auth.login, { body: { user_id: 'ann', password: PASSWORD } })
  await test.ok(auth.restore, { body: { ticket: 'ticket' in refused ? String(refused.ticket) : '' } })
  expect(await last()).toMatchObject({ subject: '小石榴：账号已取回', text: expect.stringContaining('设备：') })
  const { length } = await test.ctx.db.selectFrom('mail_outbox').select('id').execute()
  await test.ok(users.remove, { params: { id: 'ben' }, token: ben.token })
  expect(await test.ctx.db.selectFrom('mail_outbox').select('id').execute()).toHaveLength(length)
})

it('is told of a sign-in from a device that the account does not know, with time, place and device', async () => {
  const { test, smtp, ann, last, bind } = await stage()
  await bind(ann, 'a@example.com')
  const signIn = async (device_token?: string) => {
    const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/126 Safari/537' }
    const payload = { user_id: 'ann', password: PASSWORD, device_token }
    const remoteAddress = '114.114.114.114'
    const answer = await test.app.inject({ method: 'POST', url: '/api/auth/login', payload, headers, remoteAddress })
    expect(answer.statusCode).toBe(200)
    return answer.json().data.device_token as string
  }
  const token = await signIn()
  const mail = await last()
  expect(mail?.subject).toBe('小石榴：新设备登录提醒')
  expect(mail?.text).toContain('时间：2026-09-01')
  expect(mail?.text).toContain('地点：江苏')
  expect(mail?.text).toContain('设备：Windows · Chrome')
  expect(mail?.text).not.toContain('114.114')
  await signIn(token)
  await last()
  expect(smtp.mails).toHaveLength(2)
  await signIn('made.up.token')
  await last()
  expect(smtp.mails).toHaveLength(3)
})

it('keeps nobody from signing in while the server hangs', async () => {
  const { test, smtp, ann, bind } = await stage()
  await bind(ann, 'a@example.com')
  await smtp.close()
  expect(await test.call(auth.login, { body: { user_id: 'ann', password: PASSWORD } })).toMatchObject({ status: 200 })
})
