/** Addresses at registration: a code is typed before there is an account. */
import * as settings from '@shiliu/contract/admin/settings'
import * as auth from '@shiliu/contract/auth'
import * as emails from '@shiliu/contract/emails'
import { expect, it } from 'vitest'
import { sendMail } from '#modules/mail/outbox.service.ts'
import { makeAdmin, makeUser, PASSWORD } from '#test/factories.ts'
import { solved } from '#test/proofs.ts'
import { codeIn, deliver, startSmtp, useSmtp } from '#test/smtp-double.ts'
import { createTestApp } from '#test/test-app.ts'
import { purgeRegistrationEmails } from './registration-emails.service.ts'

async function stage(registration_email: 'off' | 'optional' | 'required' = 'required') {
  const test = await createTestApp()
  const smtp = await startSmtp()
  await useSmtp(test, smtp.port)
  test.ctx.settings.current.registration_email = registration_email
  const captcha = async () => {
    const { captchaId } = await test.ok(auth.captcha)
    const query = test.ctx.db.selectFrom('captchas').select('answer').where('id', '=', captchaId)
    return { captchaId, captchaText: (await query.executeTakeFirstOrThrow()).answer }
  }
  const ask = async (email: string) => test.call(auth.sendRegistrationCode, { body: { email, ...(await captcha()) } })
  const last = async () => {
    await deliver(test.ctx)
    return smtp.mails.at(-1)
  }
  let joined = 0
  const register = async (fields: object = {}) => {
    const body = { user_id: `joined${++joined}`, nickname: '新同学', password: PASSWORD, ...(await captcha()) }
    return test.call(auth.register, { body: { ...body, ...fields } })
  }
  const own = (token: string) => test.ok(emails.get, { token })
  const bound = async (email: string) => {
    const { id } = await makeUser(test.ctx, { user_id: 'owner' })
    const row = { user_id: id, email, email_key: email.toLowerCase(), verified_at: 1 }
    await test.ctx.db.insertInto('user_emails').values(row).execute()
  }
  return { test, smtp, ask, last, register, own, bound, captcha }
}

const accounts = async ({ test }: Awaited<ReturnType<typeof stage>>) =>
  (await test.ctx.db.selectFrom('users').select('user_id').execute()).map(({ user_id }) => user_id)

it('asks nobody for an address where the site does not, and takes none', async () => {
  const { test, ask, register, own } = await stage('off')
  expect(await test.ok(auth.registration)).toMatchObject({ email: 'off', email_domains: [], mail_delayed: false })
  expect(await ask('ann@example.com')).toMatchObject({ status: 409, error: 'registration_email_off' })
  const { status, data } = await register({ email: 'ann@example.com' })
  expect(status).toBe(200)
  expect(await own(data?.tokens.access_token ?? '')).toMatchObject({ email: null, pending: null })
})

it('gives the account the address whose code was typed, once', async () => {
  const { smtp, ask, last, register, own } = await stage()
  expect(await ask('Ann@Example.com')).toMatchObject({
    status: 200,
    message: '验证码已经发出，请查收邮件',
    data: { delayed: false },
  })
  const mail = await last()
  expect(mail?.subject).toBe('小石榴：注册的验证码')
  const email_code = codeIn(mail)
  const { status, data } = await register({ email: 'ann@example.COM', email_code: email_code.toUpperCase() })
  expect(status).toBe(200)
  expect(await own(data?.tokens.access_token ?? '')).toMatchObject({ email: 'ann@example.COM', pending: null })
  expect(await register({ email: 'ann@example.com', email_code })).toMatchObject({ error: 'code_wrong' })
  expect(smtp.mails).toHaveLength(1)
})

it('makes no account without an address where it has to be, and says so at the field', async () => {
  const all = await stage()
  const { ask, register } = all
  expect(await register()).toMatchObject({
    status: 400,
    error: 'email_required',
    field: 'email',
    message: '请填写邮箱，并输入邮件里的验证码',
  })
  await ask('ann@example.com')
  expect(await register({ email: 'ann@example.com' })).toMatchObject({
    status: 400,
    error: 'email_required',
    field: 'email_code',
    message: '请输入邮件里的验证码',
  })
  expect(await register({ email: 'ann@example.com', email_code: 'aaaa-bbbb' })).toMatchObject({
    status: 400,
    error: 'code_wrong',
    field: 'email_code',
  })
  expect(await accounts(all)).toEqual([])
})

it('leaves it to people where it may be', async () => {
  const { ask, last, register, own } = await stage('optional')
  expect(await register()).toMatchObject({ status: 200 })
  expect(await register({ email: 'ann@example.com' })).toMatchObject({ status: 400, field: 'email_code' })
  await ask('ann@example.com')
  const { data } = await register({ email: 'ann@example.com', email_code: codeIn(await last()) })
  expect(await own(data?.tokens.access_token ?? '')).toMatchObject({ email: 'ann@example.com' })
})

it('tells nobody that an address is an account’s, but its owner', async () => {
  const all = await stage()
  const { test, smtp, ask, last, register, bound } = all
  await bound('owner@example.com')
  const fresh = await ask('fresh@example.com')
  const taken = await ask('OWNER@example.com')
  expect(taken).toEqual(fresh)
  const mail = await last()
  expect(mail?.subject).toBe('小石榴：你已经有账号了')
  expect(mail?.text).toContain('小石榴号 owner')
  expect(mail?.text).not.toMatch(/^[a-z0-9]{4}-[a-z0-9]{4}$/m)
  const wrong = await register({ email: 'fresh@example.com', email_code: 'aaaa-bbbb' })
  expect(await register({ email: 'owner@example.com', email_code: 'aaaa-bbbb' })).toEqual(wrong)
  // Nor by how many mails its owner got.
  test.ctx.config.limitFactor = 1
  for (let i = 0; i < 10; i++) {
    await test.ctx.attempts.clear('register email owner@example.com 127.0.0.1')
    expect(await ask('owner@example.com')).toEqual(fresh)
  }
  await deliver(test.ctx)
  expect(smtp.mails).toHaveLength(11)
})

it('refuses a code after half an hour, and each of them once one was used', async () => {
  const { test, ask, last, register } = await stage()
  const email = 'ann@example.com'
  await ask(email)
  const first = codeIn(await last())
  await ask(email)
  const second = codeIn(await last())
  // Whoever asks anew takes nobody's code away.
  expect(await register({ email, email_code: first })).toMatchObject({ status: 200 })
  expect(await register({ email, email_code: second })).toMatchObject({ error: 'code_wrong' })
  await test.ctx.db.deleteFrom('user_emails').execute()
  await ask(email)
  const late = codeIn(await last())
  test.clock.advance(31 * 60_000)
  expect(await register({ email, email_code: late })).toMatchObject({ error: 'code_wrong' })
  await purgeRegistrationEmails(test.ctx)
  expect(await test.ctx.db.selectFrom('registration_emails').selectAll().execute()).toEqual([])
})

it('counts wrong codes by address and network, also at once, so that others keep nobody from registering', async () => {
  const { test, ask, last, register, captcha } = await stage()
  const email = 'ann@example.com'
  await ask(email)
  const email_code = codeIn(await last())
  test.ctx.config.limitFactor = 1
  const type = async (code: string, remoteAddress: string) => {
    const fields = { user_id: 'annie', nickname: '新同学', password: PASSWORD, ...(await captcha()) }
    const payload = { ...fields, email, email_code: code }
    return (await test.app.inject({ method: 'POST', url: '/api/auth/register', payload, remoteAddress })).statusCode
  }
  const wrong = await Promise.all(Array.from({ length: 12 }, () => register({ email, email_code: 'aaaa-bbbb' })))
  expect(wrong.map(({ status }) => status).toSorted()).toEqual([...Array<number>(10).fill(400), 429, 429])
  expect(await type(email_code, '127.0.0.1')).toBe(429)
  expect(await register({ email: 'ann+b@example.com', email_code })).toMatchObject({ status: 429 })
  for (let i = 0; i < 90; i++) await test.ctx.attempts.take(`register code ${email}`, { windowMs: 86_400_000 })
  expect(await type('aaaa-bbbb', '192.0.2.7')).toBe(429)
  await test.ctx.attempts.clear(`register code ${email}`)
  expect(await type(email_code, '192.0.2.7')).toBe(200)
})

it('binds addresses that differ after a plus to different accounts', async () => {
  const { ask, last, register } = await stage()
  for (const email of ['ann@example.com', 'ann+b@example.com']) {
    await ask(email)
    expect(await register({ email, email_code: codeIn(await last()) })).toMatchObject({ status: 200 })
  }
})

it('keeps the code that was mailed where the address got too many mails for another', async () => {
  const { test, smtp, ask, last, register } = await stage()
  test.ctx.config.limitFactor = 1
  const email = 'ann@example.com'
  await ask(email)
  const email_code = codeIn(await last())
  for (let i = 0; i < 9; i++) await sendMail(test.ctx, { to: email, kind: 'taken' })
  expect(await ask(email)).toMatchObject({ status: 200, data: { delayed: false } })
  await deliver(test.ctx)
  expect(smtp.mails).toHaveLength(10)
  expect(await register({ email, email_code })).toMatchObject({ status: 200 })
})

it('uses up neither code nor captcha by what was wrong elsewhere', async () => {
  const { test, ask, last, register, captcha } = await stage()
  await makeUser(test.ctx, { user_id: 'taken_id' })
  await ask('ann@example.com')
  const typed = { email: 'ann@example.com', email_code: codeIn(await last()) }
  for (let i = 0; i < 6; i++)
    expect(await register({ ...typed, user_id: 'taken_id' })).toMatchObject({ error: 'user_id_taken' })
  const kept = await captcha()
  expect(await register({ ...typed, ...kept, email_code: 'aaaa-bbbb' })).toMatchObject({ error: 'code_wrong' })
  expect(await register({ ...typed, ...kept })).toMatchObject({ status: 200 })
})

it('makes one account of two that type the same code at once', async () => {
  const all = await stage()
  const { ask, last, register } = all
  await ask('ann@example.com')
  const typed = { email: 'ann@example.com', email_code: codeIn(await last()) }
  const answers = await Promise.all([register(typed), register(typed)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  expect(await accounts(all)).toHaveLength(1)
})

it('makes no account with an address that was bound meanwhile', async () => {
  const all = await stage()
  const { ask, last, register, bound } = all
  await ask('ann@example.com')
  const typed = { email: 'ann@example.com', email_code: codeIn(await last()) }
  await bound('ann@example.com')
  expect(await register(typed)).toMatchObject({ status: 409, error: 'email_taken', field: 'email' })
  expect(await accounts(all)).toEqual(['owner'])
})

it('is of a domain that the site allows and has not banned, also when the code is typed', async () => {
  const { test, ask, last, register } = await stage()
  test.ctx.settings.current.mail_domains = ['example.edu.cn']
  expect(await test.ok(auth.registration)).toMatchObject({ email: 'required', email_domains: ['example.edu.cn'] })
  expect(await ask('a@example.com')).toMatchObject({
    status: 400,
    error: 'email_domain',
    field: 'email',
    message: '请用这些域名的邮箱：example.edu.cn',
  })
  const email = 'a@stu.example.edu.cn'
  await ask(email)
  const email_code = codeIn(await last())
  const ban = { domain: 'stu.example.edu.cn', note: '', username: '', created_at: 1 }
  await test.ctx.db.insertInto('email_bans').values(ban).execute()
  expect(await register({ email, email_code })).toMatchObject({ status: 400, error: 'email_domain', field: 'email' })
})

it('asks for a proof of work or a captcha, and for five codes an hour', async () => {
  const { test, ask } = await stage()
  const send = (fields: object) => test.call(auth.sendRegistrationCode, { body: { email: 'a@example.com', ...fields } })
  expect(await send({})).toMatchObject({ status: 400, field: 'captchaText' })
  expect(await send({ proof: await solved(test, 'register') })).toMatchObject({ error: 'proof_wrong' })
  expect(await send({ proof: await solved(test, 'email') })).toMatchObject({ status: 200 })
  test.ctx.settings.current.registrations_per_address = 0
  expect(await ask('a@example.com')).toMatchObject({ status: 403, error: 'captcha_refused' })
  test.ctx.settings.current.registrations_per_address = 5
  test.ctx.config.limitFactor = 1
  for (let i = 0; i < 4; i++) expect(await ask('A@example.com')).toMatchObject({ status: 200 })
  expect(await ask('a@example.com')).toMatchObject({ status: 429 })
  expect(await ask('a+b@example.com')).toMatchObject({ status: 429 })
  expect(await ask('b@example.com')).toMatchObject({ status: 200 })
})

it('says that mail does not leave, and goes on once it does', async () => {
  const { test, smtp, ask, register } = await stage()
  await smtp.close()
  // Nobody knows it yet.
  expect(await ask('ann@example.com')).toMatchObject({ status: 200, data: { delayed: false } })
  await deliver(test.ctx)
  expect(await test.ok(auth.registration)).toMatchObject({ mail_delayed: true })
  expect(await ask('ben@example.com')).toMatchObject({ status: 200, data: { delayed: true } })
  expect(await register({ email: 'ann@example.com', email_code: 'aaaa-bbbb' })).toMatchObject({ error: 'code_wrong' })
  const again = await startSmtp()
  await useSmtp(test, again.port)
  test.clock.advance(60_000)
  await deliver(test.ctx)
  const ann = again.mails.find(({ to }) => JSON.stringify(to).includes('ann@example.com'))
  const body = { email: 'ann@example.com', email_code: codeIn(ann) }
  expect(await register(body)).toMatchObject({ status: 200 })
  expect(await test.ok(auth.registration)).toMatchObject({ mail_delayed: false })
})

it('is refused with the registration itself, and where mail is off', async () => {
  const { test, ask, register } = await stage()
  const { current } = test.ctx.settings
  current.registration = 'closed'
  expect(await ask('a@example.com')).toMatchObject({ status: 403, error: 'registration_closed' })
  current.registration = 'campus'
  expect(await register()).toMatchObject({ status: 403, error: 'registration_campus' })
  current.registration = 'open'
  current.mail_host = ''
  expect(await ask('a@example.com')).toMatchObject({ status: 409, error: 'mail_off' })
})

it('is set only where mail is, which then stays', async () => {
  const { test } = await stage('off')
  const { token } = await makeAdmin(test.ctx, 'administrator')
  const update = (body: object) => test.call(settings.update, { body, token })
  const mail = { mail_host: 'smtp.example.edu.cn', mail_from: 'a@example.edu.cn' }
  Object.assign(test.ctx.settings.current, { mail_host: '', mail_from: '' })
  expect(await update({ registration_email: 'required' })).toMatchObject({
    status: 400,
    field: 'registration_email',
    message: '先在「邮件」里填写发信服务器和发件人',
  })
  expect(await update({ registration_email: 'required', ...mail })).toMatchObject({ status: 200 })
  expect(await update({ mail_from: '' })).toMatchObject({ status: 400, field: 'mail_from' })
  expect(await update({ reset: ['mail_host'] })).toMatchObject({ status: 400, field: 'mail_host' })
  expect(await update({ mail_host: '', registration_email: 'off' })).toMatchObject({ status: 200 })
})
