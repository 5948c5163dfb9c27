import * as settings from '@shiliu/contract/admin/settings'
import * as auth from '@shiliu/contract/auth'
import * as emails from '@shiliu/contract/emails'
import { expect, it } from 'vitest'
import { sendMail } from '#modules/mail/outbox.service.ts'
import { makeAdmin, makeUser, PASSWORD } from '#test/factories.ts'
import { solved } from '#test/proofs.ts'
import { codeIn, deliver, startSmtp, useSmtp } from '#test/smtp-double.ts'
import { createTestApp } from '#test/test-app.ts'
import { findResetAccounts, purgeResets } from './password-resets.service.ts'

const NEW = 'pomegranate7'
const SENT = { status: 200, code: 200, message: '如果账号绑定了邮箱，验证码已经发到那里' }

async function stage() {
  const test = await createTestApp()
  const smtp = await startSmtp()
  await useSmtp(test, smtp.port)
  const ann = await makeUser(test.ctx, { user_id: 'ann' })
  const ben = await makeUser(test.ctx, { user_id: 'ben' })
  const row = { user_id: ann.id, email: 'Ann@example.com', email_key: 'ann@example.com', verified_at: 1 }
  await test.ctx.db.insertInto('user_emails').values(row).execute()
  let captchas = 0
  const ask = async (account: string) => {
    const captcha = { id: `captcha${++captchas}`, answer: 'AbCd', expires_at: test.clock.now() + 60_000 }
    await test.ctx.db.insertInto('captchas').values(captcha).execute()
    return test.call(emails.askReset, { body: { account, captchaId: captcha.id, captchaText: 'abcd' } })
  }
  const mails = async () => {
    await findResetAccounts(test.ctx)
    await deliver(test.ctx)
    return smtp.mails
  }
  const reset = (account: string, code: string, newPassword = NEW) =>
    test.call(emails.reset, { body: { account, code, newPassword } })
  const signIn = (password: string) => test.call(auth.login, { body: { user_id: 'ann', password } })
  return { test, smtp, ann, ben, ask, mails, reset, signIn }
}

it.each(['ann', ' ANN ', 'ann@EXAMPLE.com'])(
  'sets a new password by the code of a mail, asked for by %j',
  async (account) => {
    const { test, ann, ask, mails, reset, signIn } = await stage()
    expect(await ask(account)).toEqual(SENT)
    const [mail] = await mails()
    expect(mail).toMatchObject({ subject: '小石榴：重设密码的验证码', text: expect.stringContaining('小石榴号 ann') })
    const code = codeIn(mail)
    expect(await reset(account, code)).toMatchObject({ status: 200, message: '密码已重设，请用新密码登录' })
    expect(await signIn(PASSWORD)).toMatchObject({ status: 400 })
    expect(await signIn(NEW)).toMatchObject({ status: 200 })
    // All sessions ended, and the code is used up.
    expect(await test.call(auth.me, { token: ann.token })).toMatchObject({ status: 401 })
    expect(await reset(account, code, 'pomegranate8')).toMatchObject({ status: 400, error: 'code_wrong' })
    expect((await mails()).some(({ subject }) => subject === '小石榴：密码已经重设')).toBe(true)
  },
)

it('answers and writes the same for accounts without address, and for none', async () => {
  const { test, ask, mails, reset } = await stage()
  const asked = async (account: string) => {
    test.countStatements()
    expect(await ask(account)).toEqual(SENT)
    return test.countStatements()
  }
  const counts = [await asked('ann'), await asked('ben'), await asked('nobody'), await asked('nobody@example.com')]
  expect(new Set(counts).size).toBe(1)
  expect(await mails()).toHaveLength(1)
  const typed = async (account: string) => {
    test.countStatements()
    const { status, error, message } = await reset(account, 'aaaa-bbbb')
    return { status, error, message, statements: test.countStatements() }
  }
  const answers = [await typed('ann'), await typed('ben'), await typed('nobody'), await typed('nobody@example.com')]
  expect(answers[0]).toMatchObject({ status: 400, error: 'code_wrong' })
  for (const answer of answers) expect(answer).toEqual(answers[0])
})

it('takes a code for ten minutes, the last one only, and for the account it was asked for', async () => {
  const { test, ask, mails, reset } = await stage()
  await ask('ann')
  await mails()
  await ask('ann')
  const [first, second] = (await mails()).map(codeIn)
  expect(await reset('ann', first ?? '')).toMatchObject({ error: 'code_wrong' })
  expect(await reset('ben', second ?? '')).toMatchObject({ error: 'code_wrong' })
  test.clock.advance(10 * 60_000)
  expect(await reset('ann', second ?? '')).toMatchObject({ error: 'code_wrong' })
})

it('keeps the code that was mailed where the address got too many mails for another', async () => {
  const { test, ask, mails, reset } = await stage()
  test.ctx.config.limitFactor = 1
  await ask('ann')
  const code = codeIn((await mails())[0])
  const values = { account: 'ann', code: 'aaaa-bbbb', ms: 1 }
  for (let i = 0; i < 9; i++) await sendMail(test.ctx, { to: 'ann@example.com', kind: 'reset', values })
  expect(await ask('ann')).toEqual(SENT)
  expect(await mails()).toHaveLength(10)
  expect(await reset('ann', code)).toMatchObject({ status: 200 })
})

it('takes so many codes in an hour from one address, and then counts no further accounts', async () => {
  const { test, reset } = await stage()
  test.ctx.config.limitFactor = 0.01
  for (const account of ['a', 'b', 'c'])
    expect(await reset(account, 'aaaa-bbbb')).toMatchObject({ error: 'code_wrong' })
  for (const account of ['d', 'e'])
    expect(await reset(account, 'aaaa-bbbb')).toMatchObject({ status: 429, error: 'proof_required' })
  await test.ctx.attempts.save(test.ctx)
  expect(await test.ctx.db.selectFrom('attempts').selectAll().execute()).toHaveLength(7)
})

it('refuses an easily guessed password and keeps the code for another', async () => {
  const { ask, mails, reset, signIn } = await stage()
  await ask('ann')
  const code = codeIn((await mails())[0])
  expect(await reset('ann', code, '123456')).toMatchObject({
    status: 400,
    error: 'password_common',
    field: 'newPassword',
  })
  expect(await reset('ann', code)).toMatchObject({ status: 200 })
  expect(await signIn(NEW)).toMatchObject({ status: 200 })
})

it('waits while the site is read only, and uses up no code', async () => {
  const { test, ask, mails, reset, signIn } = await stage()
  await ask('ann')
  const code = codeIn((await mails())[0])
  const { token } = await makeAdmin(test.ctx)
  const mode = (site_mode: 'read_only' | 'open') => test.ok(settings.update, { body: { site_mode }, token })
  await mode('read_only')
  const refused = { status: 403, error: 'read_only', message: '网站正在维护，现在只能看，不能发布或修改' }
  expect(await ask('ann')).toMatchObject(refused)
  expect(await reset('ann', code)).toMatchObject(refused)
  expect(await test.ctx.db.selectFrom('password_resets').select('id').execute()).toHaveLength(1)
  expect(await signIn(PASSWORD)).toMatchObject({ status: 200 })
  await mode('open')
  expect(await reset('ann', code)).toMatchObject({ status: 200 })
})

it('uses a code once where it is sent twice at the same time', async () => {
  const { ask, mails, reset } = await stage()
  await ask('ann')
  const code = codeIn((await mails())[0])
  const answers = await Promise.all([reset('ann', code), reset('ann', code, 'pomegranate8')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
})

it('sends one mail where two nodes look for accounts', async () => {
  const { test, ask, mails } = await stage()
  await ask('ann')
  await Promise.all([findResetAccounts(test.ctx), findResetAccounts(test.ctx)])
  expect(await mails()).toHaveLength(1)
})

it('asks for a proof of work or a captcha, each once', async () => {
  const { test } = await stage()
  const ask = (extra: object) => test.call(emails.askReset, { body: { account: 'ann', ...extra } })
  expect(await ask({})).toMatchObject({ status: 400, message: '请输入验证码' })
  expect(await ask({ proof: await solved(test, 'register') })).toMatchObject({ status: 400, error: 'proof_wrong' })
  const proof = await solved(test, 'reset')
  expect(await ask({ proof })).toEqual(SENT)
  expect(await ask({ proof })).toMatchObject({ status: 400, error: 'proof_wrong' })
  expect(await ask({ captchaId: 'unknown', captchaText: 'abcd' })).toMatchObject({ error: 'captcha_expired' })
})

it('is limited for each account and address, whether it exists or not', async () => {
  const { test, ask, reset } = await stage()
  test.ctx.config.limitFactor = 1
  for (const account of ['ann', 'nobody']) {
    for (let i = 0; i < 3; i++) expect(await ask(account)).toEqual(SENT)
    expect(await ask(account)).toMatchObject({ status: 429, error: 'too_many_requests' })
    for (let i = 0; i < 10; i++) expect(await reset(account, 'aaaa-bbbb')).toMatchObject({ status: 400 })
    const refused = await reset(account, 'aaaa-bbbb')
    expect(refused).toMatchObject({
      status: 429,
      error: 'proof_required',
      message: '验证码输了太多次，请 1 小时后再试',
    })
  }
  test.clock.advance(3600_000)
  expect(await ask('ann')).toEqual(SENT)
})

it('lets the owner in by a proof of work while strangers type wrong codes', async () => {
  const { test, ask, mails, reset } = await stage()
  test.ctx.config.limitFactor = 1
  await ask('ann')
  const code = codeIn((await mails())[0])
  for (let i = 0; i < 10; i++) await reset('ann', 'aaaa-bbbb')
  expect(await reset('ann', code)).toMatchObject({ error: 'proof_required' })
  const proof = await solved(test, 'reset')
  const body = { account: 'ann', newPassword: NEW, proof }
  expect(await test.call(emails.reset, { body: { ...body, code: 'aaaa-bbbb' } })).toMatchObject({ error: 'code_wrong' })
  expect(await test.call(emails.reset, { body: { ...body, code } })).toMatchObject({ error: 'proof_wrong' })
  const another = { ...body, code, proof: await solved(test, 'reset') }
  expect(await test.call(emails.reset, { body: another })).toMatchObject({ status: 200 })
})

it('is limited for a mailbox, whatever stands after a plus', async () => {
  const { test, ask, reset } = await stage()
  test.ctx.config.limitFactor = 1
  for (const plus of ['', '+a', '+b']) expect(await ask(`ann${plus}@example.com`)).toEqual(SENT)
  expect(await ask('ann+c@example.com')).toMatchObject({ status: 429 })
  for (let i = 0; i < 10; i++) expect(await reset(`ann+${i}@example.com`, 'aaaa-bbbb')).toMatchObject({ status: 400 })
  expect(await reset('ann@example.com', 'aaaa-bbbb')).toMatchObject({ status: 429 })
})

it('is refused in words while mail is off, and forgotten after a day', async () => {
  const { test, ask } = await stage()
  await ask('ann')
  test.ctx.settings.current.mail_host = ''
  expect(await ask('ann')).toMatchObject({ status: 409, error: 'mail_off' })
  expect(await test.ok(auth.registration)).toMatchObject({ mail: false })
  test.clock.advance(25 * 3600_000)
  await purgeResets(test.ctx)
  expect(await test.ctx.db.selectFrom('password_resets').select('id').execute()).toEqual([])
})

it('makes a code worthless where the address goes', async () => {
  const { test, ann, ask, mails, reset } = await stage()
  await ask('ann')
  const code = codeIn((await mails())[0])
  await test.ok(emails.remove, { body: { password: PASSWORD }, token: ann.token })
  expect(await reset('ann', code)).toMatchObject({ error: 'code_wrong' })
})
