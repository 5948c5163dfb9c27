/**
 * A school whose service hangs keeps nobody waiting beyond the deadline, and nobody else at all
 * (docs/decisions/037-deadlines.md).
 */
import type { ServerResponse } from 'node:http'
import { check, providers } from '@shiliu/contract/admin/providers'
import * as auth from '@shiliu/contract/auth'
import * as campus from '@shiliu/contract/campus'
import * as posts from '@shiliu/contract/posts'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { newBrowser } from '#test/campus-browser.ts'
import { countUsers, holdDeadlines, register, setUpCas, setUpOidc } from '#test/campus-site.ts'
import { makeUser } from '#test/factories.ts'
import type { TestApp } from '#test/test-app.ts'

const AWAY = { status: 503, error: 'campus_unavailable', message: '校园登录暂时不能用，请 30 秒后再试' }

type Hang = (response: ServerResponse) => void

/** Says nothing; says how it will answer and nothing more; goes on for ever. */
const HANGS: [string, Hang][] = [
  ['nothing', () => {}],
  ['a header', (response) => response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders()],
  ['a beginning', (response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{"keys":[')],
]
const [SILENCE] = HANGS.map(([, hang]) => hang) as [Hang]

/** Hangs at this path; `reached` once somebody asks for it. */
function hangAt(
  school: Awaited<ReturnType<typeof setUpOidc | typeof setUpCas>>['school'],
  path: string,
  hang = SILENCE,
) {
  return new Promise<void>((reached) => {
    school.intercept = (asked, response) => {
      if (asked.split('?')[0] !== path) return false
      hang(response)
      reached()
      return true
    }
  })
}

/** What `work` answers once the deadline has passed; all others are served meanwhile. */
async function outlast<R>(test: TestApp, reached: Promise<void>, work: Promise<R>): Promise<R> {
  let done = false
  const answer = work.finally(() => {
    done = true
  })
  await reached
  expect(await test.call(posts.list)).toMatchObject({ status: 200 })
  expect(await test.call(campus.list)).toMatchObject({ status: 200 })
  expect(done).toBe(false)
  deadlinesOf.get(test)?.pass()
  return answer
}

const deadlinesOf = new WeakMap<TestApp, ReturnType<typeof holdDeadlines>>()

async function oidc() {
  const site = await setUpOidc()
  deadlinesOf.set(site.test, holdDeadlines())
  return { ...site, params: { id: String(site.id) }, token: site.admin.token }
}

async function cas() {
  const site = await setUpCas()
  deadlinesOf.set(site.test, holdDeadlines())
  return { ...site, params: { id: String(site.id) }, token: site.admin.token }
}

async function expectNobody(test: TestApp): Promise<void> {
  expect(await countUsers(test)).toBe(0)
  expect(await test.ctx.db.selectFrom('campus_flows').selectAll().execute()).toEqual([])
}

describe('OpenID Connect', () => {
  it.each(HANGS)('that hangs when a sign-in begins, after %s', async (_, hang) => {
    const { test, school, params } = await oidc()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    onTestFinished(() => void vi.useRealTimers())
    const start = () => test.call(campus.start, { params, body: {} })
    const reached = hangAt(school, '/.well-known/openid-configuration', hang)
    expect(await outlast(test, reached, start())).toMatchObject(AWAY)
    // Who comes next does not wait for the same: no deadline passes for them.
    expect(await start()).toMatchObject(AWAY)
    await expectNobody(test)
  })

  it.each([
    ['/token', SILENCE],
    ['/jwks', SILENCE],
    ['/me', SILENCE],
    ...HANGS.slice(1).map(([, hang]) => ['/me', hang] as const),
  ] as const)('that hangs at %s once people come back', async (path, hang) => {
    const { test, school, id, browser } = await oidc()
    const query = await browser.atSchool(await browser.begin(id), { login: 's1' })
    const reached = hangAt(school, path, hang)
    expect(await outlast(test, reached, browser.finish(id, query))).toMatchObject(AWAY)
    await expectNobody(test)
    school.intercept = null
    expect(await browser.finish(id, query)).toMatchObject({ error: 'campus_expired' })
    expect((await browser.signIn(id, 's1')).data.registration).toMatchObject({ user_id: 'zhangsan' })
  })

  it('that hangs when an account is linked', async () => {
    const { test, school, id, browser } = await oidc()
    const { token } = await makeUser(test.ctx)
    const query = await browser.atSchool(await browser.begin(id, { link: true, token }), { login: 's1' })
    const reached = hangAt(school, '/token')
    expect(await outlast(test, reached, browser.finish(id, query, token))).toMatchObject(AWAY)
    expect(await test.ok(campus.links, { token })).toMatchObject({ links: [] })
  })

  it('that hangs while people sign out, who are signed out here', async () => {
    const { test, school, id, browser, params, token } = await oidc()
    await test.ok(providers.update, { params, body: { ends_session: true }, token })
    const { tokens } = await register(browser, id, 's1', 'zhangsan')
    // Read anew after each change of the row.
    test.clock.advance(1)
    await test.ok(providers.update, { params, body: { name: '江南大学二' }, token })
    const reached = hangAt(school, '/.well-known/openid-configuration')
    const out = test.call(campus.logout, { token: tokens.access_token })
    await reached
    expect(await test.call(auth.me, { token: tokens.access_token })).toMatchObject({ status: 401 })
    expect(await outlast(test, reached, out)).toMatchObject({ status: 200, data: { url: null } })
  })

  it('that hangs when it has ended a sign-in and its keys are read', async () => {
    const { test, school, id, browser } = await oidc()
    const { tokens } = await register(browser, id, 's1', 'zhangsan')
    const send = async () => {
      const payload = String(new URLSearchParams({ logout_token: await school.logoutToken({ sub: 's1', jti: 'one' }) }))
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const response = await test.app.inject({ method: 'POST', url: `/campus/${id}`, headers, payload })
      return { status: response.statusCode, ...(response.body && response.json()) }
    }
    const reached = hangAt(school, '/jwks')
    expect(await outlast(test, reached, send())).toMatchObject(AWAY)
    expect(await test.call(auth.me, { token: tokens.access_token })).toMatchObject({ status: 200 })
    school.intercept = null
    expect(await send()).toMatchObject({ status: 200 })
    expect(await test.call(auth.me, { token: tokens.access_token })).toMatchObject({ status: 401 })
  })

  it.each([
    ['/.well-known/openid-configuration', /^- http:\S+ 5 秒内没有回应$/m],
    ['/jwks', /^\+ 读到了 http:\S+ 的配置$.*^- 公钥读不到：http:\S+ 5 秒内没有回应$/ms],
  ])('that hangs at %s is found by the check', async (path, found) => {
    const { test, school, params, token } = await oidc()
    const looked = outlast(test, hangAt(school, path), test.ok(check, { params, token }))
    const { ok, findings } = await looked
    expect(ok).toBe(false)
    expect(findings.map((one) => `${one.ok ? '+' : '-'} ${one.text}`).join('\n')).toMatch(found)
  })
})

describe('CAS', () => {
  it.each(HANGS)('that hangs when a ticket is shown to it, after %s', async (_, hang) => {
    const { test, school, id, browser } = await cas()
    const query = await browser.atSchool(await browser.begin(id), { login: 'lisi' })
    const reached = hangAt(school, '/cas/p3/serviceValidate', hang)
    expect(await outlast(test, reached, browser.finish(id, query))).toMatchObject(AWAY)
    await expectNobody(test)
    school.intercept = null
    expect((await newBrowser(test).signIn(id, 'lisi')).data.registration).toMatchObject({ user_id: 'lisi' })
  })

  it.each([
    ['/cas/login', /^- http:\S+ 5 秒内没有回应$/m],
    ['/cas/p3/serviceValidate', /^\+ 打开了 CAS 的登录页$.*^- http:\S+ 5 秒内没有回应$/ms],
  ])('that hangs at %s is found by the check', async (path, found) => {
    const { test, school, params, token } = await cas()
    const looked = outlast(test, hangAt(school, path), test.ok(check, { params, token }))
    expect((await looked).findings.map((one) => `${one.ok ? '+' : '-'} ${one.text}`).join('\n')).toMatch(found)
  })

  it('that is away once people come back', async () => {
    const { test, school, id, browser } = await cas()
    const query = await browser.atSchool(await browser.begin(id), { login: 'lisi' })
    school.intercept = (_path, response) => Boolean(response.destroy())
    expect(await browser.finish(id, query)).toMatchObject(AWAY)
    await expectNobody(test)
  })
})
