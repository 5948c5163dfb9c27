/** Linking school accounts to accounts that there are, and unlinking them. */
import * as auth from '@shiliu/contract/auth'
import * as campus from '@shiliu/contract/campus'
import * as users from '@shiliu/contract/users'
import { describe, expect, it } from 'vitest'
import { deleteUserAccount } from '#modules/account/deletion.service.ts'
import { newBrowser } from '#test/campus-browser.ts'
import { codeOf, register, setUpCas, setUpOidc } from '#test/campus-site.ts'
import { makeUser, PASSWORD } from '#test/factories.ts'
import { afterReading, signal } from '#test/interleave.ts'
import { deliver, startSmtp, useSmtp } from '#test/smtp-double.ts'
import { finishSignIn } from './sign-in.service.ts'

describe('links', () => {
  it('are added to and removed from an account, of which its address is told', async () => {
    const { test, id, browser } = await setUpOidc()
    const smtp = await startSmtp()
    await useSmtp(test, smtp.port)
    const user = await makeUser(test.ctx)
    const row = { user_id: user.id, email: 'a@example.com', email_key: 'a@example.com', verified_at: 1 }
    await test.ctx.db.insertInto('user_emails').values(row).execute()
    const told = async () => {
      await deliver(test.ctx)
      return smtp.mails.splice(0).map(({ subject, text }) => `${subject} ${text}`)
    }
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
    expect(await told()).toEqual([expect.stringMatching(/：连上了校园账号[\s\S]*连上了江南大学的一个账号/)])
    expect((await browser.signIn(id, 's1')).data.signed_in?.user.id).toBe(user.id)
    await told()
    const other = await makeUser(test.ctx)
    const params = { id: String(shown.links[0]?.id) }
    expect((await test.call(campus.unlink, { params, token: other.token })).error).toBe('record_not_found')
    await test.ok(campus.unlink, { params, token })
    expect((await test.ok(users.get, { params: { id: user.user_id } })).campus_badge).toBeNull()
    expect((await links(token)).links).toEqual([])
    expect(await told()).toEqual([expect.stringMatching(/：校园账号已断开[\s\S]*断开了江南大学的账号/)])
  })

  it('belong to one account only, and to who began', async () => {
    const { test, id, browser } = await setUpOidc()
    await register(browser, id, 's1', 'zhangsan')
    const [user, other] = [await makeUser(test.ctx), await makeUser(test.ctx)]
    const query = async () =>
      browser.atSchool(await browser.begin(id, { link: true, token: user.token }), { login: 's1' })
    expect((await browser.finish(id, await query(), user.token)).error).toBe('campus_taken')
    expect((await browser.finish(id, await query(), other.token)).error).toBe('campus_expired')
    expect((await browser.finish(id, await query())).error).toBe('campus_expired')
  })

  it.each([
    ['OpenID Connect', setUpOidc, 's1'],
    ['CAS', setUpCas, 'lisi'],
  ] as const)(
    'end the sessions that they opened when they are removed, but not the own: %s',
    async (_, setUp, login) => {
      const { test, id, browser } = await setUp()
      const { user, tokens } = await register(browser, id, login, 'zhangsan')
      const byLink = async (as: string) =>
        (await newBrowser(test).signIn(id, as)).data.signed_in?.tokens.access_token ?? ''
      const [own, phone] = [tokens.access_token, await byLink(login)]
      await test.ok(campus.setPassword, { body: { newPassword: 'pomegranate7' }, token: own })
      const again = await byLink(login)
      const signIn = { body: { user_id: user.user_id, password: 'pomegranate7' } }
      const byPassword = (await test.ok(auth.login, signIn)).tokens.access_token
      const stranger = (await register(newBrowser(test), id, 's9', 'wangwu')).tokens.access_token
      const [link] = (await test.ok(campus.links, { token: own })).links
      const areIn = () =>
        Promise.all(
          [own, phone, again, byPassword, stranger].map(async (token) => (await test.call(auth.me, { token })).status),
        )
      expect(await areIn()).toEqual([200, 401, 200, 200, 200])
      await test.ok(campus.unlink, { params: { id: String(link?.id) }, token: own })
      expect(await areIn()).toEqual([200, 401, 401, 200, 200])
    },
  )

  it('open nothing any more once they are removed, also to who is signing in', async () => {
    const { test, id, browser } = await setUpOidc()
    const { tokens } = await register(browser, id, 's1', 'zhangsan')
    const token = tokens.access_token
    await test.ok(campus.setPassword, { body: { newPassword: 'pomegranate7' }, token })
    const [link] = (await test.ok(campus.links, { token })).links
    const phone = newBrowser(test)
    const query = await phone.atSchool(await phone.begin(id), { login: 's1' })
    const [reached, removed] = [signal(), signal()]
    const meanwhile = () => {
      reached.resolve()
      // SQLite has one writer: removing waits for the sign-in, and ends it.
      return test.ctx.engine === 'sqlite' ? Promise.resolve() : removed.promise
    }
    const ctx = afterReading(test.ctx, (row) => 'subject_key' in row, meanwhile)
    const client = { ip: '10.0.0.1', port: null, userAgent: 'phone' }
    const mark = phone.cookie().split('=')[1] ?? ''
    const signingIn = finishSignIn(ctx, {
      providerId: id,
      query,
      browser: mark,
      viewer: null,
      client,
      deviceTokens: [],
    })
    await reached.promise
    const removing = test
      .ok(campus.unlink, { params: { id: String(link?.id) }, token })
      .finally(() => removed.resolve())
    const { signed_in } = await signingIn
    await removing
    const opened = signed_in?.tokens.access_token
    expect(opened && (await test.call(auth.me, { token: opened })).status).not.toBe(200)
  })

  it('of a first sign-in may go to an account that there is', async () => {
    const { test, id, browser } = await setUpOidc()
    const user = await makeUser(test.ctx)
    const body = { code: codeOf(await browser.signIn(id, 's1')), password: PASSWORD }
    expect((await newBrowser(test).send(campus.link, { body, token: user.token })).error).toBe('campus_expired')
    expect((await browser.send(campus.link, { body, token: user.token })).status).toBe(200)
    expect((await browser.send(campus.link, { body, token: user.token })).error).toBe('campus_expired')
    expect((await browser.signIn(id, 's1')).data.signed_in?.user.id).toBe(user.id)
  })

  it('take the password where the account has one, so that a session alone leaves no way in', async () => {
    const { test, id, browser, change } = await setUpOidc()
    const { token } = await makeUser(test.ctx)
    const params = { id: String(id) }
    const start = async (password?: string) =>
      browser.send(campus.start, { params, body: { link: true, ...(password && { password }) }, token })
    const missing = { status: 400, error: 'invalid_input', field: 'password', message: '请输入密码' }
    const wrong = { status: 400, error: 'password_current_wrong', field: 'password' }
    expect(await start()).toMatchObject(missing)
    expect(await start('wrong1')).toMatchObject(wrong)
    expect(await test.ctx.db.selectFrom('campus_flows').selectAll().execute()).toEqual([])
    const code = codeOf(await browser.signIn(id, 's1'))
    const link = (password?: string) =>
      browser.send(campus.link, { body: { code, ...(password && { password }) }, token })
    expect(await link()).toMatchObject(missing)
    expect(await link('wrong1')).toMatchObject(wrong)
    expect((await test.ok(campus.links, { token })).links).toEqual([])
    // The code is still good.
    expect(await link(PASSWORD)).toMatchObject({ status: 200 })
    // Nobody types a password where the account has none, or the site takes none.
    const { tokens } = await register(newBrowser(test), id, 's2', 'wangwu')
    const none = { params, body: { link: true }, token: tokens.access_token }
    expect(await browser.send(campus.start, none)).toMatchObject({ status: 200 })
    await change({ local_passwords: false })
    expect(await start()).toMatchObject({ status: 200 })
  })

  it('take few guesses of the password in an hour, at both steps together', async () => {
    const { test, id, browser } = await setUpOidc()
    test.ctx.config.limitFactor = 0.1
    const { token } = await makeUser(test.ctx)
    const params = { id: String(id) }
    const start = (password: string) => browser.send(campus.start, { params, body: { link: true, password }, token })
    const body = { code: codeOf(await browser.signIn(id, 's1')), password: 'wrong2' }
    for (let i = 0; i < 3; i++) expect(await start(PASSWORD)).toMatchObject({ status: 200 })
    expect(await start('wrong1')).toMatchObject({ status: 400 })
    expect(await browser.send(campus.link, { body, token })).toMatchObject({ error: 'password_current_wrong' })
    expect(await start(PASSWORD)).toMatchObject({ status: 429, error: 'too_many_requests' })
    test.clock.advance(3_600_000)
    expect(await start(PASSWORD)).toMatchObject({ status: 200 })
  })

  it('stay until the account has a password, which it may set once', async () => {
    const { test, id, browser } = await setUpOidc()
    const smtp = await startSmtp()
    await useSmtp(test, smtp.port)
    const { user, tokens } = await register(browser, id, 's1', 'zhangsan')
    const row = { user_id: user.id, email: 'a@example.com', email_key: 'a@example.com', verified_at: 1 }
    await test.ctx.db.insertInto('user_emails').values(row).execute()
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
    await deliver(test.ctx)
    expect(smtp.mails).toMatchObject([
      { subject: '小石榴：密码已设置', text: expect.stringMatching(/小石榴号 zhangsan .+设置了密码/) },
    ])
    await test.ok(auth.login, { body: { user_id: 'zhangsan', password: 'pomegranate7' } })
    await test.ok(campus.unlink, { params, token })
    expect((await browser.signIn(id, 's1')).data.signed_in).toBeNull()
  })

  it('go with the account', async () => {
    const { test, id, browser } = await setUpOidc()
    const { user } = await register(browser, id, 's1', 'zhangsan')
    await deleteUserAccount(test.ctx, user.id)
    expect(await test.ctx.db.selectFrom('campus_identities').selectAll().execute()).toEqual([])
    expect(await test.ctx.db.selectFrom('campus_sessions').selectAll().execute()).toEqual([])
    expect((await browser.signIn(id, 's1')).data.registration).toMatchObject({ nickname: '张三' })
  })
})
