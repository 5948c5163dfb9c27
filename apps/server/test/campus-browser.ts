/** A browser that signs in at a school's double and comes back to the application under test. */
import { providers } from '@shiliu/contract/admin/providers'
import * as campus from '@shiliu/contract/campus'
import type { AnyEndpoint, BodyIn, OutputOf, ParamsIn } from '@shiliu/contract/endpoint'
import { API_PREFIX } from '@shiliu/contract/limits'
import { onTestFinished } from 'vitest'
import { makeAdmin, makeUser, PASSWORD } from './factories.ts'
import { startSchoolCas } from './school-cas.ts'
import type { Answer, TestApp } from './test-app.ts'

type Input<E extends AnyEndpoint> = { params?: ParamsIn<E>; body?: BodyIn<E>; token?: string }

/** With cookies of its own, both of the site and of schools. */
export function newBrowser({ app }: TestApp) {
  let mark = ''
  const jar = new Map<string, string>()

  async function send<E extends AnyEndpoint>(
    endpoint: E,
    { params, body, token }: Input<E> = {},
  ): Promise<Answer<OutputOf<E>>> {
    const response = await app.inject({
      method: endpoint.method,
      url: API_PREFIX + endpoint.path.replace(':id', String(Reflect.get(params ?? {}, 'id'))),
      headers: { ...(mark && { cookie: mark }), ...(token && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { payload: body as object }),
    })
    const cookie = response.headers['set-cookie']
    if (cookie) mark = String(cookie).split(';')[0] ?? ''
    return { status: response.statusCode, ...response.json() }
  }

  async function visit(url: string, form?: Record<string, string>): Promise<Response> {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    return response
  }

  /** Follows the school's pages until one leads back to the site; returns the query of that address. */
  async function atSchool(start: string, form: Record<string, string>): Promise<string> {
    let url = start
    for (let steps = 0; steps < 12; steps++) {
      const page = await visit(url)
      const next = page.headers.get('location') ?? (await visit(url, form)).headers.get('location')
      if (!next) throw new Error(`${url} leads nowhere: ${page.status}`)
      url = new URL(next, url).href
      if (new URL(url).pathname.startsWith('/campus/')) return new URL(url).search.slice(1)
    }
    throw new Error('the school leads in circles')
  }

  /** Signs out at a school of OpenID Connect, by its own page. */
  async function leaveSchool(address: string): Promise<void> {
    const page = await (await visit(`${address}/session/end`)).text()
    const xsrf = /name="xsrf" value="(\w+)"/.exec(page)?.[1] ?? ''
    const left = await visit(`${address}/session/end/confirm`, { xsrf, logout: 'yes' })
    if (left.status !== 303) throw new Error(`the school does not sign out: ${left.status}`)
  }

  async function begin(id: number, input: { link?: boolean; token?: string } = {}): Promise<string> {
    const { token, link } = input
    const body = link ? { link, password: PASSWORD } : {}
    const answer = await send(campus.start, { params: { id: String(id) }, body, ...(token && { token }) })
    if (answer.status !== 200) throw new Error(`start: ${answer.status} ${answer.message}`)
    return answer.data.url
  }

  return {
    send,
    cookie: () => mark,
    begin,
    atSchool,
    leaveSchool,
    finish: (id: number, query: string, token?: string) =>
      send(campus.finish, { params: { id: String(id) }, body: { query }, ...(token && { token }) }),
    /** All of a sign-in, as `login` at the school. */
    async signIn(id: number, login: string) {
      return this.finish(id, await atSchool(await begin(id), { login }))
    },
  }
}

/** Input of an endpoint that completes a sign-in, or is for who came by one, with the school that it takes. */
export async function campusInput(
  test: TestApp,
  of: 'start' | 'finish' | 'register' | 'link' | 'unlink' | 'setPassword' | 'logout',
) {
  const site = 'http://shiliu.test'
  test.ctx.config.publicUrl = site
  const school = await startSchoolCas(site)
  onTestFinished(async () => {
    test.ctx.config.publicUrl = undefined
    await school.close()
  })
  const { token } = await makeAdmin(test.ctx)
  const body = { kind: 'cas', name: `学校 ${of}`, address: school.address } as const
  const { id } = await test.ok(providers.create, { body, token })
  const params = { id }
  if (of === 'start') return { params, body: {} }
  const browser = newBrowser(test)
  const query = await browser.atSchool(await browser.begin(id), { login: of })
  const headers = () => ({ cookie: browser.cookie() })
  if (of === 'finish') return { params, body: { query }, headers: headers() }
  const code = (await browser.finish(id, query)).data.registration?.code ?? ''
  const user_id = of.toLowerCase()
  if (of === 'register') return { body: { code, user_id, nickname: '新同学' }, headers: headers() }
  const user = await makeUser(test.ctx)
  if (of === 'link') return { body: { code, password: PASSWORD }, headers: headers(), token: user.token }
  if (of === 'unlink') {
    await browser.send(campus.link, { body: { code, password: PASSWORD }, token: user.token })
    const [link] = (await test.ok(campus.links, { token: user.token })).links
    return { params: { id: link?.id ?? 0 }, token: user.token }
  }
  const made = await browser.send(campus.register, { body: { code, user_id, nickname: '新同学' } })
  const own = { token: made.data.tokens.access_token }
  return of === 'logout' ? own : { ...own, body: { newPassword: 'pomegranate7' } }
}
