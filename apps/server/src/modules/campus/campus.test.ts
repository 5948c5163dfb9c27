import * as adminAudits from '@shiliu/contract/admin/audits'
import * as adminAuth from '@shiliu/contract/admin/auth'
import { providers } from '@shiliu/contract/admin/providers'
import * as settings from '@shiliu/contract/admin/settings'
import * as auth from '@shiliu/contract/auth'
import * as campus from '@shiliu/contract/campus'
import * as emails from '@shiliu/contract/emails'
import * as users from '@shiliu/contract/users'
import { describe, expect, it } from 'vitest'
import { findResetAccounts } from '#modules/auth/password-resets.service.ts'
import { ban } from '#modules/sanctions/sanctions.service.ts'
import { tx } from '#platform/db/tx.ts'
import { newBrowser } from '#test/campus-browser.ts'
import { codeOf, countUsers, register, SITE, setUpCas, setUpOidc } from '#test/campus-site.ts'
import { makeUser, PASSWORD } from '#test/factories.ts'
import { CLIENT } from '#test/school-oidc.ts'
import { codeIn, deliver, startSmtp, useSmtp } from '#test/smtp-double.ts'

describe('with OpenID Connect', () => {
  it('makes one account at the first sign-in and finds it at the second', async () => {
    const { test, id, browser } = await setUpOidc()
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
    const { test, school, id, browser } = await setUpOidc()
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
    const { test, id, browser } = await setUpOidc()
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
    const { test, id, browser } = await setUpOidc()
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

  it('takes the code of a second window once, which finds the account that the first has made', async () => {
    const { test, id, browser } = await setUpOidc()
    const other = newBrowser(test)
    const code = codeOf(await other.signIn(id, 's1'))
    const { user } = await register(browser, id, 's1', 'zhangsan')
    const send = () => other.send(campus.register, { body: { code, user_id: 'other_name', nickname: '张三' } })
    expect((await send()).data.user.id).toBe(user.id)
    expect(await send()).toMatchObject({ status: 400, error: 'campus_expired' })
    expect(await countUsers(test)).toBe(1)
  })

  it('keeps a sign-in to the browser that began it, to one use and to a quarter of an hour', async () => {
    const { test, id, browser } = await setUpOidc()
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
    const { test, id } = await setUpOidc()
    const response = await test.app.inject({ method: 'POST', url: `/api/auth/campus/${id}/start`, payload: {} })
    expect(response.headers['set-cookie']).toMatch(/^shiliu_browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    const url = new URL(response.json().data.url)
    expect(url.searchParams.get('redirect_uri')).toBe(`${SITE}/campus/${id}`)
    expect(url.searchParams.get('code_challenge_method')).toBe('S256')
    expect(url.searchParams.get('nonce')).toMatch(/^[\w-]{43}$/)
  })

  it('begins no sign-in at another address of the site, where nobody comes back to', async () => {
    const { test, id } = await setUpOidc()
    const start = async (origin: string) => {
      const url = `/api/auth/campus/${id}/start`
      const response = await test.app.inject({ method: 'POST', url, headers: { origin }, payload: {} })
      return { status: response.statusCode, cookie: response.headers['set-cookie'], ...response.json() }
    }
    for (const origin of ['http://www.shiliu.test', 'https://shiliu.test', 'http://shiliu.test:8080']) {
      const answer = await start(origin)
      expect(answer, origin).toMatchObject({ status: 400, error: 'campus_elsewhere', message: /http:\/\/shiliu\.test/ })
      expect(answer.cookie).toBeUndefined()
    }
    // Some browsers keep to themselves where their page stands.
    for (const origin of [SITE, 'null']) expect(await start(origin)).toMatchObject({ status: 200 })
  })

  it('says in words that the person did not agree', async () => {
    const { id, browser } = await setUpOidc()
    const answer = await browser.finish(id, await browser.atSchool(await browser.begin(id), { cancel: '1' }))
    expect(answer).toMatchObject({ status: 400, error: 'campus_refused', message: '你没有同意登录，校园账号没有登录' })
  })

  it('refuses who is banned, and makes nobody where the site takes no new accounts', async () => {
    const { test, school, id, browser, change } = await setUpOidc()
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
    const { test, school, id } = await setUpOidc()
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
    const { id, browser, change } = await setUpOidc()
    await change({ registration: 'invite' })
    const first = await browser.signIn(id, 's1')
    expect(first.data.registration).toMatchObject({ invitation: true, closed: false })
    const body = { code: codeOf(first), user_id: 'zhangsan', nickname: '张三' }
    expect(await browser.send(campus.register, { body })).toMatchObject({ error: 'invitation_wrong' })
  })

  it('signs out at the school, too, where it is to', async () => {
    const { test, school, id, admin, browser } = await setUpOidc()
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

it('tells the owner of a sign-in from a device that the account does not know', async () => {
  const { test, id, browser } = await setUpOidc()
  const smtp = await startSmtp()
  await useSmtp(test, smtp.port)
  const { user, device_token } = await register(browser, id, 's1', 'zhangsan')
  const row = { user_id: user.id, email: 'a@example.com', email_key: 'a@example.com', verified_at: 1 }
  await test.ctx.db.insertInto('user_emails').values(row).execute()
  const other = await makeUser(test.ctx)
  const byPassword = await test.ok(auth.login, { body: { user_id: other.user_id, password: PASSWORD } })
  const signIn = async (device_tokens?: string[]) => {
    const one = newBrowser(test)
    const query = await one.atSchool(await one.begin(id), { login: 's1' })
    const answer = await one.send(campus.finish, {
      params: { id: String(id) },
      body: { query, ...(device_tokens && { device_tokens }) },
    })
    expect(answer.data.signed_in?.user.user_id).toBe('zhangsan')
    await deliver(test.ctx)
    return smtp.mails.splice(0)
  }
  expect(await signIn([byPassword.device_token, device_token])).toEqual([])
  const [mail, ...others] = await signIn([byPassword.device_token, 'made up', `${device_token}x`])
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    subject: '小石榴：新设备登录提醒',
    text: expect.stringContaining('小石榴号 zhangsan 刚刚用江南大学的账号在一台没有登录过的设备上登录了'),
  })
  expect(mail?.text).toContain('请马上在学校修改校园账号的密码')
  expect(await signIn()).toHaveLength(1)
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
})

describe('without passwords', () => {
  it('refuses sign-in and registration by password in words, and goes on by campus account', async () => {
    const { test, id, browser, change } = await setUpOidc()
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

  it('resets and changes no passwords of users, and leaves administrators theirs', async () => {
    const { test, admin, change } = await setUpOidc()
    const smtp = await startSmtp()
    await useSmtp(test, smtp.port)
    const { id, user_id, token } = await makeUser(test.ctx)
    const row = { user_id: id, email: 'a@example.com', email_key: 'a@example.com', verified_at: 1 }
    await test.ctx.db.insertInto('user_emails').values(row).execute()
    const ask = async () => {
      const captcha = { id: 'captcha', answer: 'AbCd', expires_at: test.clock.now() + 60_000 }
      await test.ctx.db.insertInto('captchas').values(captcha).execute()
      return test.call(emails.askReset, { body: { account: user_id, captchaId: 'captcha', captchaText: 'abcd' } })
    }
    const reset = (code: string) =>
      test.call(emails.reset, { body: { account: user_id, code, newPassword: 'pomegranate7' } })
    const mails = async () => {
      await findResetAccounts(test.ctx)
      await deliver(test.ctx)
      return smtp.mails
    }
    await ask()
    const code = codeIn((await mails())[0])
    await ask()
    await change({ local_passwords: false })
    const off = { status: 400, error: 'local_passwords_off' }
    // Of the two that were asked for before, one was not sent yet.
    expect(await mails()).toHaveLength(1)
    expect(await ask()).toMatchObject({ ...off, message: '本站现在只能用校园账号登录，不用再重设密码' })
    expect(await reset(code)).toMatchObject({ ...off, message: '本站现在只能用校园账号登录，不用再重设密码' })
    const body = { currentPassword: PASSWORD, newPassword: 'pomegranate7' }
    expect(await test.call(users.changePassword, { params: { id: user_id }, body, token })).toMatchObject({
      ...off,
      message: '本站现在只能用校园账号登录，不用再修改密码',
    })
    await test.ok(adminAuth.changePassword, { body, token: admin.token })
    const again = { username: admin.username, password: 'pomegranate7' }
    expect((await test.ok(adminAuth.login, { body: again })).tokens.access_token).toBeTruthy()
    // The code was not used up, and nothing was changed meanwhile.
    await change({ local_passwords: true })
    await test.ok(auth.login, { body: { user_id, password: PASSWORD } })
    expect(await reset(code)).toMatchObject({ status: 200 })
  })

  it('needs a provider that people can use', async () => {
    const { test, id, admin, change } = await setUpOidc()
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
  const { test, id, admin } = await setUpOidc()
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
