/** Sessions of users and administrators: one per device, refresh tokens rotated on each use (design section 6). */
import { createHash, randomBytes } from 'node:crypto'
import type { Tokens } from '@shiliu/contract/auth'
import { TOKEN } from '@shiliu/contract/limits'
import { LRUCache } from 'lru-cache'
import type { Ctx } from '#deps.ts'
import { afterCommit, tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import type { IsLive, Viewer } from '#platform/http/session.ts'
import { together } from '#platform/together.ts'
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

const MINUTE_MS = 60_000
/** More than tabs that come back at once; each leaves a row for as long as a replay is watched for. */
const RENEWALS_A_MINUTE = 30

/**
 * Exchanges a refresh token for new tokens. A token replaced within the grace is honoured, since several tabs may refresh
 * at once; one replayed later means it was stolen, and the whole session ends. Throws `session_ended`, and
 * `too_many_requests` where each new token is exchanged at once.
 */
export async function refreshSession(ctx: Ctx, role: Owner['role'], refreshToken: string): Promise<Tokens> {
  const tokens = await tx(ctx, async (t) => {
    const now = t.clock.now()
    const found = await repo.findRefreshToken(t.db, hashOf(refreshToken))
    const ownerId = role === 'user' ? found?.user_id : found?.admin_id
    const tooOld = now - TOKEN.refreshSeconds * 1000
    if (!found || !ownerId || !isStanding(found, now)) return null
    if (found.replaced_at !== null && now - found.replaced_at > TOKEN.replayGraceSeconds * 1000) {
      await endSession(t, found.id)
      return null
    }
    if (found.issued_at <= tooOld) return null
    // First of the writes: it locks the session, or finds that it has gone or ended since it was read.
    if (!(await repo.touchSession(t.db, found.id, expiry(t), now))) return null
    if ((await repo.countIssuedSince(t.db, found.id, now - MINUTE_MS)) >= RENEWALS_A_MINUTE)
      throw new AppError('too_many_requests')
    await repo.markReplaced(t.db, found.token_id, now)
    await repo.deleteOldTokens(t.db, found.id, tooOld)
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

/** Marks sessions that ended by themselves as ended, and forgets them a month later. */
export async function purgeSessions(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  await repo.endExpired(ctx.db, now)
  await repo.deleteSessionsExpiredBefore(ctx.db, now - 30 * DAY_MS)
}

type Standing = { is_active: number; expires_at: number; user_active: number | null; admin_active: number | null }

function isStanding(session: Standing, now: number): boolean {
  return session.is_active === 1 && session.expires_at > now && (session.user_active ?? session.admin_active) === 1
}

const REMEMBER_MS = 10_000

/**
 * Answers whether a session still stands, remembering a yes for ten seconds; an ended session is forgotten at once
 * through the bus. While others cannot be heard nothing is remembered.
 */
export function sessionGuard(ctx: Ctx): IsLive {
  const live = new LRUCache<number, { until: number; role: Owner['role']; id: number }>({ max: 20_000 })
  // What was read before an end was heard of must not be remembered after it.
  let ends = 0
  ctx.bus.subscribe('session-ended', ({ sessionIds }) => {
    ends++
    for (const id of sessionIds) live.delete(id)
  })
  let hearing = true
  ctx.bus.subscribe('connection', ({ up }) => {
    hearing = up
    ends++
    live.clear()
  })
  const find = together(async ({ db }: Ctx, ids: number[]) => {
    const sessions = new Map((await repo.listSessions(db, ids)).map((session) => [session.id, session]))
    return (id: number) => sessions.get(id)
  })
  return async ({ role, id, sessionId }) => {
    const now = ctx.clock.now()
    const known = live.get(sessionId)
    if (known && now < known.until) return known.role === role && known.id === id
    const before = ends
    const session = await find(ctx, sessionId)
    // After an older backup was restored a number may stand for somebody else's session.
    const isOwn = session && (role === 'user' ? session.user_id : session.admin_id) === id
    if (!isOwn || !isStanding(session, now)) return false
    if (hearing && ends === before)
      live.set(sessionId, { until: Math.min(now + REMEMBER_MS, session.expires_at), role, id })
    return true
  }
}
