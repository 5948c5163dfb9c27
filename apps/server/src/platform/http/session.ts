import type { Role } from '@shiliu/contract/endpoint'
import { createSigner, createVerifier, TokenError } from 'fast-jwt'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

export type Viewer = { role: 'user' | 'admin'; id: number; sessionId: number }
export type UserViewer = Viewer & { role: 'user' }
export type AdminViewer = Viewer & { role: 'admin' }

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null
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

export type IsSessionActive = (viewer: Viewer) => Promise<boolean>

/** Throws `unauthorized`, `session_ended` or `forbidden`. For guest endpoints an invalid token counts as none. */
export async function authenticate(
  request: FastifyRequest,
  role: Role,
  tokens: AccessTokens,
  isSessionActive: IsSessionActive,
): Promise<Viewer | null> {
  const token = bearer(request.headers.authorization)
  if (!token) {
    if (role === 'guest') return null
    throw new AppError('unauthorized')
  }
  const viewer = tokens.verify(token)
  const live = viewer !== 'invalid' && (await isSessionActive(viewer))
  if (role === 'guest') return live && viewer.role === 'user' ? viewer : null
  if (!live) throw new AppError('session_ended')
  if (role !== 'signed-in' && viewer.role !== role) throw new AppError('forbidden')
  return viewer
}

/** Existing clients send `Bearer null` or `Bearer undefined` without a session. */
function bearer(header: string | undefined): string | null {
  const token = /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1]
  return token && token !== 'null' && token !== 'undefined' ? token : null
}
