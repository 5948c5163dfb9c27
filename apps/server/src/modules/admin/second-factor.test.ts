import * as named from '@shiliu/contract/admin/admins'
import { audits } from '@shiliu/contract/admin/audits'
import * as auth from '@shiliu/contract/admin/auth'
import * as api from '@shiliu/contract/admin/second-factor'
import * as settings from '@shiliu/contract/admin/settings'
import { tags } from '@shiliu/contract/admin/tags'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#platform/clock.ts'
import { makeAdmin, PASSWORD, type TestAdmin } from '#test/factories.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { sealSecondFactors } from './second-factor.service.ts'

const PERIOD_MS = 30_000
const password = { currentPassword: PASSWORD }

async function stage() {
  const test = await createTestApp()
  return { test, admin: await makeAdmin(test.ctx) }
}

const codeOf = (test: TestApp, secret: string, periods = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: test.clock.now() + periods * PERIOD_MS })

/** Sets the second factor up and moves on, so that the code of now was not used yet. */
async function enrol(test: TestApp, { token }: TestAdmin) {
  const { secret } = await test.ok(api.begin, { body: password, token })
  const { recovery_codes } = await test.ok(api.confirm, { body: { code: codeOf(test, secret) }, token })
  test.clock.advance(3 * PERIOD_MS)
  return { secret, recovery_codes }
}

const signIn = (test: TestApp, { username }: TestAdmin, code?: string) =>
  test.call(auth.login, { body: { username, password: PASSWORD, code } })

describe('a second factor', () => {
  it('is in force once a code of it was sent, and ends the sessions that a password opened', async () => {
    const { test, admin } = await stage()
    const elsewhere = (await signIn(test, admin)).data.tokens.access_token
    const { secret, uri } = await test.ok(api.begin, { body: password, token: admin.token })
    expect(uri).toContain(`otpauth://totp/${encodeURIComponent('小石榴')}:${admin.username}?`)
    expect(uri).toContain(`secret=${secret}`)
    expect((await signIn(test, admin)).status).toBe(200)

    const wrong = await test.call(api.confirm, { body: { code: codeOf(test, secret, 7) }, token: admin.token })
    expect(wrong).toMatchObject({ status: 400, error: 'second_factor_wrong', field: 'code' })
    const { recovery_codes } = await test.ok(api.confirm, {
      body: { code: codeOf(test, secret) },
      token: admin.token,
    })
    expect(new Set(recovery_codes).size).toBe(10)
    expect(await test.ok(api.get, { token: admin.token })).toMatchObject({ enabled: true, recovery_codes_left: 10 })
    expect((await test.call(auth.me, { token: elsewhere })).status).toBe(401)
    const { data } = await test.ok(audits.list, { query: { resource: 'admins' }, token: admin.token })
    expect(data[0]).toMatchObject({ changed: ['second_factor'], after: { second_factor: 1 } })
    expect(JSON.stringify(data)).not.toContain(secret)
  })

  it('is asked for after the right password only, in words', async () => {
    const { test, admin } = await stage()
    const { secret } = await enrol(test, admin)
    expect(await signIn(test, admin)).toMatchObject({
      status: 400,
      error: 'second_factor_required',
      message: '请输入验证器上的 6 位验证码，或一个恢复码',
      field: 'code',
    })
    const guess = { username: admin.username, password: 'wrong-one', code: codeOf(test, secret) }
    expect(await test.call(auth.login, { body: guess })).toMatchObject({ error: 'credentials_wrong' })
    expect((await signIn(test, admin, codeOf(test, secret))).status).toBe(200)
  })

  it.each([-1, 0, 1])('takes the code of period %i once, and no older one after it', async (period) => {
    const { test, admin } = await stage()
    const { secret } = await enrol(test, admin)
    const code = codeOf(test, secret, period)
    const older = codeOf(test, secret, period - 1)
    expect((await signIn(test, admin, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200)
    for (const used of [code, older]) {
      expect(await signIn(test, admin, used)).toMatchObject({ status: 400, error: 'second_factor_wrong' })
    }
    test.clock.advance(3 * PERIOD_MS)
    expect((await signIn(test, admin, codeOf(test, secret))).status).toBe(200)
  })

  it.each([-2, 2])('refuses the code of period %i', async (period) => {
    const { test, admin } = await stage()
    const { secret } = await enrol(test, admin)
    expect(await signIn(test, admin, codeOf(test, secret, period))).toMatchObject({ error: 'second_factor_wrong' })
  })

  it('lets one of two sign in with the same code at once', async () => {
    const { test, admin } = await stage()
    const { secret, recovery_codes } = await enrol(test, admin)
    for (const code of [codeOf(test, secret), recovery_codes[0]]) {
      const answers = await Promise.all([signIn(test, admin, code), signIn(test, admin, code)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    }
  })

  it('counts wrong codes like wrong passwords, and a missing one not at all', async () => {
    const { test, admin } = await stage()
    const { secret } = await enrol(test, admin)
    test.ctx.config.limitFactor = 1
    const wrong = codeOf(test, secret, 9)
    for (let i = 0; i < 5; i++) {
      expect(await signIn(test, admin)).toMatchObject({ error: 'second_factor_required' })
      expect(await signIn(test, admin, wrong)).toMatchObject({ error: 'second_factor_wrong' })
    }
    expect(await signIn(test, admin, codeOf(test, secret))).toMatchObject({ status: 429, error: 'proof_required' })
    test.clock.advance(2 * MINUTE_MS)
    expect((await signIn(test, admin, codeOf(test, secret))).status).toBe(200)
  })

  it('takes no more than thirty wrong codes a day, wherever they come from; recovery codes are not counted', async () => {
    const { test, admin } = await stage()
    const { secret, recovery_codes } = await enrol(test, admin)
    test.ctx.config.limitFactor = 1
    const from = async (i: number, code: string | undefined) => {
      const payload = { username: admin.username, password: PASSWORD, code }
      const options = { method: 'POST', url: '/api/auth/admin/login', remoteAddress: `10.0.${i}.1`, payload } as const
      return (await test.app.inject(options)).json()
    }
    for (let i = 0; i < 30; i++) {
      expect(await from(i, codeOf(test, secret, 9))).toMatchObject({ error: 'second_factor_wrong' })
    }
    expect(await from(31, codeOf(test, secret))).toMatchObject({ code: 429, error: 'too_many_requests' })
    expect(await from(32, recovery_codes[0])).toMatchObject({ code: 200 })
  })
})

describe('recovery codes', () => {
  it('sign in once each, and are kept as hashes', async () => {
    const { test, admin } = await stage()
    const { recovery_codes } = await enrol(test, admin)
    const [first = '', second = ''] = recovery_codes
    expect((await signIn(test, admin, first)).status).toBe(200)
    expect(await signIn(test, admin, first)).toMatchObject({ error: 'second_factor_wrong' })
    expect((await signIn(test, admin, second.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
    expect(await test.ok(api.get, { token: admin.token })).toMatchObject({ recovery_codes_left: 8 })
    const rows = await test.ctx.db.selectFrom('recovery_codes').selectAll().execute()
    for (const code of recovery_codes) expect(JSON.stringify(rows)).not.toContain(code.replaceAll('-', ''))
  })

  it('are worth nothing after new ones were made, which asks for the password', async () => {
    const { test, admin } = await stage()
    const { recovery_codes: old } = await enrol(test, admin)
    const renew = (currentPassword: string) =>
      test.call(api.renewRecoveryCodes, { body: { currentPassword }, token: admin.token })
    expect(await renew('wrong-one')).toMatchObject({ status: 400, error: 'password_current_wrong' })
    const { recovery_codes } = (await renew(PASSWORD)).data
    expect(await signIn(test, admin, old[0])).toMatchObject({ error: 'second_factor_wrong' })
    expect((await signIn(test, admin, recovery_codes[0])).status).toBe(200)
  })
})

describe('switching it off', () => {
  it('takes password and code of oneself', async () => {
    const { test, admin } = await stage()
    const { secret } = await enrol(test, admin)
    const off = (body: { currentPassword: string; code: string }) => test.call(api.remove, { body, token: admin.token })
    const code = codeOf(test, secret)
    expect(await off({ currentPassword: 'wrong-one', code })).toMatchObject({ error: 'password_current_wrong' })
    expect(await off({ ...password, code: codeOf(test, secret, 5) })).toMatchObject({ error: 'second_factor_wrong' })
    expect(await test.call(api.begin, { body: password, token: admin.token })).toMatchObject({
      status: 409,
      error: 'second_factor_exists',
    })
    expect((await off({ ...password, code })).status).toBe(200)
    expect((await signIn(test, admin)).status).toBe(200)
  })

  it('is an owner’s for others, whom it signs out', async () => {
    const { test, admin } = await stage()
    const other = await makeAdmin(test.ctx, 'administrator')
    await enrol(test, other)
    const reset = (id: string, token: string) => test.call(named.removeSecondFactor, { params: { id }, token })
    expect(await reset(admin.username, other.token)).toMatchObject({ status: 403 })
    expect(await reset(admin.username, admin.token)).toMatchObject({ error: 'admin_self_second_factor' })
    expect((await reset(other.username, admin.token)).status).toBe(200)
    expect((await test.call(auth.me, { token: other.token })).status).toBe(401)
    expect((await signIn(test, other)).status).toBe(200)
    expect(await reset(other.username, admin.token)).toMatchObject({ error: 'second_factor_missing' })
  })
})

describe('where the site requires it', () => {
  it('who has none sets it up first, and then may do what the role allows', async () => {
    const { test, admin } = await stage()
    const editor = await makeAdmin(test.ctx, 'editor')
    await enrol(test, admin)
    const makeTag = (name: string) => test.call(tags.create, { body: { name }, token: editor.token })
    expect((await makeTag('操场')).status).toBe(200)
    await test.ok(settings.update, { body: { require_second_factor: true }, token: admin.token })
    expect(await makeTag('食堂')).toMatchObject({
      status: 403,
      error: 'second_factor_due',
      message: '本站要求管理员开启两步验证，请先在「我的账号」里绑定验证器',
    })
    expect(await test.ok(auth.me, { token: editor.token })).toMatchObject({ second_factor_due: true })
    await enrol(test, editor)
    expect((await makeTag('食堂')).status).toBe(200)
    expect(await test.ok(auth.me, { token: editor.token })).toMatchObject({ second_factor_due: false })
  })
})

describe('the secret in the database', () => {
  const stored = async (test: TestApp) =>
    (await test.ctx.db.selectFrom('admins').select('totp_secret').executeTakeFirstOrThrow()).totp_secret ?? ''

  it('is encrypted, and good for its administrator alone', async () => {
    const { test, admin } = await stage()
    const { secret } = await test.ok(api.begin, { body: password, token: admin.token })
    expect(await stored(test)).toMatch(/^[\w-]{64}$/)
    await test.ok(api.confirm, { body: { code: codeOf(test, secret) }, token: admin.token })
    test.clock.advance(3 * PERIOD_MS)
    expect((await signIn(test, admin, codeOf(test, secret))).status).toBe(200)
    const other = await makeAdmin(test.ctx)
    const copied = { totp_secret: await stored(test), totp_since: 1 }
    await test.ctx.db.updateTable('admins').set(copied).where('id', '=', other.id).execute()
    expect(await signIn(test, other, codeOf(test, secret))).toMatchObject({ error: 'second_factor_unreadable' })
  })

  it.each([
    ['at the start', (test: TestApp) => sealSecondFactors(test.ctx)],
    ['with the next code', () => Promise.resolve()],
  ])('of versions before is encrypted %s', async (_, start) => {
    const { test, admin } = await stage()
    const { secret } = await enrol(test, admin)
    await test.ctx.db.updateTable('admins').set({ totp_secret: secret }).execute()
    await start(test)
    expect((await signIn(test, admin, codeOf(test, secret))).status).toBe(200)
    expect(await stored(test)).toMatch(/^[\w-]{64}$/)
    test.clock.advance(3 * PERIOD_MS)
    expect((await signIn(test, admin, codeOf(test, secret))).status).toBe(200)
  })

  it('cannot be read after the site’s secret was changed: in words, without counting, and recovery codes go on', async () => {
    const { test, admin } = await stage()
    const { secret, recovery_codes } = await enrol(test, admin)
    test.ctx.config.jwtSecret = 'another secret that is quite as long as the first'
    await sealSecondFactors(test.ctx)
    for (let i = 0; i < 8; i++) {
      expect(await signIn(test, admin, codeOf(test, secret))).toMatchObject({
        status: 400,
        error: 'second_factor_unreadable',
        field: 'code',
        message: expect.stringMatching(/请用恢复码登录后重新绑定.*admin:recover/),
      })
    }
    expect((await signIn(test, admin, recovery_codes[0])).status).toBe(200)
    const off = { ...password, code: recovery_codes[1] ?? '' }
    const { data } = await signIn(test, admin, recovery_codes[2])
    const token = data.tokens.access_token
    expect((await test.call(api.remove, { body: off, token })).status).toBe(200)
    expect((await test.call(api.begin, { body: password, token })).status).toBe(200)
    expect(await stored(test)).toMatch(/^[\w-]{64}$/)
  })
})
