import * as adminAudits from '@shiliu/contract/admin/audits'
import { providers } from '@shiliu/contract/admin/providers'
import * as settings from '@shiliu/contract/admin/settings'
import * as auth from '@shiliu/contract/auth'
import * as campus from '@shiliu/contract/campus'
import * as users from '@shiliu/contract/users'
import { describe, expect, it, onTestFinished } from 'vitest'
import { deleteUserAccount } from '#modules/account/deletion.service.ts'
import { ban } from '#modules/sanctions/sanctions.service.ts'
import { tx } from '#platform/db/tx.ts'
import { newBrowser } from '#test/campus-browser.ts'
import { makeAdmin, makeUser, PASSWORD } from '#test/factories.ts'
import { logoutMessage, startSchoolCas } from '#test/school-cas.ts'
import { CLIENT, startSchoolOidc } from '#test/school-oidc.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

const SITE = 'http://shiliu.test'

const BADGES = { badge_attribute: 'affiliation', badges: 'faculty=教职工，student=学生' }

async function setUp() {
  const [school, test] = await Promise.all([startSchoolOidc(SITE), createTestApp({ PUBLIC_URL: SITE })])
  onTestFinished(school.close)
  const admin = await makeAdmin(test.ctx, 'administrator')
  const body = { kind: 'oidc', name: '江南大学', address: school.address, ...CLIENT, ...BADGES } as const
  const { id } = await test.ok(providers.create, { body, token: admin.token })
  school.people.s1 = { name: '张三', preferred_username: 'zhangsan', affiliation: ['member', 'student'] }
  const change = (body: object) => test.ok(settings.update, { body, token: admin.token })
  return { school, test, id, admin, change, browser: newBrowser(test) }
}

async function setUpCas() {
  const [school, test] = await Promise.all([startSchoolCas(`${SITE}/campus/`), createTestApp({ PUBLIC_URL: SITE })])
  onTestFinished(school.close)
  const admin = await makeAdmin(test.ctx, 'administrator')
  const body = { kind: 'cas', name: '校园账号', address: `${school.address}/login`, ...BADGES } as const
  const { id } = await test.ok(providers.create, { body, token: admin.token })
  school.people.lisi = { name: '李<四>&', affiliation: ['faculty'] }
  return { school, test, id, admin, browser: newBrowser(test) }
}

const codeOf = (answer: { data: { registration: { code: string } | null } }) => answer.data.registration?.code ?? ''

/** An account with a school account linked, made as people make one. */
async function register(browser: ReturnType<typeof newBrowser>, id: number, login: string, user_id: string) {
  const code = codeOf(await browser.signIn(id, login))
  const answer = await browser.send(campus.register, { body: { code, user_id, nickname: '同学' } })
  expect(answer).toMatchObject({ status: 200 })
  return answer.data
}

const countUsers = async ({ ctx }: TestApp) => (await ctx.db.selectFrom('users').select('id').execute()).length

describe('with OpenID Connect', () => {
  it('makes one account at the first sign-in and finds it at the second', async () => {
    const { test, id, browser } = await setUp()
    expect(await test.ok(campus.list)).toEqual({ providers: [{ id, name: '江南大学' }], local_passwords: true })
    const first = await browser.signIn(id, 's1')
    expect(first.data).toMatchObject({
      signed_in: null,
      linked: false,
      registration: { user_id: 'zhangsan', nickname: '张三', badge: '学生', invitation: false, closed: false },
    })
    expect(await countUsers(test)).toBe(0)
    const body = { code: codeOf(first), user_id: 'zhangsan', nickname: '小张' }
    const made = await browser.send(campus.register, { body })
    expect(made.data.user).toMatchObject({ user_id: 'zhangsan', nickname: '小张', campus_badge: '学生' })
    expect(await test.ok(auth.me, { token: made.data.tokens.access_token })).toMatchObject({ user_id: 'zhangsan' })
    expect(await test.ok(users.get, { params: { id: 'zhangsan' } })).toMatchObject({ campus_badge: '学生' })
    // The code is worth nothing any more, and a password was never set.
    expect((await newBrowser(test).send(campus.register, { body })).error).toBe('campus_expired')
    expect((await test.call(auth.login, { body: { user_id: 'zhangsan', password: 'x' } })).error).toBe(
      'credentials_wrong',
    )
    const second = await newBrowser(test).signIn(id, 's1')
    expect(second.data.signed_in?.user.id).toBe(made.data.user.id)
    expect(await countUsers(test)).toBe(1)
  })

  it('shows the badge that the school gives now', async () => {
    const { test, school, id, browser } = await setUp()
    await register(browser, id, 's1', 'zhangsan')
    const badge = async () => (await test.ok(users.get, { params: { id: 'zhangsan' } })).campus_badge
    school.people.s1 = { name: '张三', affiliation: 'faculty' }
    await browser.signIn(id, 's1')
    expect(await badge()).toBe('教职工')
    school.people.s1 = { name: '张三', affiliation: 'alum' }
    await browser.signIn(id, 's1')
    expect(await badge()).toBeNull()
  })

  it('makes one account of two windows that register at once', async () => {
    const { test, id, browser } = await setUp()
    const other = newBrowser(test)
    const codes = [codeOf(await browser.signIn(id, 's1')), codeOf(await other.signIn(id, 's1'))]
    const send = (one: typeof browser, i: number, user_id: string) =>
      one.send(campus.register, { body: { code: codes[i] ?? '', user_id, nickname: '张三' } })
    const answers = await Promise.all([send(browser, 0, 'one_name'), send(other, 1, 'other_name')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(answers.map(({ data }) => data.user.id)).size).toBe(1)
    expect(await countUsers(test)).toBe(1)
  })

  it('does so where both ask for the same 小石榴号', async () => {
    const { test, id, browser } = await setUp()
    const windows = [browser, newBrowser(test), newBrowser(test)]
    const codes = await Promise.all(windows.map(async (one) => codeOf(await one.signIn(id, 's1'))))
    const answers = await Promise.all(
      windows.map((one, i) =>
        one.send(campus.register, { body: { code: codes[i] ?? '', user_id: 'zhangsan', nickname: '张三' } }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await countUsers(test)).toBe(1)
  })

  it('keeps a sign-in to the browser that began it, to one use and to a quarter of an hour', async () => {
    const { test, id, browser } = await setUp()
    const begun = async () => browser.atSchool(await browser.begin(id), { login: 's1' })
    const query = await begun()
    const stranger = newBrowser(test)
    expect((await stranger.finish(id, query)).error).toBe('campus_expired')
    await stranger.begin(id)
    expect((await stranger.finish(id, query)).error).toBe('campus_expired')
    expect((await browser.finish(id, query)).status).toBe(200)
    expect((await browser.finish(id, query)).error).toBe('campus_expired')
    const late = await begun()
    test.clock.advance(16 * 60_000)
    expect((await browser.finish(id, late)).error).toBe('campus_expired')
    // A state of nobody, and the answer to another sign-in.
    expect((await browser.finish(id, 'code=x&state=y')).error).toBe('campus_expired')
    const [one, two] = [new URLSearchParams(await begun()), new URLSearchParams(await begun())]
    one.set('code', two.get('code') ?? '')
    expect((await browser.finish(id, String(one))).error).toBe('campus_refused')
  })

  it('has the browser hold a cookie that scripts and other sites cannot use', async () => {
    const { test, id } = await setUp()
    const response = await test.app.inject({ method: 'POST', url: `/api/auth/campus/${id}/start`, payload: {} })
    expect(response.headers['set-cookie']).toMatch(/^shiliu_browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    const url = new URL(response.json().data.url)
    expect(url.searchParams.get('redirect_uri')).toBe(`${SITE}/campus/${id}`)
    expect(url.searchParams.get('code_challenge_method')).toBe('S256')
    expect(url.searchParams.get('nonce')).toMatch(/^[\w-]{43}$/)
    const { app } = await createTestApp({ PUBLIC_URL: 'https://shiliu.test' })
    expect((await app.inject({ method: 'POST', url: '/api/auth/campus/1/start', payload: {} })).statusCode).toBe(404)
  })

  it('says in words that the person did not agree', async () => {
    const { id, browser } = await setUp()
    const answer = await browser.finish(id, await browser.atSchool(await browser.begin(id), { cancel: '1' }))
    expect(answer).toMatchObject({ status: 400, error: 'campus_refused', message: '你没有同意登录，校园账号没有登录' })
  })

  it('refuses who is banned, and makes nobody where the site takes no new accounts', async () => {
    const { test, school, id, browser, change } = await setUp()
    const made = await register(browser, id, 's1', 'zhangsan')
    await change({ site_mode: 'read_only' })
    expect((await browser.signIn(id, 's1')).data.signed_in?.user.id).toBe(made.user.id)
    school.people.s2 = { name: '王五' }
    const newcomer = newBrowser(test)
    const closed = await newcomer.signIn(id, 's2')
    expect(closed.data.registration).toMatchObject({ closed: true, nickname: '王五' })
    const body = { code: codeOf(closed), user_id: 'wangwu', nickname: '王五' }
    expect((await newcomer.send(campus.register, { body })).error).toBe('registration_closed')
    await change({ site_mode: 'open', registration: 'campus' })
    expect((await newcomer.send(campus.register, { body })).status).toBe(200)
    const actor = { key: 'admin:1', name: 'admin' }
    const sanction = { reason: '刷屏', note: '', until: null, hideContent: false }
    await tx(test.ctx, (t) => ban(t, made.user.id, actor, sanction))
    expect(await browser.signIn(id, 's1')).toMatchObject({ status: 400, error: 'account_disabled', message: /刷屏/ })
  })

  it('suggests no number of a student, and names that are free and short enough', async () => {
    const { test, school, id } = await setUp()
    await makeUser(test.ctx, { user_id: 'zhangsan' })
    const suggested = async (login: string) => (await newBrowser(test).signIn(id, login)).data.registration
    expect((await suggested('s1'))?.user_id).toMatch(/^zhangsan_[a-z0-9]{6}$/)
    school.people['3210301234'] = { name: '阿卜杜热合曼·买买提艾力' }
    expect(await suggested('3210301234')).toMatchObject({
      user_id: expect.stringMatching(/^campus_[a-z0-9]{6}$/),
      nickname: '阿卜杜热合曼·买买提',
    })
  })

  it('asks for an invitation where the site does', async () => {
    const { id, browser, change } = await setUp()
    await change({ registration: 'invite' })
    const first = await browser.signIn(id, 's1')
    expect(first.data.registration).toMatchObject({ invitation: true, closed: false })
    const body = { code: codeOf(first), user_id: 'zhangsan', nickname: '张三' }
    expect(await browser.send(campus.register, { body })).toMatchObject({ error: 'invitation_wrong' })
  })

  it('signs out at the school, too, where it is to', async () => {
    const { test, school, id, admin, browser } = await setUp()
    await test.ok(providers.update, { params: { id: String(id) }, body: { ends_session: true }, token: admin.token })
    const { tokens } = await register(browser, id, 's1', 'zhangsan')
    const { url } = await test.ok(campus.logout, { token: tokens.access_token })
    expect(url).toMatch(`${school.address}/session/end?`)
    expect(new URL(url ?? '').searchParams.get('post_logout_redirect_uri')).toBe(`${SITE}/`)
    expect((await test.call(auth.me, { token: tokens.access_token })).status).toBe(401)
    expect((await fetch(url ?? '')).status).toBe(200)
    // Who came with a password goes nowhere.
    const other = await makeUser(test.ctx)
    expect(await test.ok(campus.logout, { token: other.token })).toEqual({ url: null })
  })
})

describe('with CAS', () => {
  it('makes an account by a ticket, finds it again, and takes no ticket twice', async () => {
    const { test, school, id, browser } = await setUpCas()
    const first = await browser.signIn(id, 'lisi')
    expect(first.data.registration).toMatchObject({ user_id: 'lisi', nickname: '李<四>&', badge: '教职工' })
    const body = { code: codeOf(first), user_id: 'lisi', nickname: '李四' }
    const made = await browser.send(campus.register, { body })
    expect((await browser.signIn(id, 'lisi')).data.signed_in?.user.id).toBe(made.data.user.id)
    const ticket = [...school.tickets.keys()][0] ?? ''
    const state = new URL(new URL(await browser.begin(id)).searchParams.get('service') ?? '').searchParams.get('state')
    expect((await browser.finish(id, `state=${state}&ticket=${ticket}`)).error).toBe('campus_refused')
    expect(await countUsers(test)).toBe(1)
  })

  it.each([
    ['HTML', '<html><body>busy</body></html>'],
    ['nothing', ''],
    ['an entity', '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'],
    [
      'another namespace',
      '<cas:serviceResponse xmlns:cas="urn:evil"><cas:authenticationSuccess><cas:user>lisi</cas:user></cas:authenticationSuccess></cas:serviceResponse>',
    ],
    [
      'two users',
      '<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas"><cas:authenticationSuccess><cas:user>a</cas:user><cas:user>lisi</cas:user></cas:authenticationSuccess></cas:serviceResponse>',
    ],
    [
      'no user',
      '<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas"><cas:authenticationSuccess/></cas:serviceResponse>',
    ],
    ['too much', `<x>${'y'.repeat(600_000)}</x>`],
  ])('signs nobody in by %s', async (_, answer) => {
    const { test, school, id, browser } = await setUpCas()
    school.answer = answer
    expect(await browser.signIn(id, 'lisi')).toMatchObject({ status: 503, error: 'campus_unavailable' })
    expect(await test.ctx.db.selectFrom('campus_flows').selectAll().execute()).toEqual([])
  })

  it('ends the sessions of a ticket when the CAS says so, and of no other text', async () => {
    const { test, school, id, browser } = await setUpCas()
    const { tokens } = await register(browser, id, 'lisi', 'lisi')
    const isIn = async () => (await test.call(auth.me, { token: tokens.access_token })).status === 200
    const post = async (url: string, logoutRequest: string) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const payload = String(new URLSearchParams({ logoutRequest }))
      return (await test.app.inject({ method: 'POST', url, headers, payload })).statusCode
    }
    const ticket = [...school.tickets.keys()][0] ?? ''
    for (const message of ['', 'x', logoutMessage('ST-other'), `<!DOCTYPE a>${logoutMessage(ticket)}`]) {
      expect(await post(`/campus/${id}`, message)).toBe(204)
    }
    expect(await post(`/campus/${id + 1}`, logoutMessage(ticket))).toBe(204)
    expect(await isIn()).toBe(true)
    expect(await post(`/campus/${id}`, logoutMessage(ticket))).toBe(204)
    expect(await isIn()).toBe(false)
  })
})

describe('links', () => {
  it('are added to and removed from an account, but not the last way in', async () => {
    const { test, id, browser } = await setUp()
    const user = await makeUser(test.ctx)
    const links = (token: string) => test.ok(campus.links, { token })
    expect(await links(user.token)).toMatchObject({ has_password: true, links: [], providers: [{ id }] })
    const { token } = user
    const linked = await browser.finish(
      id,
      await browser.atSchool(await browser.begin(id, { link: true, token }), { login: 's1' }),
      token,
    )
    expect(linked.data).toMatchObject({ linked: true, signed_in: null, registration: null })
    const shown = await links(token)
    expect(shown).toMatchObject({
      links: [{ provider: '江南大学', account: 'zhangsan', badge: '学生' }],
      providers: [],
    })
    expect((await browser.signIn(id, 's1')).data.signed_in?.user.id).toBe(user.id)
    const other = await makeUser(test.ctx)
    const params = { id: String(shown.links[0]?.id) }
    expect((await test.call(campus.unlink, { params, token: other.token })).error).toBe('record_not_found')
    await test.ok(campus.unlink, { params, token })
    expect((await test.ok(users.get, { params: { id: user.user_id } })).campus_badge).toBeNull()
    expect((await links(token)).links).toEqual([])
  })

  it('belong to one account only, and to who began', async () => {
    const { test, id, browser } = await setUp()
    await register(browser, id, 's1', 'zhangsan')
    const [user, other] = [await makeUser(test.ctx), await makeUser(test.ctx)]
    const query = async () =>
      browser.atSchool(await browser.begin(id, { link: true, token: user.token }), { login: 's1' })
    expect((await browser.finish(id, await query(), user.token)).error).toBe('campus_taken')
    expect((await browser.finish(id, await query(), other.token)).error).toBe('campus_expired')
    expect((await browser.finish(id, await query())).error).toBe('campus_expired')
  })

  it('of a first sign-in may go to an account that there is', async () => {
    const { test, id, browser } = await setUp()
    const user = await makeUser(test.ctx)
    const body = { code: codeOf(await browser.signIn(id, 's1')) }
    expect((await newBrowser(test).send(campus.link, { body, token: user.token })).error).toBe('campus_expired')
    expect((await browser.send(campus.link, { body, token: user.token })).status).toBe(200)
    expect((await browser.send(campus.link, { body, token: user.token })).error).toBe('campus_expired')
    expect((await browser.signIn(id, 's1')).data.signed_in?.user.id).toBe(user.id)
  })

  it('stay until the account has a password, which it may set once', async () => {
    const { test, id, browser } = await setUp()
    const { tokens } = await register(browser, id, 's1', 'zhangsan')
    const token = tokens.access_token
    const [link] = (await test.ok(campus.links, { token })).links
    const params = { id: String(link?.id) }
    expect((await test.call(campus.unlink, { params, token })).error).toBe('campus_last_way')
    expect((await test.call(campus.setPassword, { body: { newPassword: 'zhangsan' }, token })).error).toBe(
      'password_is_id',
    )
    await test.ok(campus.setPassword, { body: { newPassword: 'pomegranate7' }, token })
    expect((await test.call(campus.setPassword, { body: { newPassword: 'pomegranate8' }, token })).error).toBe(
      'password_exists',
    )
    await test.ok(auth.login, { body: { user_id: 'zhangsan', password: 'pomegranate7' } })
    await test.ok(campus.unlink, { params, token })
    expect((await browser.signIn(id, 's1')).data.signed_in).toBeNull()
  })

  it('go with the account', async () => {
    const { test, id, browser } = await setUp()
    const { user } = await register(browser, id, 's1', 'zhangsan')
    await deleteUserAccount(test.ctx, user.id)
    expect(await test.ctx.db.selectFrom('campus_identities').selectAll().execute()).toEqual([])
    expect(await test.ctx.db.selectFrom('campus_sessions').selectAll().execute()).toEqual([])
    expect((await browser.signIn(id, 's1')).data.registration).toMatchObject({ nickname: '张三' })
  })
})

describe('without passwords', () => {
  it('refuses sign-in and registration by password in words, and goes on by campus account', async () => {
    const { test, id, browser, change } = await setUp()
    const user = await makeUser(test.ctx)
    await change({ local_passwords: false })
    expect(await test.call(auth.login, { body: { user_id: user.user_id, password: PASSWORD } })).toMatchObject({
      status: 400,
      error: 'local_passwords_off',
      message: '本站只能用校园账号登录',
    })
    expect(await test.ok(auth.registration)).toMatchObject({ mode: 'campus' })
    const body = { user_id: 'newcomer', nickname: '新生', password: 'pomegranate7' }
    expect((await test.call(auth.register, { body })).error).toBe('registration_campus')
    expect((await test.ok(campus.list)).local_passwords).toBe(false)
    expect((await register(browser, id, 's1', 'zhangsan')).user.user_id).toBe('zhangsan')
    // Who is signed in stays so.
    await test.ok(auth.me, { token: user.token })
  })

  it('needs a provider that people can use', async () => {
    const { test, id, admin, change } = await setUp()
    const params = { id: String(id) }
    const { token } = admin
    await test.ok(providers.update, { params, body: { is_active: false }, token })
    expect((await test.call(settings.update, { body: { local_passwords: false }, token })).error).toBe(
      'provider_needed',
    )
    await test.ok(providers.update, { params, body: { is_active: true }, token })
    await change({ local_passwords: false })
    expect((await test.call(providers.update, { params, body: { is_active: false }, token })).error).toBe(
      'provider_needed',
    )
    expect((await test.call(providers.remove, { params, token })).error).toBe('provider_needed')
  })
})

it('keeps the secret to itself, and asks for it again where the address changes', async () => {
  const { test, id, admin } = await setUp()
  const { token } = admin
  const params = { id: String(id) }
  const stored = await test.ctx.db.selectFrom('campus_providers').selectAll().executeTakeFirstOrThrow()
  expect(stored.client_secret).not.toContain(CLIENT.client_secret)
  const row = await test.ok(providers.get, { params, token })
  expect(row).toMatchObject({ has_secret: 1, return_url: `${SITE}/campus/${id}` })
  expect(JSON.stringify(row)).not.toContain(CLIENT.client_secret)
  expect(JSON.stringify(await test.ok(adminAudits.audits.list, { token }))).not.toContain(CLIENT.client_secret)
  const moved = { address: 'https://evil.example' }
  expect(await test.call(providers.update, { params, body: moved, token })).toMatchObject({
    status: 400,
    field: 'client_secret',
  })
  await test.ok(providers.update, { params, body: { ...moved, client_secret: 'another' }, token })
})
