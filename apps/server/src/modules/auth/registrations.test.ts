/** Who may register, and how often from one address. */
import type { Settings } from '@shiliu/contract/admin/settings'
import * as settings from '@shiliu/contract/admin/settings'
import * as auth from '@shiliu/contract/auth'
import { expect, it, onTestFinished } from 'vitest'
import { buildApp } from '#app.ts'
import { makeAdmin, PASSWORD } from '#test/factories.ts'
import { solved } from '#test/proofs.ts'
import { createTestApp } from '#test/test-app.ts'

/** An application with the limits of a real site and these settings. */
async function setUp(values: Partial<Settings> = {}) {
  const test = await createTestApp()
  const { token } = await makeAdmin(test.ctx)
  await test.ok(settings.update, { body: values, token })
  test.ctx.config.limitFactor = 1
  const app = await buildApp(test.ctx)
  onTestFinished(() => app.close())
  let joined = 0
  const register = async (fields: object = {}, remoteAddress = '10.0.0.1') => {
    const payload = { user_id: `joined${++joined}`, nickname: '新同学', password: PASSWORD, ...fields }
    const response = await app.inject({ method: 'POST', url: '/api/auth/register', payload, remoteAddress })
    return { status: response.statusCode, ...response.json() }
  }
  const captcha = async () => {
    const { captchaId } = await test.ok(auth.captcha)
    const query = test.ctx.db.selectFrom('captchas').select('answer').where('id', '=', captchaId)
    return { captchaId, captchaText: (await query.executeTakeFirstOrThrow()).answer }
  }
  const change = (body: Partial<Settings>) => test.ok(settings.update, { body, token })
  return { test, register, captcha, change }
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
  expect(await test.ok(auth.registration)).toEqual({ mode: 'open', captcha: false })
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
  const { test, register, captcha, change } = await setUp({ registration: 'invite', invitation_codes: ['shiliu-2026'] })
  expect(await test.ok(auth.registration)).toEqual({ mode: 'invite', captcha: true })
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
  await change({ invitation_codes: [] })
  const gone = await register({ ...(await captcha()), invitation_code: 'shiliu-2026' })
  expect(gone).toMatchObject({ error: 'invitation_wrong' })
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
