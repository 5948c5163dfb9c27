/** Who may register, and how often from one address. */
import { audits } from '@shiliu/contract/admin/audits'
import { invitations } from '@shiliu/contract/admin/invitations'
import type { Settings } from '@shiliu/contract/admin/settings'
import * as settings from '@shiliu/contract/admin/settings'
import { users } from '@shiliu/contract/admin/users'
import * as auth from '@shiliu/contract/auth'
import { expect, it, onTestFinished } from 'vitest'
import { buildApp } from '#app.ts'
import { up } from '#platform/db/migrations/0034-invitations.ts'
import { openResources } from '#resources.ts'
import { makeAdmin, makeUser, PASSWORD } from '#test/factories.ts'
import { solved } from '#test/proofs.ts'
import { createTestApp } from '#test/test-app.ts'

/** An application with the limits of a real site and these settings. */
async function setUp(values: Partial<Settings> = {}) {
  const test = await createTestApp()
  const { token, id } = await makeAdmin(test.ctx)
  await test.ok(settings.update, { body: values, token })
  test.ctx.config.limitFactor = 1
  const app = await buildApp(test.ctx)
  onTestFinished(() => app.close())
  let joined = 0
  const register = async (fields: object = {}, remoteAddress = '10.0.0.1', on = app) => {
    const payload = { user_id: `joined${++joined}`, nickname: '新同学', password: PASSWORD, ...fields }
    const response = await on.inject({ method: 'POST', url: '/api/auth/register', payload, remoteAddress })
    return { status: response.statusCode, ...response.json() }
  }
  const captcha = async () => {
    const { captchaId } = await test.ok(auth.captcha)
    const query = test.ctx.db.selectFrom('captchas').select('answer').where('id', '=', captchaId)
    return { captchaId, captchaText: (await query.executeTakeFirstOrThrow()).answer }
  }
  const change = (body: Partial<Settings>) => test.ok(settings.update, { body, token })
  return { test, register, captcha, change, token, adminId: id }
}

it('takes five a day from an address by captcha, and more by proofs of work', async () => {
  const { test, register, captcha } = await setUp()
  for (let i = 0; i < 5; i++) expect(await register(await captcha())).toMatchObject({ status: 200 })
  const refused = await register(await captcha())
  expect(refused).toMatchObject({ status: 429, message: expect.stringContaining('小时') })
  expect(await register(await captcha(), '10.0.0.2')).toMatchObject({ status: 200 })
  expect(await register({ proof: await solved(test, 'register') })).toMatchObject({ status: 200 })
  test.clock.advance(24 * 3600 * 1000)
  expect(await register(await captcha())).toMatchObject({ status: 200 })
})

it('counts neither empty requests nor wrong captchas nor taken ids', async () => {
  const { register, captcha } = await setUp()
  for (let i = 0; i < 310; i++) await register({ password: '' })
  for (let i = 0; i < 6; i++)
    expect(await register({ ...(await captcha()), captchaText: '!!!!' })).toMatchObject({ status: 400 })
  await register({ ...(await captcha()), user_id: 'taken_id' })
  for (let i = 0; i < 6; i++) {
    const answer = await register({ ...(await captcha()), user_id: 'taken_id' })
    expect(answer).toMatchObject({ error: 'user_id_taken' })
  }
  for (let i = 0; i < 4; i++) expect(await register(await captcha())).toMatchObject({ status: 200 })
})

it('counts a /64 network of IPv6 as one address', async () => {
  const { register, captcha, change } = await setUp()
  await change({ registrations_per_address: 1 })
  expect(await register(await captcha(), '2001:db8:0:1::7')).toMatchObject({ status: 200 })
  expect(await register(await captcha(), '2001:db8:0:1:ffff::')).toMatchObject({ status: 429 })
  expect(await register(await captcha(), '2001:db8:0:2::7')).toMatchObject({ status: 200 })
})

it('takes proofs only where captchas are switched off', async () => {
  const { test, register, captcha } = await setUp({ registrations_per_address: 0 })
  expect(await test.ok(auth.registration)).toMatchObject({ mode: 'open', captcha: false, mail: false })
  expect(await register(await captcha())).toMatchObject({ status: 403, error: 'captcha_refused' })
  expect(await register({ proof: await solved(test, 'login') })).toMatchObject({ error: 'proof_wrong' })
  const proof = await solved(test, 'register')
  expect(await register({ proof })).toMatchObject({ status: 200 })
  expect(await register({ proof })).toMatchObject({ status: 400, error: 'proof_wrong' })
  const late = await solved(test, 'register')
  test.clock.advance(10 * 60_000)
  expect(await register({ proof: late })).toMatchObject({ error: 'proof_wrong' })
})

it('asks for an invitation code where the site does', async () => {
  const { test, register, captcha, token } = await setUp({ registration: 'invite' })
  await test.ok(invitations.create, { body: { code: 'shiliu-2026', note: '迎新' }, token })
  expect(await test.ok(auth.registration)).toMatchObject({ mode: 'invite', captcha: true, mail: false })
  const kept = await captcha()
  const missing = await register(kept)
  expect(missing).toMatchObject({
    status: 400,
    error: 'invitation_wrong',
    message: '请输入邀请码',
    field: 'invitation_code',
  })
  const wrong = await register({ ...kept, invitation_code: 'another' })
  expect(wrong).toMatchObject({ status: 400, error: 'invitation_wrong', message: '邀请码不正确' })
  expect(await register({ ...kept, invitation_code: ' Shiliu-2026 ' })).toMatchObject({ status: 200 })
  const { data } = await test.ok(invitations.list, { token })
  expect(data).toMatchObject([{ code: 'shiliu-2026', uses_left: null, used_count: 1 }])
  const [row] = data
  const who = await test.ok(users.list, { query: { invitation_id: String(row?.id) }, token })
  expect(who.data).toMatchObject([{ nickname: '新同学', invitation_id: row?.id }])
  await test.ok(invitations.removeMany, { body: { ids: data.map(({ id }) => id) }, token })
  const gone = await register({ ...(await captcha()), invitation_code: 'shiliu-2026' })
  expect(gone).toMatchObject({ error: 'invitation_wrong' })
})

it('gives the last use of a code to one of two who register at once, on any node', async () => {
  const { test, register, token, captcha } = await setUp({ registration: 'invite' })
  const { id } = await test.ok(invitations.create, { body: { uses_left: 1 }, token })
  const { code } = await test.ok(invitations.get, { params: { id: String(id) }, token })
  expect(code).toMatch(/^[a-z2-9]{10}$/)
  const bodies = [await captcha(), await captcha()].map((proof) => ({ ...proof, invitation_code: code }))
  const other = await openResources(test.ctx.config, { log: test.ctx.log, clock: test.clock })
  onTestFinished(() => other.close())
  const app = await buildApp(other.ctx)
  onTestFinished(() => app.close())
  const answers = await Promise.all([register(bodies[0]), register(bodies[1], '10.0.0.2', app)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  const refused = { error: 'invitation_wrong', message: '这个邀请码已经用完', field: 'invitation_code' }
  expect(answers.find(({ status }) => status === 400)).toMatchObject(refused)
  const kept = await captcha()
  expect(await register({ ...kept, invitation_code: code })).toMatchObject({ status: 400, ...refused })
  await test.ok(invitations.update, { params: { id: String(id) }, body: { uses_left: 1 }, token })
  const { data } = await test.ok(invitations.list, { token })
  expect(data).toMatchObject([{ uses_left: 1, used_count: 1 }])
  // Nobody who fails takes a use.
  expect(await register({ ...kept, invitation_code: code, captchaText: '!!!!' })).toMatchObject({ status: 400 })
  const taken = { ...(await captcha()), invitation_code: code }
  const mine = { user_id: 'somebody' }
  await makeUser(test.ctx, mine)
  expect(await register({ ...taken, ...mine })).toMatchObject({ error: 'user_id_taken' })
  expect(await register({ ...(await captcha()), invitation_code: code })).toMatchObject({ status: 200 })
})

it('takes a code until the end of its last day in the site’s time zone', async () => {
  const { test, register, token, captcha } = await setUp({ registration: 'invite' })
  // 01:59 and 00:00 there.
  test.ctx.config.timeZone = 'Asia/Shanghai'
  const body = { code: 'spring', expires_on: '2026-09-30' }
  await test.ok(invitations.create, { body, token })
  const at = (time: string) => test.clock.advance(Date.parse(time) - test.clock.now())
  const code = { invitation_code: 'spring' }
  at('2026-09-30T15:59:00Z')
  const fresh = (await makeAdmin(test.ctx)).token
  expect(await register({ ...(await captcha()), ...code })).toMatchObject({ status: 200 })
  expect(await test.ok(settings.get, { token: fresh })).toMatchObject({ has_invitation: true })
  at('2026-09-30T16:00:00Z')
  const late = await register({ ...(await captcha()), ...code })
  expect(late).toMatchObject({ status: 400, error: 'invitation_wrong', message: '这个邀请码已经过期' })
  expect(await test.ok(settings.get, { token: fresh })).toMatchObject({ has_invitation: false })
})

it('keeps codes out of the audit trail, which every administrator reads', async () => {
  const { test, token } = await setUp()
  const { id } = await test.ok(invitations.create, { body: { code: 'first-code', note: '迎新' }, token })
  const params = { id: String(id) }
  await test.ok(invitations.update, { params, body: { code: 'other-code' }, token })
  await test.ok(invitations.update, { params, body: { uses_left: '7' }, token })
  await test.ok(invitations.remove, { params, token })
  const { data } = await test.ok(audits.list, { query: { resource: 'invitations' }, token })
  expect(data.map(({ action, changed, record_name }) => [action, changed, record_name])).toEqual([
    ['delete', [], '迎新'],
    ['update', ['uses_left'], '迎新'],
    ['update', ['code'], '迎新'],
    ['create', [], '迎新'],
  ])
  expect(JSON.stringify(data)).not.toMatch(/first-code|other-code/)
})

it('closes with the site’s registration, and opens again', async () => {
  const { test, register, captcha, change } = await setUp({ registration: 'closed' })
  expect(await test.ok(auth.registration)).toMatchObject({ mode: 'closed' })
  const kept = await captcha()
  const refused = await register(kept)
  expect(refused).toMatchObject({ status: 403, error: 'registration_closed', message: '本站现在不开放注册' })
  await change({ registration: 'open' })
  expect(await register(kept)).toMatchObject({ status: 200 })
})

it('goes on with the codes that were a setting once, and masks them in the audit trail', async () => {
  const { test, register, captcha, token, adminId } = await setUp({ registration: 'invite' })
  const { db, engine } = test.ctx
  const old = { name: 'invitation_codes', value: '["Old-Code","other","OLD-code"]', username: 'admin', updated_at: 5 }
  await db.insertInto('settings').values(old).execute()
  await db
    .insertInto('audits')
    .values({
      ...{ admin_id: adminId, username: 'admin', action: 'update', created_at: 5 },
      ...{ resource: 'settings', record_id: 0, record_name: '' },
      before_json: '{"invitation_codes":[]}',
      after_json: '{"invitation_codes":["Old-Code"],"notes_per_day":5}',
    })
    .execute()
  for (let i = 0; i < 2; i++) await up(db as never, engine)
  expect(await register({ ...(await captcha()), invitation_code: 'old-CODE' })).toMatchObject({ status: 200 })
  const { data } = await test.ok(invitations.list, { query: { sortField: 'id', sortOrder: 'asc' }, token })
  expect(data.map((row) => [row.code, row.uses_left, row.used_count])).toEqual([
    ['OLD-code', null, 1],
    ['other', null, 0],
  ])
  expect(await db.selectFrom('settings').select('name').execute()).toEqual([{ name: 'registration' }])
  const trail = JSON.stringify(await test.ok(audits.list, { query: { resource: 'settings' }, token }))
  expect(trail).not.toContain('Old-Code')
  expect(trail).toContain('"notes_per_day":5')
})
