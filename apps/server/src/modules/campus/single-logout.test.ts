/** Schools tell the site that sign-ins there have ended: OpenID Connect's back-channel logout, CAS's single logout. */
import { createSecretKey, generateKeyPairSync } from 'node:crypto'
import * as auth from '@shiliu/contract/auth'
import { describe, expect, it } from 'vitest'
import { tx } from '#platform/db/tx.ts'
import { newBrowser } from '#test/campus-browser.ts'
import { register, SITE, setUpCas, setUpOidc } from '#test/campus-site.ts'
import { makeUser, PASSWORD } from '#test/factories.ts'
import { logoutMessage } from '#test/school-cas.ts'
import { CLIENT, type Forgery, LOGOUT_EVENT } from '#test/school-oidc.ts'
import type { TestApp } from '#test/test-app.ts'
import { listSessionsNamed } from './campus.repo.ts'

async function post({ app }: TestApp, id: number, form: Record<string, string>) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const payload = String(new URLSearchParams(form))
  const response = await app.inject({ method: 'POST', url: `/campus/${id}`, headers, payload })
  return { status: response.statusCode, headers: response.headers, ...(response.body && response.json()) }
}

const isIn = async (test: TestApp, token: string) => (await test.call(auth.me, { token })).status === 200

/** A student who is signed in in two browsers by the school, in a third by the password, and another student. */
async function setUp() {
  const site = await setUpOidc()
  const { test, school, id, browser } = site
  // The service posts to where the application under test does not listen.
  const posted: string[] = []
  school.post = async (url, { body }) => {
    posted.push(url)
    const { status } = await post(test, id, { logout_token: (body as URLSearchParams).get('logout_token') ?? '' })
    return new Response(null, { status })
  }
  school.logoutAddress = `${SITE}/campus/${id}`
  const { user, tokens } = await register(browser, id, 's1', 'zhangsan')
  const phone = newBrowser(test)
  const second = (await phone.signIn(id, 's1')).data.signed_in
  const stranger = await register(newBrowser(test), id, 's2', 'wangwu')
  const { password_hash } = await test.ctx.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', (await makeUser(test.ctx)).id)
    .executeTakeFirstOrThrow()
  await tx(test.ctx, (t) => t.db.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute())
  const byPassword = await test.ok(auth.login, { body: { user_id: 'zhangsan', password: PASSWORD } })
  const signedIn = { first: tokens, second: second?.tokens, byPassword: byPassword.tokens, stranger: stranger.tokens }
  const whoIsIn = async () => {
    const all = Object.entries(signedIn)
    const are = await Promise.all(all.map(([, one]) => isIn(test, one?.access_token ?? '')))
    return all.flatMap(([name], i) => (are[i] ? [name] : []))
  }
  const send = async (claims: Record<string, unknown>, forgery?: Forgery) =>
    post(test, id, { logout_token: await school.logoutToken(claims, forgery) })
  return { ...site, posted, phone, whoIsIn, send }
}

describe('OpenID Connect', () => {
  it('ends the session of the browser that signed out at the school, and no other', async () => {
    const { school, id, phone, posted, whoIsIn } = await setUp()
    await phone.leaveSchool(school.address)
    expect(posted).toEqual([`${SITE}/campus/${id}`])
    expect(await whoIsIn()).toEqual(['first', 'byPassword', 'stranger'])
  })

  it('ends all sessions that came from there of somebody whom the school names', async () => {
    const { whoIsIn, send } = await setUp()
    expect(await send({ sub: 's1' })).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
    expect(await whoIsIn()).toEqual(['byPassword', 'stranger'])
    // Both names must fit, where both are said; nobody is no mistake.
    expect(await send({ sub: 's2', sid: 'of-another' })).toMatchObject({ status: 200 })
    expect(await send({ sub: 'nobody' })).toMatchObject({ status: 200 })
    expect(await whoIsIn()).toEqual(['byPassword', 'stranger'])
  })

  it('believes only the school, about this site, lately and once', async () => {
    const { test, school, id, whoIsIn, send } = await setUp()
    const all = await whoIsIn()
    const now = Math.floor(Date.now() / 1000)
    const another = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    const secret = createSecretKey(Buffer.from(CLIENT.client_secret.padEnd(32)))
    const wrong: [RegExp, Record<string, unknown>, Forgery?][] = [
      [/iss/, { iss: 'https://another.example' }],
      [/aud/, { aud: 'another-site' }],
      [/过期/, { exp: now - 3600 }],
      [/过期/, { iat: now - 3600, exp: undefined }],
      [/iat/, { iat: undefined }],
      [/iat/, { iat: now + 3600 }],
      [/jti/, { jti: undefined }],
      [/events/, { events: undefined }],
      [/events/, { events: { [`${LOGOUT_EVENT}s`]: {} } }],
      [/events/, { events: { [LOGOUT_EVENT]: true } }],
      [/nonce/, { nonce: 'x' }],
      [/sid 或 sub/, { sub: undefined }],
      [/typ/, {}, { header: { typ: 'at+jwt' } }],
      [/密钥/, {}, { key: another }],
      [/密钥/, {}, { key: another, header: { kid: 'two' } }],
      [/算法/, {}, { key: secret, header: { alg: 'HS256' } }],
      [/读不懂|算法/, {}, { key: 'none' }],
    ]
    for (const [message, claims, forgery] of wrong) {
      const answer = await send({}, { ...forgery, claims: { sub: 's1', ...claims } })
      expect(answer, String(message)).toMatchObject({ status: 400, error: 'campus_refused' })
      expect(answer.message).toMatch(message)
    }
    for (const logout_token of ['x', 'a.b.c', 'x'.repeat(9000)])
      expect(await post(test, id, { logout_token })).toMatchObject({ status: 400, error: 'campus_refused' })
    expect(await post(test, id, { logout_token: 'x'.repeat(20_000) })).toMatchObject({ status: 413 })
    expect(await post(test, id + 1, { logout_token: await school.logoutToken({ sub: 's1' }) })).toMatchObject({
      status: 404,
    })
    expect(await whoIsIn()).toEqual(all)
    const used = { sub: 's1', jti: 'once' }
    expect(await send(used)).toMatchObject({ status: 200 })
    const again = (await newBrowser(test).signIn(id, 's1')).data.signed_in?.tokens.access_token ?? ''
    expect(await send(used)).toMatchObject({ status: 400, message: '退出的令牌用过了' })
    expect(await isIn(test, again)).toBe(true)
  })

  it('asks the school to send it again where its keys cannot be read', async () => {
    const { school, whoIsIn, send } = await setUp()
    const all = await whoIsIn()
    for (const answer of ['<html>', '{}', '{"keys":"no"}']) {
      school.intercept = (path, response) => path === '/jwks' && Boolean(response.end(answer))
      expect(await send({ sub: 's1' }), answer).toMatchObject({ status: 503, error: 'campus_unavailable' })
    }
    school.intercept = (path, response) => path === '/jwks' && Boolean(response.destroy())
    expect(await send({ sub: 's1', jti: 'kept' })).toMatchObject({ status: 503, headers: { 'retry-after': '30' } })
    expect(await whoIsIn()).toEqual(all)
    school.intercept = null
    expect(await send({ sub: 's1', jti: 'kept' })).toMatchObject({ status: 200 })
    expect(await whoIsIn()).toEqual(['byPassword', 'stranger'])
  })
})

describe('CAS', () => {
  it('ends the sessions of a ticket when the CAS says so, and of no other text', async () => {
    const { test, school, id, browser } = await setUpCas()
    const { tokens } = await register(browser, id, 'lisi', 'lisi')
    const token = tokens.access_token
    const ticket = [...school.tickets.keys()][0] ?? ''
    for (const logoutRequest of ['', 'x', logoutMessage('ST-other'), `<!DOCTYPE a>${logoutMessage(ticket)}`]) {
      expect(await post(test, id, { logoutRequest })).toMatchObject({ status: 204 })
    }
    expect(await post(test, id + 1, { logoutRequest: logoutMessage(ticket) })).toMatchObject({ status: 204 })
    expect(await post(test, id, { logout_token: logoutMessage(ticket) })).toMatchObject({ status: 404 })
    expect(await isIn(test, token)).toBe(true)
    expect(await post(test, id, { logoutRequest: logoutMessage(ticket) })).toMatchObject({ status: 204 })
    expect(await isIn(test, token)).toBe(false)
  })
})

it('ends nobody’s session where no name is said', async () => {
  const { test, id, browser } = await setUpCas()
  await register(browser, id, 'lisi', 'lisi')
  for (const names of [{}, { sid_hash: null, subject_hash: null }])
    expect(await listSessionsNamed(test.ctx.db, id, names)).toEqual([])
})

it('bounds what ends nothing, by address and minute, and not what does', async () => {
  const { test, school, id, browser } = await setUpCas()
  test.ctx.config.limitFactor = 0.01
  for (const login of ['lisi', 'wangwu', 'zhaoliu', 'sunqi']) await browser.signIn(id, login)
  const { tokens } = await register(browser, id, 'lisi', 'lisi')
  const tickets = [...school.tickets.keys()]
  const logoutRequest = logoutMessage(tickets.at(-1) ?? '')
  for (let i = 0; i < 5; i++) expect(await post(test, id, { logoutRequest })).toMatchObject({ status: 204 })
  expect(await isIn(test, tokens.access_token)).toBe(false)
  const wrong = () => post(test, id, { logoutRequest: logoutMessage('ST-other') })
  for (let i = 0; i < 3; i++) expect(await wrong()).toMatchObject({ status: 204 })
  expect(await wrong()).toMatchObject({ status: 429, error: 'too_many_requests' })
  test.clock.advance(60_000)
  expect(await wrong()).toMatchObject({ status: 204 })
})
