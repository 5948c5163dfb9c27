import type { FastifyRequest } from 'fastify'
import type { Origin } from '../trail.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Of what is noted in the trail: the event. */
    trailEvent: string | null
  }
}

/** Told by the proxy, which alone sees the visitor's port: `proxy_set_header X-Real-Port $remote_port`. */
const PORT_HEADER = 'x-real-port'

export function originOf({ ip, id, socket, headers }: FastifyRequest): Origin {
  const isDirect = ip === socket.remoteAddress
  const port = Number(isDirect ? socket.remotePort : headers[PORT_HEADER])
  return { ip, port: Number.isInteger(port) && port > 0 && port < 65_536 ? port : null, requestId: id }
}

const NAMES = ['user_id', 'user_display_id', 'username'] as const
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
