/** Fits a campus behind one NAT address: no limit for most reads, writes count per account. */
import { createHash } from 'node:crypto'
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

export type Limit =
  | 'writes'
  | 'comments'
  | 'reactions'
  | 'uploads'
  | 'streams'
  | 'refresh'
  | 'password'
  | 'captcha'
  | 'reports'
  | 'complaints'
  | 'suggestions'

/** A /64 network counts as one IPv6 client. */
export const networkOf = (ip: string): string => normalizeIP(ip, 64)
const perAddress = ({ ip }: Pick<FastifyRequest, 'ip'>) => `ip:${networkOf(ip)}`
/** Whom limits count for: `user:5`, `admin:1`, or a guest's address. */
export const perAccount = (request: Pick<FastifyRequest, 'viewer' | 'ip'>) =>
  request.viewer ? `${request.viewer.role}:${request.viewer.id}` : perAddress(request)

function perRefreshToken({ body }: FastifyRequest): string {
  const token: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'refresh_token') : ''
  return createHash('sha1').update(String(token)).digest('base64url')
}

type Rule = {
  max: number | ((request: FastifyRequest) => Promise<number>)
  timeWindow: number
  keyGenerator(request: FastifyRequest): string
}

type Check = (request: FastifyRequest) => Promise<void>

export type RateLimits = {
  /** Throws `too_many_requests`. Counts for this endpoint alone, except where a limit is for several together. */
  check(limit: Limit, endpoint: string): Check
}

/** Limits that several endpoints use up together. */
const SHARED: readonly Limit[] = ['reactions']

/** How many times an account may do something, by the name of the setting. */
type LimitOfAccount = (userId: number, setting: 'comments_per_minute' | 'reactions_per_minute') => Promise<number>

/** All rules of a kind must hold. `factor` multiplies those that are not settings. */
export function rateLimits(app: FastifyInstance, factor: number, limitOfAccount: LimitOfAccount): RateLimits {
  const rules = rulesOf(factor, limitOfAccount)
  const shared = new Map<Limit, Check>()
  return {
    check(limit, endpoint) {
      if (!SHARED.includes(limit)) return rateLimitCheck(app, endpoint, rules[limit])
      const check = shared.get(limit) ?? rateLimitCheck(app, limit, rules[limit])
      shared.set(limit, check)
      return check
    },
  }
}

function rulesOf(factor: number, limitOfAccount: LimitOfAccount): Record<Limit, Rule[]> {
  const rule = (max: number, timeWindow: number, keyGenerator: Rule['keyGenerator']): Rule => ({
    max: max * factor,
    timeWindow,
    keyGenerator,
  })
  const perMinute = (setting: Parameters<LimitOfAccount>[1]): Rule => ({
    max: async ({ viewer }) => (viewer?.role === 'user' ? limitOfAccount(viewer.id, setting) : Number.MAX_SAFE_INTEGER),
    timeWindow: 60_000,
    keyGenerator: perAccount,
  })
  return {
    comments: [perMinute('comments_per_minute')],
    reactions: [perMinute('reactions_per_minute')],
    writes: [rule(300, 60_000, perAccount)],
    uploads: [rule(120, 60_000, perAccount)],
    // Many tabs reconnect at once after a restart of the server.
    streams: [rule(60, 60_000, perAccount)],
    refresh: [rule(10, 60_000, perRefreshToken)],
    // A stolen session must not allow guessing the password.
    password: [rule(20, 5 * 60_000, perAccount)],
    captcha: [rule(300, 60_000, perAddress)],
    complaints: [rule(10, 60_000, perAccount), rule(60, 3_600_000, perAccount)],
    // A few reports are enough to learn of a fault that all browsers on a campus meet.
    reports: [rule(30, 60_000, perAddress)],
    // Asked for with each pause in typing; many guests may share an address.
    suggestions: [rule(1200, 60_000, perAccount)],
  }
}

/** Rules count under `name`, since a shared store tells routes apart only by the key. */
function rateLimitCheck(app: FastifyInstance, name: string, rules: Rule[]): Check {
  const checks = rules.map((rule, i) =>
    app.createRateLimit({ ...rule, keyGenerator: (request) => `${name} ${i} ${rule.keyGenerator(request)}` }),
  )
  return async (request) => {
    for (const check of checks) {
      const state = await check(request)
      if (state.isAllowed || !state.isExceeded) continue
      throw new AppError('too_many_requests', { retryAfter: state.ttlInSeconds })
    }
  }
}
