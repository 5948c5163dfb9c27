/** Sessions: one per sign-in, with refresh tokens that are rotated on each use. */
import { createHash, randomBytes } from 'node:crypto'
import type { Tokens } from '@shiliu/contract/auth'
import { TOKEN } from '@shiliu/contract/limits'
import type { Ctx } from '#deps.ts'
import { batchLoader } from '#platform/batch-loader.ts'
import { afterCommit, tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import type { IsSessionActive, Viewer } from '#platform/http/session.ts'
import * as repo from './sessions.repo.ts'

const DAY_MS = 24 * 3600 * 1000

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

function expiry(ctx: Ctx): number {
  return ctx.clock.now() + TOKEN.refreshSeconds * 1000
}

export function openSession(ctx: Ctx, owner: repo.SessionOwner, userAgent: string): Promise<Tokens> {
  return tx(ctx, async (t) => {
    const now = t.clock.now()
    const sessionId = await repo.insertSession(t.db, {
      user_id: owner.role === 'user' ? owner.id : null,
      admin_id: owner.role === 'admin' ? owner.id : null,
      user_agent: userAgent,
      expires_at: expiry(t),
      last_activity: now,
      created_at: now,
      updated_at: now,
    })
    return issueTokens(t, { ...owner, sessionId })
  })
}

async function issueTokens(t: Ctx, viewer: Viewer): Promise<Tokens> {
  const refresh = randomBytes(32).toString('base64url')
  await repo.insertRefreshToken(t.db, {
    session_id: viewer.sessionId,
    token_hash: hashOf(refresh),
    created_at: t.clock.now(),
    replaced_at: null,
  })
  return { access_token: t.tokens.sign(viewer), refresh_token: refresh, expires_in: t.config.accessTokenSeconds }
}

const MINUTE_MS = 60_000
/** Enough for many tabs that wake up together. Bounds the token rows of a session. */
const MAX_RENEWALS_PER_MINUTE = 30

/** Exchanges a refresh token for new tokens. Throws `session_ended`, and `too_many_requests` where done too often. */
export async function refreshSession(ctx: Ctx, role: repo.SessionOwner['role'], refreshToken: string): Promise<Tokens> {
  const tokens = await tx(ctx, async (t) => {
    const now = t.clock.now()
    const found = await repo.findRefreshToken(t.db, hashOf(refreshToken))
    const ownerId = role === 'user' ? found?.user_id : found?.admin_id
    const oldest = now - TOKEN.refreshSeconds * 1000
    if (!found || !ownerId || !isValid(found, now)) return null
    // Within the grace period, several tabs may use a token at once. A later replay means theft.
    if (found.replaced_at !== null && now - found.replaced_at > TOKEN.replayGraceSeconds * 1000) {
      await endSession(t, found.id)
      return null
    }
    if (found.issued_at <= oldest) return null
    // The first write: locks the session, or finds that it ended since it was read.
    if (!(await repo.touchSession(t.db, found.id, expiry(t), now))) return null
    if ((await repo.countIssuedSince(t.db, found.id, now - MINUTE_MS)) >= MAX_RENEWALS_PER_MINUTE)
      throw new AppError('too_many_requests', { retryAfter: MINUTE_MS / 1000 })
    await repo.markReplaced(t.db, found.token_id, now)
    await repo.deleteOldTokens(t.db, found.id, oldest)
    return issueTokens(t, { role, id: ownerId, sessionId: found.id })
  })
  if (!tokens) throw new AppError('session_ended')
  return tokens
}

export function endSession(ctx: Ctx, sessionId: number): Promise<void> {
  return tx(ctx, async (t) => {
    await repo.endSessions(t.db, [sessionId], t.clock.now())
    publishSessionsEnded(t, [sessionId])
  })
}

export async function endSessionsOf(t: Ctx, owner: repo.SessionOwner, exceptId?: number): Promise<void> {
  const ids = (await repo.listActiveSessionIds(t.db, owner)).filter((id) => id !== exceptId)
  await repo.endSessions(t.db, ids, t.clock.now())
  publishSessionsEnded(t, ids)
}

export async function deleteSessionsOfUser(t: Ctx, userId: number): Promise<void> {
  const ids = await repo.listActiveSessionIds(t.db, { role: 'user', id: userId })
  await repo.deleteSessionsOfUser(t.db, userId)
  publishSessionsEnded(t, ids)
}

/** Makes every process drop these sessions from its cache once the caller's transaction is committed. */
export function publishSessionsEnded(t: Ctx, sessionIds: number[]): void {
  if (sessionIds.length > 0) afterCommit(t, () => t.bus.publish('session-ended', { sessionIds }))
}

/** Marks expired sessions as ended and deletes them 30 days later. */
export async function purgeSessions(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  await repo.endExpired(ctx.db, now)
  await repo.deleteSessionsExpiredBefore(ctx.db, now - 30 * DAY_MS)
}

type SessionState = { is_active: number; expires_at: number; user_active: number | null; admin_active: number | null }

function isValid(session: SessionState, now: number): boolean {
  return session.is_active === 1 && session.expires_at > now && (session.user_active ?? session.admin_active) === 1
}

const CACHE_MS = 10_000

const sessionTag = (id: number) => `session:${id}`
const SESSION_BYTES = 100

type KnownSession = { until: number; role: repo.SessionOwner['role']; id: number }

/** Caches positive results for ten seconds or until the session ends, and nothing while the bus is disconnected. */
export function sessionGuard(ctx: Ctx): IsSessionActive {
  ctx.bus.subscribe('session-ended', ({ sessionIds }) => ctx.cache.invalidate(sessionIds.map(sessionTag)))
  const find = batchLoader(async ({ db }: Ctx, ids: number[]) => {
    const sessions = new Map((await repo.listSessions(db, ids)).map((session) => [session.id, session]))
    return (id: number) => sessions.get(id)
  })
  return async ({ role, id, sessionId }) => {
    const tag = sessionTag(sessionId)
    const now = ctx.clock.now()
    const known = ctx.cache.get<KnownSession>(tag)?.value
    if (known && now < known.until) return known.role === role && known.id === id
    return ctx.cache.watchWhile(
      () => find(ctx, sessionId),
      (session, changed) => {
        // After a backup is restored, an old token's session id may belong to somebody else.
        const isOwn = session && (role === 'user' ? session.user_id : session.admin_id) === id
        if (!isOwn || !isValid(session, now)) return false
        const until = Math.min(now + CACHE_MS, session.expires_at)
        if (!changed([tag]))
          ctx.cache.set<KnownSession>(tag, { until, role, id }, { tags: [tag], bytes: SESSION_BYTES })
        return true
      },
    )
  }
}
