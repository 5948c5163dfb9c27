/** Sessions of users and administrators: one per device, refresh tokens rotated on each use (design section 6). */
import { createHash, randomBytes } from 'node:crypto'
import type { Tokens } from '@shiliu/contract/auth'
import { TOKEN } from '@shiliu/contract/limits'
import { LRUCache } from 'lru-cache'
import type { Ctx } from '#deps.ts'
import { afterCommit, tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import type { IsLive, Viewer } from '#platform/http/session.ts'
import * as repo from './sessions.repo.ts'

type Owner = { role: 'user' | 'admin'; id: number }

const DAY_MS = 24 * 3600 * 1000

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

function expiry(ctx: Ctx): number {
  return ctx.clock.now() + TOKEN.refreshSeconds * 1000
}

/** Opens a session on a device and answers its tokens. */
export function openSession(ctx: Ctx, owner: Owner, userAgent: string): Promise<Tokens> {
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
    return issue(t, { ...owner, sessionId })
  })
}

async function issue(t: Ctx, viewer: Viewer): Promise<Tokens> {
  const refresh = randomBytes(32).toString('base64url')
  await repo.insertRefreshToken(t.db, {
    session_id: viewer.sessionId,
    token_hash: hashOf(refresh),
    created_at: t.clock.now(),
    replaced_at: null,
  })
  return { access_token: t.tokens.sign(viewer), refresh_token: refresh, expires_in: TOKEN.accessSeconds }
}

/**
 * Exchanges a refresh token for new tokens. A token replaced within the grace is honoured, since several tabs may refresh
 * at once; one replayed later means it was stolen, and the whole session ends. Throws `session_ended`.
 */
export async function refreshSession(ctx: Ctx, role: Owner['role'], refreshToken: string): Promise<Tokens> {
  const tokens = await tx(ctx, async (t) => {
    const now = t.clock.now()
    const found = await repo.findRefreshToken(t.db, hashOf(refreshToken))
    const ownerId = role === 'user' ? found?.user_id : found?.admin_id
    if (!found || !ownerId || !isStanding(found, now)) return null
    if (found.replaced_at !== null && now - found.replaced_at > TOKEN.replayGraceSeconds * 1000) {
      await endSession(t, found.id)
      return null
    }
    await repo.markReplaced(t.db, found.token_id, now)
    await repo.deleteReplacedTokens(t.db, found.id, now - 7 * DAY_MS)
    await repo.touchSession(t.db, found.id, expiry(t), now)
    return issue(t, { role, id: ownerId, sessionId: found.id })
  })
  if (!tokens) throw new AppError('session_ended')
  return tokens
}

/** Ends one session; every process forgets it at once. */
export function endSession(ctx: Ctx, sessionId: number): Promise<void> {
  return tx(ctx, async (t) => {
    await repo.endSessions(t.db, [sessionId], t.clock.now())
    afterCommit(t, () => t.bus.publish('session-ended', { sessionIds: [sessionId] }))
  })
}

/** Ends all sessions of a user except the one that asks; every process forgets them at once. */
export function endOtherSessions(ctx: Ctx, viewer: Viewer): Promise<void> {
  return tx(ctx, async (t) => {
    const sessionIds = (await repo.listActiveSessions(t.db, viewer.id)).filter((id) => id !== viewer.sessionId)
    if (sessionIds.length === 0) return
    await repo.endSessions(t.db, sessionIds, t.clock.now())
    afterCommit(t, () => t.bus.publish('session-ended', { sessionIds }))
  })
}

/** Deletes all sessions of a user within the caller's transaction; every process forgets them once that is certain. */
export async function eraseOf(t: Ctx, userId: number): Promise<void> {
  const sessionIds = await repo.listActiveSessions(t.db, userId)
  await repo.deleteSessionsOf(t.db, userId)
  afterCommit(t, () => t.bus.publish('session-ended', { sessionIds }))
}

/** Forgets sessions that ended by themselves a month ago. */
export function purgeSessions(ctx: Ctx): Promise<void> {
  return repo.deleteSessionsExpiredBefore(ctx.db, ctx.clock.now() - 30 * DAY_MS)
}

type Standing = { is_active: number; expires_at: number; user_active: number | null; admin_active: number | null }

function isStanding(session: Standing, now: number): boolean {
  return session.is_active === 1 && session.expires_at > now && (session.user_active ?? session.admin_active) === 1
}

const REMEMBER_MS = 10_000

/**
 * Answers whether a session still stands, remembering a yes for ten seconds; an ended session is forgotten at once
 * through the bus.
 */
export function sessionGuard(ctx: Ctx): IsLive {
  const live = new LRUCache<number, number>({ max: 20_000 })
  // What was read before an end was heard of must not be remembered after it.
  let ends = 0
  ctx.bus.subscribe('session-ended', ({ sessionIds }) => {
    ends++
    for (const id of sessionIds) live.delete(id)
  })
  ctx.bus.subscribe('connection', () => {
    ends++
    live.clear()
  })
  return async ({ sessionId }) => {
    const now = ctx.clock.now()
    const until = live.get(sessionId)
    if (until !== undefined && now < until) return true
    const before = ends
    const session = await repo.findSession(ctx.db, sessionId)
    if (!session || !isStanding(session, now)) return false
    if (ends === before) live.set(sessionId, Math.min(now + REMEMBER_MS, session.expires_at))
    return true
  }
}
