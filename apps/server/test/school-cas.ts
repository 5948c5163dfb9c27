/** A school's CAS 3, which asks for a name and no password. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type SchoolCas = {
  /** What stands before `/login`. */
  address: string
  people: Record<string, Record<string, string | string[]>>
  /** Answers instead of the service; false for what it shall answer itself. */
  intercept: ((path: string, response: ServerResponse) => boolean) | null
  /** What `/p3/serviceValidate` answers instead of the truth. */
  answer: string | null
  /** Tickets that were given out, with their services. */
  tickets: Map<string, { service: string; user: string; used: boolean }>
  /** Tells the services of these tickets that they have ended. */
  logOut(): Promise<number[]>
  close(): Promise<void>
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** What `/p3/serviceValidate` answers. */
export const casAnswer = (inner: string): string =>
  `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">${inner}</cas:serviceResponse>`

export const success = (user: string, attributes = ''): string =>
  `<cas:authenticationSuccess><cas:user>${user}</cas:user><cas:attributes>${attributes}</cas:attributes></cas:authenticationSuccess>`

/** `allowed` is what services begin with that it knows. */
export async function startSchoolCas(allowed: string, port = 0): Promise<SchoolCas> {
  const server = createServer(async (request, answer) => {
    if (school.intercept?.(request.url ?? '', answer)) return
    const url = new URL(request.url ?? '/', school.address)
    const service = url.searchParams.get('service') ?? ''
    if (url.pathname === '/cas/login' && request.method === 'POST') {
      const user = (await formOf(request)).get('login') ?? ''
      const ticket = `ST-1-${randomBytes(12).toString('hex')}`
      school.tickets.set(ticket, { service, user, used: false })
      const separator = service.includes('?') ? '&' : '?'
      return answer.writeHead(302, { location: `${service}${separator}ticket=${ticket}` }).end()
    }
    if (url.pathname === '/cas/login' || url.pathname === '/cas/logout') {
      answer.setHeader('content-type', 'text/html; charset=utf-8')
      const form = '<form method="post"><label>学号<input name="login"></label><button>登录</button></form>'
      return answer.end(
        `<!doctype html><title>CAS</title>${url.pathname.endsWith('login') ? form : '<p>已退出学校账号</p>'}`,
      )
    }
    if (url.pathname === '/cas/p3/serviceValidate') {
      answer.setHeader('content-type', 'application/xml; charset=utf-8')
      return answer.end(school.answer ?? validate(service, url.searchParams.get('ticket') ?? ''))
    }
    answer.writeHead(404).end()
  })

  function validate(service: string, ticket: string): string {
    const failure = (code: string) =>
      casAnswer(`<cas:authenticationFailure code="${code}">${code} of ${escaped(ticket)}</cas:authenticationFailure>`)
    if (!service.startsWith(allowed)) return failure('INVALID_SERVICE')
    const known = school.tickets.get(ticket)
    if (!known || known.used || known.service !== service) return failure('INVALID_TICKET')
    known.used = true
    const attributes = Object.entries(school.people[known.user] ?? {}).flatMap(([name, values]) =>
      [values].flat().map((value) => `<cas:${name}>${escaped(value)}</cas:${name}>`),
    )
    return casAnswer(success(escaped(known.user), attributes.join('')))
  }

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const school: SchoolCas = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/cas`,
    people: {},
    intercept: null,
    answer: null,
    tickets: new Map(),
    async logOut() {
      return Promise.all(
        [...school.tickets].map(async ([ticket, { service }]) => {
          const logoutRequest = logoutMessage(ticket)
          const sent = await fetch(service, { method: 'POST', body: new URLSearchParams({ logoutRequest }) })
          return sent.status
        }),
      )
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return school
}

/** As CAS sends it to the service of a ticket. */
export const logoutMessage = (ticket: string) =>
  `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="LR-1" Version="2.0" IssueInstant="2026-09-01T00:00:00Z"><saml:NameID xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">@NOT_USED@</saml:NameID><samlp:SessionIndex>${ticket}</samlp:SessionIndex></samlp:LogoutRequest>`

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const part of request) text += part
  return new URLSearchParams(text)
}
