/** A browser that signs in at a school's double and comes back to the application under test. */
import * as campus from '@shiliu/contract/campus'
import type { AnyEndpoint, BodyIn, OutputOf, ParamsIn } from '@shiliu/contract/endpoint'
import { API_PREFIX } from '@shiliu/contract/limits'
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

  async function begin(id: number, input: { link?: boolean; token?: string } = {}): Promise<string> {
    const { token, ...body } = input
    const answer = await send(campus.start, { params: { id: String(id) }, body, ...(token && { token }) })
    if (answer.status !== 200) throw new Error(`start: ${answer.status} ${answer.message}`)
    return answer.data.url
  }

  return {
    send,
    begin,
    atSchool,
    finish: (id: number, query: string, token?: string) =>
      send(campus.finish, { params: { id: String(id) }, body: { query }, ...(token && { token }) }),
    /** All of a sign-in, as `login` at the school. */
    async signIn(id: number, login: string) {
      return this.finish(id, await atSchool(await begin(id), { login }))
    },
  }
}
