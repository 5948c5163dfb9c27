/** What a school's service says is believed only where it was said to this site, in this sign-in, once. */
import { createSecretKey, generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newBrowser } from '#test/campus-browser.ts'
import { countUsers, register, setUpCas, setUpOidc } from '#test/campus-site.ts'
import { casAnswer, success } from '#test/school-cas.ts'
import { CLIENT, type Forgery } from '#test/school-oidc.ts'
import type { TestApp } from '#test/test-app.ts'

const seconds = () => Math.floor(Date.now() / 1000)
const another = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

const FORGERIES: [string, () => Forgery][] = [
  ['the nonce of another sign-in', () => ({ claims: { nonce: 'of-another' } })],
  ['no nonce', () => ({ claims: { nonce: undefined } })],
  ['another audience', () => ({ claims: { aud: 'another-site' } })],
  ['an audience besides, and nobody named who asked', () => ({ claims: { aud: [CLIENT.client_id, 'another-site'] } })],
  ['another site that asked', () => ({ claims: { aud: [CLIENT.client_id, 'another-site'], azp: 'another-site' } })],
  ['another issuer', () => ({ claims: { iss: 'https://another.example' } })],
  ['an issuer that looks alike', () => ({ claims: { iss: 'http://127.0.0.1' } })],
  ['a time that is over', () => ({ claims: { iat: seconds() - 7200, exp: seconds() - 3600 } })],
  ['a time to come', () => ({ claims: { iat: seconds() + 3600, nbf: seconds() + 3600 } })],
  ['no end', () => ({ claims: { exp: undefined } })],
  ['somebody else than it tells of afterwards', () => ({ claims: { sub: 's2' } })],
  ['nobody', () => ({ claims: { sub: undefined } })],
  ['the signature of another key', () => ({ key: another })],
  ['a key that it does not publish', () => ({ key: another, header: { kid: 'two' } })],
  ['no signature', () => ({ key: 'none' })],
  [
    "the client's secret for a signature",
    () => ({ key: createSecretKey(Buffer.from(CLIENT.client_secret.padEnd(32))), header: { alg: 'HS256' } }),
  ],
]

async function expectNobody(test: TestApp, users = 0): Promise<void> {
  expect(await countUsers(test)).toBe(users)
  for (const table of ['campus_flows', 'campus_identities', 'sessions'] as const) {
    const rows = await test.ctx.db.selectFrom(table).selectAll().execute()
    expect(rows.filter((row) => !('admin_id' in row && row.admin_id !== null))).toEqual([])
  }
}

const refused = { status: 400, error: 'campus_refused', message: '校园账号没有登录成功，请重试' }

describe('OpenID Connect', () => {
  it('signs nobody in by an ID token that is not for this sign-in', async () => {
    const { test, school, id } = await setUpOidc()
    for (const [name, forgery] of FORGERIES) {
      school.forgery = forgery()
      expect(await newBrowser(test).signIn(id, 's1'), name).toMatchObject(refused)
    }
    await expectNobody(test)
    school.forgery = null
    expect((await newBrowser(test).signIn(id, 's1')).data.registration).toMatchObject({ user_id: 'zhangsan' })
  })

  it('signs nobody in by the answer of another sign-in, browser or school', async () => {
    const { test, id, browser } = await setUpOidc()
    const begun = async (one = browser) => new URLSearchParams(await one.atSchool(await one.begin(id), { login: 's1' }))
    // A code that was used, in a sign-in that was not completed yet.
    const used = await begun()
    expect((await browser.finish(id, String(used))).status).toBe(200)
    await test.ctx.db.deleteFrom('campus_flows').execute()
    const replayed = await begun()
    replayed.set('code', used.get('code') ?? '')
    expect(await browser.finish(id, String(replayed))).toMatchObject(refused)
    // A code that somebody else got, sent to the victim's browser with the victim's own state.
    const attacker = newBrowser(test)
    const theirs = await begun(attacker)
    const own = await begun()
    own.set('code', theirs.get('code') ?? '')
    expect(await browser.finish(id, String(own))).toMatchObject(refused)
    // With the attacker's state, too: it was begun in another browser.
    expect((await browser.finish(id, String(theirs))).error).toBe('campus_expired')
    // An answer that says it is of another school, or is said twice.
    const mixed = await begun()
    mixed.set('iss', 'https://another.example')
    expect(await browser.finish(id, String(mixed))).toMatchObject(refused)
    const twice = await begun()
    expect(await browser.finish(id, `${twice}&code=x`)).toMatchObject(refused)
    expect((await attacker.finish(id, String(theirs))).status).toBe(200)
    await test.ctx.db.deleteFrom('campus_flows').execute()
    await expectNobody(test)
  })
})

const ANSWERS: [string, string][] = [
  ['a comment within the name', casAnswer(success('lisi<!-- -->.evil'))],
  ['an instruction within the name', casAnswer(success('lisi<?x ?>.evil'))],
  ['an element within the name', casAnswer(success('lisi<b>.evil</b>'))],
  ['a success beside a failure', casAnswer(`<cas:authenticationFailure code="INVALID_TICKET"/>${success('lisi')}`)],
  ['two successes', casAnswer(success('lisi') + success('wangwu'))],
  [
    'a success within a failure',
    casAnswer(`<cas:authenticationFailure>${success('lisi')}</cas:authenticationFailure>`),
  ],
  [
    'the name among the attributes only',
    casAnswer(
      '<cas:authenticationSuccess><cas:attributes><cas:user>lisi</cas:user></cas:attributes></cas:authenticationSuccess>',
    ),
  ],
  [
    'a success of no CAS',
    `<serviceResponse><authenticationSuccess><user>lisi</user></authenticationSuccess></serviceResponse>`,
  ],
  [
    'a name of another namespace',
    casAnswer('<cas:authenticationSuccess><e:user xmlns:e="urn:e">lisi</e:user></cas:authenticationSuccess>'),
  ],
  ['blanks for a name', casAnswer(success('  \n '))],
  ['something after the end', `${casAnswer(success('lisi'))}${casAnswer(success('wangwu'))}`],
  ['an end that is missing', casAnswer(success('lisi')).slice(0, -10)],
]

describe('CAS', () => {
  it('signs nobody in by XML that two readers would read differently', async () => {
    const { test, school, id } = await setUpCas()
    for (const [name, answer] of ANSWERS) {
      school.answer = answer
      const { status, error, message } = await newBrowser(test).signIn(id, 'lisi')
      expect([400, 503], name).toContain(status)
      expect(['campus_refused', 'campus_unavailable'], name).toContain(error)
      expect(message, name).toMatch(/校园/)
    }
    await expectNobody(test)
  })

  it('takes whoever the name is of, whatever the attributes say', async () => {
    const { test, school, id, browser } = await setUpCas()
    await register(browser, id, 'lisi', 'lisi')
    school.people.wangwu = { user: 'lisi', sub: 'lisi', name: '王五' }
    expect((await newBrowser(test).signIn(id, 'wangwu')).data).toMatchObject({
      signed_in: null,
      registration: { user_id: 'wangwu' },
    })
  })

  it('signs nobody in by a ticket of another service, sign-in or browser', async () => {
    const { test, school, id, browser } = await setUpCas()
    const begun = async (one = browser) =>
      new URLSearchParams(await one.atSchool(await one.begin(id), { login: 'lisi' }))
    const used = await begun()
    expect((await browser.finish(id, String(used))).status).toBe(200)
    await test.ctx.db.deleteFrom('campus_flows').execute()
    const attacker = newBrowser(test)
    const theirs = await begun(attacker)
    // What another site of the school was given by somebody who signed in there.
    school.tickets.set('ST-of-another', { service: 'https://another.example/', user: 'lisi', used: false })
    for (const ticket of [used.get('ticket'), theirs.get('ticket'), 'ST-of-another', 'ST-unknown', '']) {
      const own = await begun()
      own.set('ticket', ticket ?? '')
      expect(await browser.finish(id, String(own)), String(ticket)).toMatchObject(refused)
    }
    expect((await browser.finish(id, String(theirs))).error).toBe('campus_expired')
    await test.ctx.db.deleteFrom('campus_flows').execute()
    await expectNobody(test)
  })
})
