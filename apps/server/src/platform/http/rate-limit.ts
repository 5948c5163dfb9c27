/**
 * Rate limits that know about campus NAT (design section 6): a whole campus may share one address, so reads are not
 * limited by it; writes are limited per account, credentials per address and per account tried.
 */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

export type Limit = 'writes' | 'uploads' | 'login' | 'register' | 'captcha'

const perAccount = (request: FastifyRequest) =>
  request.viewer ? `${request.viewer.role}:${request.viewer.id}` : `ip:${request.ip}`
const perAddress = (request: FastifyRequest) => `ip:${request.ip}`

/** The account that a sign-in tries, so that guessing one password does not lock out the neighbours. */
function perAddressAndAccount(request: FastifyRequest): string {
  const body = request.body
  const name =
    typeof body === 'object' && body !== null
      ? Object.values(body).find((value): value is string => typeof value === 'string')
      : undefined
  return `ip:${request.ip}:${createHash('sha1')
    .update(name ?? '')
    .digest('base64url')}`
}

/** Options of @fastify/rate-limit for each kind of route; `relax` multiplies them for tests and demo. */
export function rateLimits(relax = 1): Record<Limit, object> {
  const rule = (max: number, timeWindow: number, keyGenerator: (request: FastifyRequest) => string) => ({
    max: max * relax,
    timeWindow,
    keyGenerator,
    hook: 'preHandler',
  })
  return {
    writes: rule(300, 60_000, perAccount),
    uploads: rule(120, 60_000, perAccount),
    login: rule(20, 5 * 60_000, perAddressAndAccount),
    register: rule(60, 10 * 60_000, perAddress),
    captcha: rule(300, 60_000, perAddress),
  }
}
