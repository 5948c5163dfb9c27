/** What a request tells the security log. `route()` notes what was done, the error handler what was refused. */
import type { FastifyRequest } from 'fastify'
import type { AppError } from '../errors.ts'
import type { SecurityLog, Sender } from '../security-log.ts'
import { perAccount } from './rate-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The name under which the security log notes this request; null where it does not. */
    securityEvent: string | null
  }
}

/** Told by the proxy, which alone sees the visitor's port: `proxy_set_header X-Real-Port $remote_port`. */
const PORT_HEADER = 'x-real-port'

/** Where the request came from, by what a trusted proxy says. */
export function senderOf({ ip, id, socket, headers }: FastifyRequest): Sender {
  const isDirect = ip === socket.remoteAddress
  const port = Number(isDirect ? socket.remotePort : headers[PORT_HEADER])
  return { ip, port: Number.isInteger(port) && port > 0 && port < 65_536 ? port : null, requestId: id }
}

const NAMES = ['user_id', 'user_display_id', 'username', 'account'] as const
const NAME_MAX = 50

/** Whom somebody said to be, from an unparsed body. */
export function nameIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const name = NAMES.map((field): unknown => Reflect.get(body, field)).find((value) => typeof value === 'string')
  return typeof name === 'string' ? name.slice(0, NAME_MAX) : undefined
}

/** Who a sign-in was answered to. */
export function accountIn(answer: unknown): string | undefined {
  const { user, admin } = (answer ?? {}) as { user?: { id?: number }; admin?: { id?: number } }
  if (user?.id) return `user:${user.id}`
  return admin?.id ? `admin:${admin.id}` : undefined
}

/** As the API documents it: `GET /api/posts/:id`. */
export const endpointOf = ({ method, routeOptions }: FastifyRequest) => `${method} ${routeOptions.url ?? '?'}`

/** Refusals of what is noted when it is done, and of whatever came too often. */
export function noteRefusal(log: SecurityLog, request: FastifyRequest, { code, status }: AppError): void {
  const event = request.securityEvent ?? (status === 429 ? 'limit' : null)
  if (event === null) return
  const { viewer, params, body } = request
  const account = viewer ? perAccount(request) : undefined
  const endpoint = endpointOf(request)
  log.note({ event, outcome: code, account, from: senderOf(request), endpoint, params, name: nameIn(body) })
}
