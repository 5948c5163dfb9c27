/**
 * Rate limits that know about campus NAT (design section 6): a whole campus may share one address, so reads are not
 * limited by it; writes are limited per account, sign-ins per account tried from an address and, wider, per address.
 */
import { createHash } from 'node:crypto'
import { normalizeIP } from '@fastify/rate-limit'
import { tidyLine } from '@shiliu/contract/text'
import type { FastifyInstance, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'
import { keyOf } from '../db/rows.ts'
import { AppError } from '../errors.ts'

export type Limit =
  | 'writes'
  | 'uploads'
  | 'streams'
  | 'login'
  | 'adminLogin'
  | 'refresh'
  | 'password'
  | 'register'
  | 'captcha'

/** An IPv6 connection has a network of addresses to itself, and counts as one. */
const perAddress = ({ ip }: Pick<FastifyRequest, 'ip'>) => `ip:${normalizeIP(ip, 64)}`
/** Who sends the request; without an account, from where. */
export const perAccount = (request: Pick<FastifyRequest, 'viewer' | 'ip'>) =>
  request.viewer ? `${request.viewer.role}:${request.viewer.id}` : perAddress(request)

/**
 * The account that a sign-in tries, named by the first of `fields` that is filled, so that guessing one password does not
 * lock out the neighbours. Read as the sign-in reads it: another field, case, space or invisible mark must not begin a new
 * count.
 */
const perAddressAndAccount =
  (...fields: string[]) =>
  (request: FastifyRequest): string => {
    const { body } = request
    const values = fields.map((field): unknown =>
      typeof body === 'object' && body !== null ? Reflect.get(body, field) : undefined,
    )
    const name = values.find((value) => typeof value === 'string' && value.trim() !== '') ?? ''
    const account = createHash('sha1')
      .update(keyOf(tidyLine(String(name))))
      .digest('base64url')
    return `${perAddress(request)}:${account}`
  }

/** The refresh token that is exchanged: several tabs may at once, nobody needs it often. */
function perRefreshToken({ body }: FastifyRequest): string {
  const token: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'refresh_token') : ''
  return createHash('sha1').update(String(token)).digest('base64url')
}

type Rule = { max: number; timeWindow: number; keyGenerator(request: FastifyRequest): string }

/** The rules of each kind of route, all of which must hold; `relax` multiplies them for tests and demo. */
export function rateLimits(relax = 1): Record<Limit, Rule[]> {
  const rule = (max: number, timeWindow: number, keyGenerator: Rule['keyGenerator']): Rule => ({
    max: max * relax,
    timeWindow,
    keyGenerator,
  })
  return {
    writes: [rule(300, 60_000, perAccount)],
    uploads: [rule(120, 60_000, perAccount)],
    // Many tabs may come back at once when the server does.
    streams: [rule(60, 60_000, perAccount)],
    login: [
      rule(20, 5 * 60_000, perAddressAndAccount('user_id', 'user_display_id')),
      rule(600, 5 * 60_000, perAddress),
    ],
    adminLogin: [rule(20, 5 * 60_000, perAddressAndAccount('username')), rule(100, 5 * 60_000, perAddress)],
    refresh: [rule(10, 60_000, perRefreshToken)],
    // Who holds somebody's session must not find out the password by guessing.
    password: [rule(20, 5 * 60_000, perAccount)],
    // Wide, for a lecture hall that joins at once; the captcha keeps machines out.
    register: [rule(300, 10 * 60_000, perAddress)],
    captcha: [rule(300, 60_000, perAddress)],
  }
}

/**
 * A hook, after the body is read, that throws `too_many_requests` where one of the rules no longer holds. Each rule counts
 * under `name` by itself: a store that several processes share knows routes apart by the key only.
 */
export function limited(app: FastifyInstance, name: string, rules: Rule[]): preHandlerAsyncHookHandler {
  const checks = rules.map((rule, i) =>
    app.createRateLimit({ ...rule, keyGenerator: (request) => `${name} ${i} ${rule.keyGenerator(request)}` }),
  )
  return async (request, reply) => {
    for (const check of checks) {
      const state = await check(request)
      if (state.isAllowed || !state.isExceeded) continue
      reply.header('retry-after', state.ttlInSeconds)
      throw new AppError('too_many_requests')
    }
  }
}
