import { audits } from '@shiliu/contract/admin/audits'
import * as auth from '@shiliu/contract/admin/auth'
import { emailDomains } from '@shiliu/contract/admin/domains'
import * as userPage from '@shiliu/contract/admin/user-page'
import * as emails from '@shiliu/contract/emails'
import * as reports from '@shiliu/contract/reports'
import { expect, it } from 'vitest'
import { purgePendingEmails } from '#modules/auth/pending-emails.service.ts'
import { makeAdmin, makePost, makeUser, PASSWORD } from '#test/factories.ts'
import { codeIn, deliver, startSmtp, useSmtp } from '#test/smtp-double.ts'
import { createTestApp } from '#test/test-app.ts'
import { sendDigest } from './digest.service.ts'
import { writePendingAudits } from './pending-audits.service.ts'

const HOUR = 3600_000

async function stage() {
  const test = await createTestApp()
  const smtp = await startSmtp()
  await useSmtp(test, smtp.port)
  test.ctx.config.timeZone = 'Asia/Shanghai'
  const moderator = await makeAdmin(test.ctx, 'moderator')
  const setEmail = (token: string, email: string, currentPassword = PASSWORD) =>
    test.call(auth.setEmail, { body: { email, currentPassword }, token })
  const confirm = (token: string, code: string) => test.call(auth.confirmEmail, { body: { code }, token })
  /** Sets and verifies it. */
  const own = async (token: string, email: string) => {
    expect(await setEmail(token, email)).toMatchObject({ status: 200, data: { email: null, pending: email } })
    await deliver(test.ctx)
    expect(await confirm(token, codeIn(smtp.mails.pop()))).toMatchObject({
      status: 200,
      data: { email, pending: null },
    })
  }
  const report = async () => {
    const reporter = await makeUser(test.ctx)
    const note = await makePost(test.ctx, await makeUser(test.ctx))
    const body = { target_type: 1 as const, target_id: note.id, reason: 'spam' as const }
    await test.ok(reports.create, { body, token: reporter.token })
  }
  const digests = async () => {
    await sendDigest(test.ctx)
    await deliver(test.ctx)
    return smtp.mails.length
  }
  return { test, smtp, moderator, setEmail, confirm, own, report, digests }
}

it('takes the own password, and stands in the trail without its text', async () => {
  const { test, moderator, setEmail, own } = await stage()
  expect(await setEmail(moderator.token, 'mod@example.com', 'wrong1')).toMatchObject({
    status: 400,
    error: 'password_current_wrong',
    field: 'currentPassword',
  })
  await own(moderator.token, 'mod@example.com')
  expect(await test.ok(auth.getEmail, { token: moderator.token })).toEqual({ email: 'mod@example.com', pending: null })
  const { data } = await test.ok(audits.list, { query: { resource: 'admins' }, token: moderator.token })
  expect(data[0]).toMatchObject({ record_id: moderator.id, changed: ['email'] })
  expect(JSON.stringify(data)).not.toContain('mod@example.com')
  expect(await setEmail(moderator.token, '')).toMatchObject({ status: 200, data: { email: null } })
})

it('is the administrator’s once the code was typed, in half an hour and five tries; nothing goes there before', async () => {
  const { test, smtp, moderator, setEmail, confirm, own, report, digests } = await stage()
  await setEmail(moderator.token, 'mod@example.com')
  await report()
  test.ctx.settings.current.mail_digest = 'daily'
  await digests()
  expect(smtp.mails.map(({ subject }) => subject)).toEqual(['小石榴：验证管理员的邮箱'])
  const code = codeIn(smtp.mails[0])
  const other = await makeAdmin(test.ctx, 'moderator')
  expect(await confirm(other.token, code)).toMatchObject({ status: 400, error: 'code_wrong', field: 'code' })
  for (let i = 0; i < 5; i++) expect(await confirm(moderator.token, 'aaaa-bbbb')).toMatchObject({ error: 'code_wrong' })
  expect(await confirm(moderator.token, code)).toMatchObject({ error: 'code_wrong' })
  expect(await test.ok(auth.getEmail, { token: moderator.token })).toEqual({ email: null, pending: null })
  await setEmail(moderator.token, 'mod@example.com')
  await deliver(test.ctx)
  test.clock.advance(31 * 60_000)
  expect(await confirm(moderator.token, codeIn(smtp.mails.at(-1)))).toMatchObject({ error: 'code_wrong' })
  await purgePendingEmails(test.ctx)
  expect(await test.ctx.db.selectFrom('pending_admin_emails').selectAll().execute()).toEqual([])
  await own(other.token, 'mod@example.com')
  test.ctx.settings.current.mail_host = ''
  expect(await setEmail(other.token, 'new@example.com')).toMatchObject({ status: 409, error: 'mail_off' })
  expect(await setEmail(other.token, '')).toMatchObject({ status: 200, data: { email: null } })
})

it('keeps one code where several are asked for at once', async () => {
  const { test, moderator, setEmail } = await stage()
  const answers = await Promise.all([1, 2, 3, 4].map((i) => setEmail(moderator.token, `mod${i}@example.com`)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await test.ctx.db.selectFrom('pending_admin_emails').select('id').execute()).toHaveLength(1)
})

it('gets what waits once a day from eight on, where the setting says so', async () => {
  const { test, smtp, moderator, own, report, digests } = await stage()
  await own(moderator.token, 'mod@example.com')
  await own((await makeAdmin(test.ctx, 'viewer')).token, 'viewer@example.com')
  await report()
  await report()
  // The clock begins at noon in Shanghai.
  expect(await digests()).toBe(0)
  test.ctx.settings.current.mail_digest = 'daily'
  await Promise.all([sendDigest(test.ctx), sendDigest(test.ctx)])
  expect(await digests()).toBe(1)
  const [mail] = smtp.mails
  expect(mail?.to).toMatchObject({ text: 'mod@example.com' })
  expect(mail?.text).toMatch(/举报：2 项，最早的从 2026-09-01 12:00 等到现在/)
  test.clock.advance(11 * HOUR)
  expect(await digests()).toBe(1)
  test.clock.advance(8 * HOUR)
  // Seven in the morning of the next day, and an hour later.
  expect(await digests()).toBe(1)
  test.clock.advance(HOUR)
  expect(await digests()).toBe(2)
})

it('gets it again once a clock that was ahead is set back', async () => {
  const { test, moderator, own, report, digests } = await stage()
  await own(moderator.token, 'mod@example.com')
  await report()
  test.ctx.settings.current.mail_digest = 'daily'
  test.clock.advance(30 * 24 * HOUR)
  expect(await digests()).toBe(1)
  test.clock.advance(-29 * 24 * HOUR)
  expect(await digests()).toBe(2)
  expect(await digests()).toBe(2)
})

it('gets nothing where nothing waits, or mail is off', async () => {
  const { test, moderator, own, report, digests } = await stage()
  await own(moderator.token, 'mod@example.com')
  test.ctx.settings.current.mail_digest = 'daily'
  expect(await digests()).toBe(0)
  test.clock.advance(24 * HOUR)
  await report()
  test.ctx.settings.current.mail_host = ''
  expect(await digests()).toBe(0)
})

it('shows administrators the address of a user, and notes who looked', async () => {
  const { test, moderator } = await stage()
  const admin = await makeAdmin(test.ctx, 'administrator')
  const ann = await makeUser(test.ctx)
  const row = { user_id: ann.id, email: 'ann@example.com', email_key: 'ann@example.com', verified_at: 1 }
  await test.ctx.db.insertInto('user_emails').values(row).execute()
  const params = { id: String(ann.id) }
  expect(await test.call(userPage.email, { params, token: moderator.token })).toMatchObject({ status: 403 })
  expect(await test.ok(userPage.email, { params, token: admin.token })).toMatchObject({ email: 'ann@example.com' })
  await writePendingAudits(test.ctx)
  const { data } = await test.ok(audits.list, { query: { action: 'view' }, token: admin.token })
  expect(data).toMatchObject([{ resource: 'users', record_id: ann.id, username: admin.username }])
})

it('lets administrators take an address away, which is told and stands in the trail without its text', async () => {
  const { test, smtp, moderator } = await stage()
  const admin = await makeAdmin(test.ctx, 'administrator')
  const ann = await makeUser(test.ctx)
  const row = { user_id: ann.id, email: 'ann@example.com', email_key: 'ann@example.com', verified_at: 1 }
  await test.ctx.db.insertInto('user_emails').values(row).execute()
  const remove = (token: string) => test.call(userPage.removeEmail, { params: { id: String(ann.id) }, token })
  expect(await remove(moderator.token)).toMatchObject({ status: 403 })
  expect(await remove(admin.token)).toMatchObject({ status: 200, message: '邮箱已解除绑定' })
  expect(await remove(admin.token)).toMatchObject({ status: 409, error: 'email_missing' })
  await deliver(test.ctx)
  expect(smtp.mails.map(({ subject }) => subject)).toEqual(['小石榴：邮箱已解除绑定'])
  const { data } = await test.ok(audits.list, { query: { resource: 'users' }, token: admin.token })
  expect(data).toMatchObject([{ record_id: ann.id, action: 'update', changed: ['email'] }])
  expect(JSON.stringify(data)).not.toContain('ann@example.com')
})

it('bans a domain and what is below it, until the ban is lifted', async () => {
  const { test, moderator } = await stage()
  const admin = await makeAdmin(test.ctx, 'administrator')
  const ann = await makeUser(test.ctx)
  const bind = (email: string) => test.call(emails.begin, { body: { email, password: PASSWORD }, token: ann.token })
  const body = { domain: 'Trash.Example.com' }
  expect(await test.call(emailDomains.create, { body, token: moderator.token })).toMatchObject({ status: 403 })
  const { id } = await test.ok(emailDomains.create, { body, token: admin.token })
  expect(await test.call(emailDomains.create, { body, token: admin.token })).toMatchObject({
    status: 409,
    field: 'domain',
  })
  expect(await bind('a@trash.example.com')).toMatchObject({ status: 400, error: 'email_domain' })
  expect(await bind('a@x.TRASH.example.com')).toMatchObject({ status: 400, error: 'email_domain' })
  expect(await bind('a@example.com')).toMatchObject({ status: 200 })
  await test.ok(emailDomains.remove, { params: { id: String(id) }, token: admin.token })
  expect(await bind('a@trash.example.com')).toMatchObject({ status: 200 })
})
