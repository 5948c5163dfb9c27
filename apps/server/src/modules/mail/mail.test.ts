import { audits } from '@shiliu/contract/admin/audits'
import * as mail from '@shiliu/contract/admin/mail'
import * as settings from '@shiliu/contract/admin/settings'
import * as site from '@shiliu/contract/site'
import { expect, it, onTestFinished } from 'vitest'
import { changeMailPassword } from '#modules/admin/mail.service.ts'
import { makeAdmin, makeUser } from '#test/factories.ts'
import { cert, key } from '#test/localhost-certificate.ts'
import { planProblems, type Statement } from '#test/query-plan.ts'
import { deliver, startSilence, startSmtp, startStalling, useSmtp } from '#test/smtp-double.ts'
import { anotherNode, createTestApp, openTestApp, type TestApp } from '#test/test-app.ts'
import { deliverMail } from './delivery.service.ts'
import { findDue } from './outbox.repo.ts'
import { purgeMail, sendMail } from './outbox.service.ts'

async function stage() {
  const test = await createTestApp()
  const { token } = await makeAdmin(test.ctx, 'administrator')
  const state = () => test.ok(mail.get, { token })
  const sendTest = (to = 'someone@example.com') => test.ok(mail.test, { body: { to }, token })
  return { test, token, state, sendTest }
}

const rows = ({ ctx }: TestApp) => ctx.db.selectFrom('mail_outbox').selectAll().orderBy('id').execute()
const problems = async (test: TestApp) =>
  (await test.ok(site.ready)).parts.flatMap(({ name, problem }) => (name === 'mail' ? [problem] : []))

/** Of the settings that a form of the back office sends. */
const serverOf = ({ ctx }: TestApp, port = ctx.settings.current.mail_port) => {
  const { mail_host, mail_security, mail_user, mail_from } = ctx.settings.current
  return { mail_host, mail_port: port, mail_security, mail_user, mail_from }
}

it('sends a test mail with the site’s name by the settings, in the background', async () => {
  const { test, token, state, sendTest } = await stage()
  const smtp = await startSmtp()
  const body = {
    mail_host: '127.0.0.1',
    mail_port: smtp.port,
    mail_security: 'none' as const,
    mail_user: 'sender',
    mail_from: 'no-reply@example.edu.cn',
    site_name: '石榴 <校园>',
  }
  await test.ok(settings.update, { body, token })
  expect(await state()).toMatchObject({ enabled: true, password: 'none' })
  expect(await test.ok(mail.setPassword, { body: { password: '口令 1' }, token })).toMatchObject({ password: 'set' })
  expect(await sendTest()).toMatchObject({ waiting: 1, tests: [{ to: 'someone@example.com', state: 'waiting' }] })
  expect(smtp.mails).toEqual([])
  await deliver(test.ctx)
  expect(smtp.logins).toEqual(['sender:口令 1'])
  const [sent] = smtp.mails
  expect(sent?.from?.value).toEqual([{ name: '石榴 <校园>', address: 'no-reply@example.edu.cn' }])
  expect(sent?.subject).toBe('石榴 <校园>：测试邮件')
  expect(sent?.text).toContain('发信服务器设置好了')
  expect(sent?.html).toContain('石榴 &lt;校园&gt;')
  expect(await state()).toMatchObject({ waiting: 0, sent: 1, problem: null, tests: [{ state: 'sent' }] })
  expect(await problems(test)).toEqual([null])
})

it('keeps no text of a mail in the clear, nor after it was sent', async () => {
  const { test, sendTest } = await stage()
  const smtp = await startSmtp()
  await useSmtp(test, smtp.port)
  await sendTest()
  expect((await rows(test))[0]?.body).not.toContain('测试')
  await deliver(test.ctx)
  expect((await rows(test))[0]).toMatchObject({ state: 'sent', body: null, node: null })
})

it('answers the password to nobody, and uses it for no other server', async () => {
  const { test, token, state, sendTest } = await stage()
  const smtp = await startSmtp()
  await useSmtp(test, smtp.port)
  await test.ok(settings.update, { body: serverOf(test), token })
  await test.ok(mail.setPassword, { body: { password: 'hunter2hunter2' }, token })
  const row = await test.ctx.db.selectFrom('mail_login').selectAll().executeTakeFirst()
  expect(row?.password).not.toContain('hunter2')
  const { data } = await test.ok(audits.list, { query: { resource: 'settings' }, token })
  const answers = [await state(), await test.ok(settings.get, { token }), data]
  expect(JSON.stringify(answers)).not.toContain('hunter2')
  expect(data[0]).toMatchObject({ after: { mail_password: '••••••' } })
  test.ctx.settings.current.mail_host = 'localhost'
  expect(await state()).toMatchObject({ password: 'stale' })
  await sendTest()
  await deliver(test.ctx)
  expect(smtp.logins).toEqual([])
  expect((await state()).tests[0]).toMatchObject({
    state: 'failed',
    problem: expect.stringContaining('重新填写发信密码'),
  })
  await test.ok(mail.setPassword, { body: { password: '' }, token })
  expect(await state()).toMatchObject({ password: 'none' })
})

it('keeps the password for the server that was just saved, on any node', async () => {
  const { test, token, state } = await stage()
  const other = await anotherNode(test)
  const viewer = { role: 'admin', adminRole: 'administrator', id: 1, sessionId: 1 } as const
  await test.ok(settings.update, { body: { mail_host: 'smtp.example.edu.cn', mail_user: 'sender' }, token })
  const saved = await changeMailPassword(other, viewer, 'secret')
  expect(saved).toMatchObject({ password: 'set' })
  expect(await state()).toMatchObject({ password: 'set' })
})

it('is refused where mail is off, and then nothing waits', async () => {
  const { test, token, state } = await stage()
  expect(await test.call(mail.test, { body: { to: 'a@example.com' }, token })).toMatchObject({
    status: 409,
    error: 'mail_off',
    message: '本站没有开通邮件，请联系管理员',
  })
  expect(await sendMail(test.ctx, { to: 'a@example.com', kind: 'test' })).toBe(false)
  expect(await state()).toMatchObject({ enabled: false, waiting: 0 })
  expect(await problems(test)).toEqual([])
})

it('is for administrators only', async () => {
  const { test } = await stage()
  const { token } = await makeAdmin(test.ctx, 'moderator')
  for (const answer of [
    await test.call(mail.get, { token }),
    await test.call(mail.test, { body: { to: 'a@example.com' }, token }),
    await test.call(mail.setPassword, { body: { password: 'x' }, token }),
  ])
    expect(answer.status).toBe(403)
})

it('tries again with longer and longer pauses, says what is wrong, and gives up in the end', async () => {
  const { test, state } = await stage()
  const smtp = await startSmtp()
  await useSmtp(test, smtp.port)
  await smtp.close()
  const digest = { to: 'a@example.com', kind: 'digest', values: { waiting: [['举报', '3']] } } as const
  await sendMail(test.ctx, digest)
  await deliver(test.ctx)
  await deliver(test.ctx)
  const problem = expect.stringMatching(/^连不上发信服务器 127\.0\.0\.1:\d+：/)
  expect(await state()).toMatchObject({ waiting: 1, problem })
  expect(await problems(test)).toEqual([expect.stringMatching(/^邮件发不出去：连不上/)])
  expect((await rows(test))[0]?.attempts).toBe(1)
  const pauses: number[] = []
  for (;;) {
    const [row] = await rows(test)
    if (row?.state !== 'waiting') break
    pauses.push(row.next_at - test.clock.now())
    test.clock.advance(row.next_at - test.clock.now())
    await deliver(test.ctx)
  }
  expect(pauses.length).toBeGreaterThan(5)
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect(await state()).toMatchObject({ waiting: 0, failed: 1, problem })
  expect((await rows(test))[0]).toMatchObject({ body: null })
})

it('takes up again what waited while the server was away', async () => {
  const { test, state } = await stage()
  const silence = await startSilence()
  await useSmtp(test, silence)
  await sendMail(test.ctx, { to: 'a@example.com', kind: 'digest', values: { waiting: [] } })
  await deliver(test.ctx, { answerMs: 1000 })
  expect(await state()).toMatchObject({ problem: expect.stringContaining('没有及时回答') })
  const smtp = await startSmtp()
  await useSmtp(test, smtp.port)
  test.clock.advance(60_000)
  await deliver(test.ctx)
  expect(smtp.mails).toHaveLength(1)
  expect(await state()).toMatchObject({ problem: null, waiting: 0 })
})

it('lets a stopping server go at once, and the mail wait for the next one', async () => {
  const { test } = await stage()
  await useSmtp(test, await startSilence())
  await sendMail(test.ctx, { to: 'a@example.com', kind: 'digest', values: { waiting: [] } })
  const stopping = new AbortController()
  const running = deliver(test.ctx, { stopping: stopping.signal })
  await expect.poll(async () => (await rows(test))[0]?.node).toBe(test.ctx.bus.nodeId)
  stopping.abort()
  await running
  expect((await rows(test))[0]).toMatchObject({ state: 'waiting', attempts: 0, node: null })
})

it.each([
  ['550 no such user', 'failed', '对方的服务器不收这个地址的邮件：'],
  ['450 try later', 'waiting', '对方的服务器现在不收这个地址的邮件：'],
])('a recipient who is answered %s is %s', async (answer, state, problem) => {
  const { test } = await stage()
  const smtp = await startSmtp()
  await useSmtp(test, smtp.port)
  smtp.refuse.recipient = answer
  await sendMail(test.ctx, { to: 'a@example.com', kind: 'digest', values: { waiting: [] } })
  await deliver(test.ctx)
  expect((await rows(test))[0]).toMatchObject({
    state,
    fault: 'recipient',
    problem: expect.stringContaining(problem),
  })
  // One wrong address says nothing about the server.
  expect(await problems(test)).toEqual([null])
  expect(test.ctx.problems.list()).toEqual([])
})

it('is one fault, whatever the server says of each mail', async () => {
  const { test } = await stage()
  let mails = 0
  const refusal = () => Object.assign(new Error(`mail ${++mails} refused`), { responseCode: 554 })
  const smtp = await startSmtp({ onData: (stream, _, done) => void stream.resume().on('end', () => done(refusal())) })
  await useSmtp(test, smtp.port)
  for (const to of ['a@example.com', 'b@example.com'])
    await sendMail(test.ctx, { to, kind: 'digest', values: { waiting: [] } })
  await deliver(test.ctx)
  expect(await problems(test)).toEqual([expect.stringContaining('mail 2 refused')])
  expect(test.ctx.problems.list()).toMatchObject([
    { place: 'send mail', count: 2, fault: '发信服务器拒绝了邮件。看发信服务器的限额和规则' },
  ])
})

it('says what a refused sign-in or an untrusted certificate is', async () => {
  const { test, state, sendTest } = await stage()
  const smtp = await startSmtp({ disabledCommands: [], secure: false, cert, key })
  await useSmtp(test, smtp.port)
  smtp.refuse.login = true
  await sendTest()
  await deliver(test.ctx)
  expect((await state()).tests[0]?.problem).toMatch(/^发信服务器不接受用户名或密码：535 authentication failed/)
  test.ctx.settings.current.mail_security = 'starttls'
  await sendTest()
  await deliver(test.ctx)
  expect((await state()).tests[0]?.problem).toContain('证书不可信')
  test.ctx.settings.current.mail_security = 'tls'
  await sendTest()
  await deliver(test.ctx)
  expect((await state()).tests[0]?.problem).toMatch(/没有谈成加密|没有及时回答/)
})

it('keeps nobody waiting while the server takes the mail and says nothing', async () => {
  const { test, token, state } = await stage()
  await useSmtp(test, await startStalling('.'))
  await sendMail(test.ctx, { to: 'a@example.com', kind: 'digest', values: { waiting: [] } })
  const sending = deliver(test.ctx, { answerMs: 1000 })
  await expect.poll(async () => (await rows(test))[0]?.node).toBe(test.ctx.bus.nodeId)
  expect(await state()).toMatchObject({ waiting: 1, problem: null })
  expect(await test.call(mail.test, { body: { to: 'b@example.com' }, token })).toMatchObject({ status: 200 })
  await sending
  expect((await rows(test))[0]).toMatchObject({ state: 'waiting', attempts: 1, node: null })
  expect(await state()).toMatchObject({ problem: expect.stringContaining('没有及时回答') })
})

it('sends at most ten mails an hour to one address', async () => {
  const { test, token } = await stage()
  const smtp = await startSmtp()
  await useSmtp(test, smtp.port)
  test.ctx.config.limitFactor = 1
  const send = (to: string) => sendMail(test.ctx, { to, kind: 'test' })
  for (let i = 0; i < 10; i++) expect(await send('a@example.com')).toBe(true)
  expect(await send('A@Example.com')).toBe(false)
  expect(await send('a+b@example.com')).toBe(false)
  expect(await send('b@example.com')).toBe(true)
  const body = { to: 'a@example.com' }
  expect(await test.call(mail.test, { body, token })).toMatchObject({ status: 429 })
  test.clock.advance(3600_000)
  expect(await send('a@example.com')).toBe(true)
})

it('still tells of a new device where ten faults were told', async () => {
  const { test } = await stage()
  await useSmtp(test, (await startSmtp()).port)
  test.ctx.config.limitFactor = 1
  const to = 'a@example.com'
  const tell = () => sendMail(test.ctx, { to, kind: 'fault', values: { faults: [['GET /', '出错了']] } })
  for (let i = 0; i < 10; i++) expect(await tell()).toBe(true)
  expect(await tell()).toBe(false)
  const values = { account: 'a', time: '', place: '', device: '', school: null }
  expect(await sendMail(test.ctx, { to, kind: 'device', values })).toBe(true)
})

it.each(['taken', 'register', 'known', 'verify', 'reset'] as const)(
  'still tells of a new device where strangers caused ten mails of kind %s',
  async (kind) => {
    const { test } = await stage()
    await useSmtp(test, (await startSmtp()).port)
    test.ctx.config.limitFactor = 1
    const to = 'a@example.com'
    const send = (some: typeof kind) =>
      sendMail(test.ctx, { to, kind: some, values: { account: 'a', code: 'aaaa-bbbb', ms: 1 } } as never)
    for (let i = 0; i < 10; i++) expect(await send(kind)).toBe(true)
    expect(await send(kind)).toBe(false)
    // All that strangers cause counts together, and a code for a forgotten password for itself.
    expect(await send('taken')).toBe(kind === 'reset')
    expect(await send('reset')).toBe(kind !== 'reset')
    const values = { account: 'a', time: '', place: '', device: '', school: null }
    expect(await sendMail(test.ctx, { to, kind: 'device', values })).toBe(true)
  },
)

it('is sent by one node at a time, which another follows once its lease is over', async () => {
  const { test } = await stage()
  const other = await anotherNode(test)
  const smtp = await startSmtp()
  await useSmtp(test, smtp.port)
  await useSmtp({ ctx: other }, smtp.port)
  for (let i = 0; i < 6; i++) await sendMail(test.ctx, { to: `a${i}@example.com`, kind: 'test' })
  await Promise.all([deliver(test.ctx), deliver(other), deliver(test.ctx)])
  await deliver(test.ctx)
  expect(smtp.mails.map((sent) => (Array.isArray(sent.to) ? sent.to : [sent.to])[0]?.text).toSorted()).toEqual(
    Array.from({ length: 6 }, (_, i) => `a${i}@example.com`),
  )
  await sendMail(test.ctx, { to: 'b@example.com', kind: 'digest', values: { waiting: [] } })
  await sendMail(test.ctx, { to: 'c@example.com', kind: 'digest', values: { waiting: [] } })
  const dead = { node: 'dead', lease_until: test.clock.now() + 60_000 }
  await test.ctx.db.updateTable('mail_outbox').set(dead).where('recipient', '=', 'b@example.com').execute()
  await deliver(test.ctx)
  expect(smtp.mails).toHaveLength(6)
  test.clock.advance(61_000)
  await deliver(test.ctx)
  expect(smtp.mails).toHaveLength(8)
})

it('does not send what expired, nor what another secret encrypted', async () => {
  const { test, state, sendTest } = await stage()
  const smtp = await startSmtp()
  await useSmtp(test, smtp.port)
  await sendTest()
  test.clock.advance(6 * 60_000)
  await deliver(test.ctx)
  await sendTest()
  test.ctx.config.jwtSecret = 'another secret, long enough for the site'
  await deliver(test.ctx)
  expect(smtp.mails).toEqual([])
  const [unreadable, expired] = (await state()).tests
  expect(expired).toMatchObject({ state: 'failed', problem: '过了有效的时间，没有再发' })
  expect(unreadable).toMatchObject({ state: 'failed', problem: expect.stringContaining('JWT_SECRET') })
})

it('lets a server rest that takes no mail at all: who tries too often is locked out', async () => {
  const { test } = await stage()
  const smtp = await startSmtp()
  await useSmtp(test, smtp.port)
  smtp.refuse.login = true
  for (let i = 0; i < 5; i++)
    await sendMail(test.ctx, { to: `a${i}@example.com`, kind: 'digest', values: { waiting: [] } })
  for (let second = 0; second < 29; second++) {
    await deliverMail(test.ctx, new AbortController().signal)
    test.clock.advance(1000)
  }
  expect(smtp.logins).toHaveLength(1)
  // Nor is what comes meanwhile tried, but a test mail, in case that the server was mended: then all follow.
  smtp.refuse.login = false
  await sendMail(test.ctx, { to: 'new@example.com', kind: 'digest', values: { waiting: [] } })
  await deliverMail(test.ctx, new AbortController().signal)
  expect(smtp.mails).toHaveLength(0)
  await sendMail(test.ctx, { to: 'admin@example.com', kind: 'test' })
  await deliverMail(test.ctx, new AbortController().signal)
  expect(smtp.mails).toHaveLength(7)
})

it('tries a server at once whose settings were changed, also with what had failed before', async () => {
  const { test, token } = await stage()
  const smtp = await startSmtp()
  await useSmtp(test, smtp.port)
  smtp.refuse.login = true
  const digest = { to: 'a@example.com', kind: 'digest', values: { waiting: [] } } as const
  await sendMail(test.ctx, digest)
  await deliver(test.ctx)
  smtp.refuse.login = false
  await sendMail(test.ctx, { ...digest, to: 'b@example.com' })
  await deliver(test.ctx)
  expect(smtp.mails).toHaveLength(0)
  await test.ok(settings.update, { body: { ...serverOf(test), mail_from: 'other@example.com' }, token })
  await deliver(test.ctx)
  expect(smtp.mails).toMatchObject([{ to: { text: 'a@example.com' } }, { to: { text: 'b@example.com' } }])
})

it('sends a mail by the settings that were saved while the old ones failed', async () => {
  const { test, token, state, sendTest } = await stage()
  const smtp = await startSmtp()
  await useSmtp(test, await startStalling('.'))
  await sendTest()
  const sending = deliver(test.ctx, { answerMs: 1000 })
  await expect.poll(async () => (await rows(test))[0]?.node).toBe(test.ctx.bus.nodeId)
  await test.ok(settings.update, { body: serverOf(test, smtp.port), token })
  await sending
  expect(smtp.mails).toHaveLength(1)
  expect(await state()).toMatchObject({ problem: null, tests: [{ state: 'sent' }] })
})

it('gets everything out by a server that takes one recipient a minute', async () => {
  const { test, state } = await stage()
  let free = test.clock.now()
  const smtp = await startSmtp({
    onRcptTo(_, __, done) {
      const isFree = test.clock.now() >= free
      if (isFree) free = test.clock.now() + 60_000
      done(isFree ? null : Object.assign(new Error('one a minute'), { responseCode: 452 }))
    },
  })
  await useSmtp(test, smtp.port)
  for (let i = 0; i < 5; i++)
    await sendMail(test.ctx, { to: `a${i}@example.com`, kind: 'digest', values: { waiting: [] } })
  for (let round = 0; round < 120 && smtp.mails.length < 5; round++) {
    await deliverMail(test.ctx, new AbortController().signal)
    if (smtp.mails.length === 1) expect(await problems(test)).toEqual([null])
    test.clock.advance(60_000)
  }
  expect(smtp.mails).toHaveLength(5)
  expect(await state()).toMatchObject({ sent: 5, waiting: 0, failed: 0 })
})

it('sends first what is worth nothing first: a forgotten password waits behind no flood of registrations', async () => {
  const { test } = await stage()
  const smtp = await startSmtp()
  await useSmtp(test, smtp.port)
  const values = { code: 'aaaa-bbbb', ms: 1 }
  await sendMail(test.ctx, { to: 'a@example.com', kind: 'digest', values: { waiting: [] } })
  for (let i = 0; i < 3; i++) {
    await sendMail(test.ctx, { to: `b${i}@example.com`, kind: 'register', values })
    test.clock.advance(1)
  }
  await sendMail(test.ctx, { to: 'c@example.com', kind: 'reset', values: { account: 'c', ...values } })
  await deliver(test.ctx)
  const subjects = smtp.mails.map(({ subject }) => subject?.replace('小石榴：', ''))
  expect(subjects).toEqual(['重设密码的验证码', ...Array(3).fill('注册的验证码'), '有待处理的内容'])
})

it('finds the next mail among thousands without sorting them', async () => {
  const statements: Statement[] = []
  const test = await openTestApp((sql, parameters) => statements.push({ sql, parameters }))
  onTestFinished(test.close)
  const { ctx } = test
  await useSmtp(test, 1)
  await sendMail(ctx, { to: 'a@example.com', kind: 'test' })
  const { id, ...row } = await ctx.db.selectFrom('mail_outbox').selectAll().executeTakeFirstOrThrow()
  const many = Array.from({ length: 500 }, (_, i) => ({ ...row, expires_at: row.expires_at + i }))
  for (let i = 0; i < 5; i++) await ctx.db.insertInto('mail_outbox').values(many).execute()
  statements.length = 0
  expect(await findDue(ctx.db, ctx.clock.now(), false)).toMatchObject({ id })
  expect(await findDue(ctx.db, ctx.clock.now(), true)).toMatchObject({ id })
  expect(statements).toHaveLength(2)
  for (const statement of statements) expect(await planProblems(ctx.db, ctx.engine, statement)).toEqual([])
})

it('is forgotten after a day, and with the account that it is about', async () => {
  const { test } = await stage()
  const smtp = await startSmtp()
  await useSmtp(test, smtp.port)
  const user = await makeUser(test.ctx)
  await sendMail(test.ctx, { to: 'a@example.com', kind: 'taken', userId: user.id })
  await test.ctx.db.deleteFrom('users').where('id', '=', user.id).execute()
  expect(await rows(test)).toEqual([])
  await sendMail(test.ctx, { to: 'a@example.com', kind: 'test' })
  test.clock.advance(23 * 3600_000)
  await purgeMail(test.ctx)
  expect(await rows(test)).toHaveLength(1)
  test.clock.advance(2 * 3600_000)
  await purgeMail(test.ctx)
  expect(await rows(test)).toEqual([])
})
