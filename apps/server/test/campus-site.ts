/** A site with a school beside it that people sign in with. */
import { providers } from '@shiliu/contract/admin/providers'
import * as settings from '@shiliu/contract/admin/settings'
import * as campus from '@shiliu/contract/campus'
import { expect, onTestFinished, vi } from 'vitest'
import { CALL_MS } from '#modules/campus/provider-calls.ts'
import { newBrowser } from './campus-browser.ts'
import { makeAdmin } from './factories.ts'
import { startSchoolCas } from './school-cas.ts'
import { CLIENT, startSchoolOidc } from './school-oidc.ts'
import { createTestApp, type TestApp } from './test-app.ts'

/** Where the site says that it is. */
export const SITE = 'http://shiliu.test'

const BADGES = { badge_attribute: 'affiliation', badges: 'faculty=教职工，student=学生' }

/** A site with a school of OpenID Connect, at which `s1` is a student. */
export async function setUpOidc() {
  const [school, test] = await Promise.all([startSchoolOidc(SITE), createTestApp({ PUBLIC_URL: SITE })])
  onTestFinished(school.close)
  const admin = await makeAdmin(test.ctx, 'administrator')
  const body = { kind: 'oidc', name: '江南大学', address: school.address, ...CLIENT, ...BADGES } as const
  const { id } = await test.ok(providers.create, { body, token: admin.token })
  school.people.s1 = { name: '张三', preferred_username: 'zhangsan', affiliation: ['member', 'student'] }
  const change = (body: object) => test.ok(settings.update, { body, token: admin.token })
  return { school, test, id, admin, change, browser: newBrowser(test) }
}

/** A site with a CAS, at which `lisi` is a teacher. */
export async function setUpCas() {
  const [school, test] = await Promise.all([startSchoolCas(`${SITE}/campus/`), createTestApp({ PUBLIC_URL: SITE })])
  onTestFinished(school.close)
  const admin = await makeAdmin(test.ctx, 'administrator')
  const body = { kind: 'cas', name: '校园账号', address: `${school.address}/login`, ...BADGES } as const
  const { id } = await test.ok(providers.create, { body, token: admin.token })
  school.people.lisi = { name: '李<四>&', affiliation: ['faculty'] }
  return { school, test, id, admin, browser: newBrowser(test) }
}

/** What a person who comes for the first time registers with. */
export const codeOf = (answer: { data: { registration: { code: string } | null } }) =>
  answer.data.registration?.code ?? ''

/** An account with a school account linked, made as people make one. */
export async function register(browser: ReturnType<typeof newBrowser>, id: number, login: string, user_id: string) {
  const code = codeOf(await browser.signIn(id, login))
  const answer = await browser.send(campus.register, { body: { code, user_id, nickname: '同学' } })
  expect(answer).toMatchObject({ status: 200 })
  return answer.data
}

export const countUsers = async ({ ctx }: TestApp) => (await ctx.db.selectFrom('users').select('id').execute()).length

/** Until the end of the test the deadline of calls to schools passes when `pass` says so, and not by itself. */
export function holdDeadlines() {
  const held: AbortController[] = []
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    if (ms !== CALL_MS) return timeout(ms)
    held.push(new AbortController())
    return (held.at(-1) as AbortController).signal
  })
  onTestFinished(() => spy.mockRestore())
  return {
    pass() {
      for (const one of held.splice(0)) one.abort(new DOMException('it took too long', 'TimeoutError'))
    },
  }
}
