import { audits } from '@shiliu/contract/admin/audits'
import * as auth from '@shiliu/contract/admin/auth'
import { emailDomains } from '@shiliu/contract/admin/domains'
import * as userPage from '@shiliu/contract/admin/user-page'
import * as emails from '@shiliu/contract/emails'
import * as reports from '@shiliu/contract/reports'
import { expect, it } from 'vitest'
import { makeAdmin, makePost, makeUser, PASSWORD } from '#test/factories.ts'
import { deliver, startSmtp, useSmtp } from '#test/smtp-double.ts'
import { createTestApp } from '#test/test-app.ts'
import { sendDigest } from './own-email.service.ts'
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
  return { test, smtp, moderator, setEmail, report, digests }
}

it('takes the own password, and stands in the trail without its text', async () => {
  const { test, moderator, setEmail } = await stage()
  expect(await setEmail(moderator.token, 'mod@example.com', 'wrong1')).toMatchObject({
    status: 400,
    error: 'password_current_wrong',
    field: 'currentPassword',
  })
  expect(await setEmail(moderator.token, 'mod@example.com')).toMatchObject({ status: 200 })
  expect(await test.ok(auth.getEmail, { token: moderator.token })).toEqual({ email: 'mod@example.com' })
  const { data } = await test.ok(audits.list, { query: { resource: 'admins' }, token: moderator.token })
  expect(data[0]).toMatchObject({ record_id: moderator.id, changed: ['email'] })
  expect(JSON.stringify(data)).not.toContain('mod@example.com')
  expect(await setEmail(moderator.token, '')).toMatchObject({ status: 200, data: { email: null } })
})

it('gets what waits once a day from eight on, where the setting says so', async () => {
  const { test, smtp, moderator, setEmail, report, digests } = await stage()
  await setEmail(moderator.token, 'mod@example.com')
  await setEmail((await makeAdmin(test.ctx, 'viewer')).token, 'viewer@example.com')
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

it('gets nothing where nothing waits, or mail is off', async () => {
  const { test, moderator, setEmail, report, digests } = await stage()
  await setEmail(moderator.token, 'mod@example.com')
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
