/** Who sends a request: access tokens, and what role an endpoint asks for. */
import { type AdminRole, ROLE_WORDS, roleNeeded, roleSuffices } from '@shiliu/contract/admin/roles'
import type { AnyEndpoint } from '@shiliu/contract/endpoint'
import { createSigner, createVerifier, TokenError } from 'fast-jwt'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

export type Viewer = { role: 'user' | 'admin'; id: number; sessionId: number }
export type UserViewer = Viewer & { role: 'user' }
/** `adminRole` is the one at the beginning of the request. */
export type AdminViewer = Viewer & { role: 'admin'; adminRole: AdminRole }

declare module 'fastify' {
  interface FastifyRequest {
    viewer: UserViewer | AdminViewer | null
  }
}

type Claims = { sub: string; sid: number; role: 'user' | 'admin' }

export type AccessTokens = { sign(viewer: Viewer): string; verify(token: string): Viewer | 'invalid' }

/** Tokens that are valid for `seconds`. */
export function accessTokens(secret: string, seconds: number): AccessTokens {
  const sign = createSigner({ key: secret, algorithm: 'HS256', expiresIn: seconds * 1000 })
  const verify = createVerifier({ key: secret, algorithms: ['HS256'], cache: 5000 })
  return {
    sign: ({ role, id, sessionId }) => sign({ sub: String(id), sid: sessionId, role } satisfies Claims),
    verify(token) {
      try {
        const claims: Claims = verify(token)
        return { role: claims.role, id: Number(claims.sub), sessionId: claims.sid }
      } catch (error) {
        if (error instanceof TokenError) return 'invalid'
        throw error
      }
    },
  }
}

/** What a session may do now; `adminRole` is an administrator's, who may have to set up a second factor first. */
export type LiveSession = { adminRole: AdminRole | null; secondFactorDue: boolean }
/** Null where the session has ended. */
export type FindSession = (viewer: Viewer) => Promise<LiveSession | null>

/**
 * Throws `unauthorized`, `session_ended`, `forbidden` or `second_factor_due`. For guest endpoints an invalid token
 * counts as none.
 */
export async function authenticate(
  request: FastifyRequest,
  { role, adminRole: least, withoutSecondFactor }: Pick<AnyEndpoint, 'role' | 'adminRole' | 'withoutSecondFactor'>,
  tokens: AccessTokens,
  findSession: FindSession,
): Promise<UserViewer | AdminViewer | null> {
  const token = bearer(request.headers.authorization)
  if (!token) {
    if (role === 'guest') return null
    throw new AppError('unauthorized')
  }
  const claimed = tokens.verify(token)
  const session = claimed === 'invalid' ? null : await findSession(claimed)
  if (claimed === 'invalid' || !session) {
    if (role === 'guest') return null
    throw new AppError('session_ended')
  }
  const viewer = viewerOf(claimed, session)
  if (role === 'guest') return viewer.role === 'user' ? viewer : null
  if (role !== 'signed-in' && viewer.role !== role) throw new AppError('forbidden')
  if (session.secondFactorDue && !withoutSecondFactor) throw new AppError('second_factor_due')
  if (viewer.role === 'admin') requireRole(viewer.adminRole, least)
  return viewer
}

function viewerOf(claimed: Viewer, { adminRole }: LiveSession): UserViewer | AdminViewer {
  if (claimed.role === 'user') return { ...claimed, role: 'user' }
  if (!adminRole) throw new Error('a session of an administrator has no role')
  return { ...claimed, role: 'admin', adminRole }
}

/** Throws `forbidden`, in words. */
export function requireRole(adminRole: AdminRole, least: AdminRole | undefined): void {
  if (least && roleSuffices(adminRole, least)) return
  throw new AppError('forbidden', { message: `这需要${roleNeeded(least ?? 'owner')}，你是${ROLE_WORDS[adminRole]}` })
}

/** Existing clients send `Bearer null` or `Bearer undefined` without a session. */
function bearer(header: string | undefined): string | null {
  const token = /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1]
  return token && token !== 'null' && token !== 'undefined' ? token : null
}
