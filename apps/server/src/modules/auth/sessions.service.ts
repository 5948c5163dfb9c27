/** Sessions: one per sign-in, with refresh tokens that are rotated on each use. */
import { createHash, randomBytes } from 'node:crypto'
import type { AdminRole } from '@shiliu/contract/admin/roles'
import type { Tokens } from '@shiliu/contract/auth'
import type { Ctx } from '#deps.ts'
import { keepAddress, type Whereabouts } from '#modules/addresses/addresses.service.ts'
import { batchLoader } from '#platform/batch-loader.ts'
import { chinaDay, DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/clock.ts'
import type { Db } from '#platform/db/client.ts'
import { deleteInBatches } from '#platform/db/rows.ts'
import { afterCommit, tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import type { FindSession, LiveSession, Viewer } from '#platform/http/session.ts'
import type { Sender } from '#platform/security-log.ts'
import * as repo from './sessions.repo.ts'

const ACTIVE_DAYS_KEPT = 400

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** How long somebody stays signed in who does not come back. */
export const sessionMs = ({ settings }: Ctx): number => settings.current.session_days * DAY_MS

function expiry(ctx: Ctx): number {
  return ctx.clock.now() + sessionMs(ctx)
}

/** Signs in: a session with its first tokens, and the address that it came from. */
export function openSession(
  ctx: Ctx,
  owner: repo.SessionOwner,
  userAgent: string,
  from?: Whereabouts,
): Promise<Tokens> {
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
    const account = `${owner.role}:${owner.id}`
    if (from) await keepAddress(t, { kind: 'session', id: sessionId, account }, from)
    return issueTokens(t, { ...owner, sessionId })
  })
}

async function issueTokens(t: Ctx, viewer: Viewer, refresh = randomBytes(32).toString('base64url')): Promise<Tokens> {
  if (viewer.role === 'user') await repo.insertActiveDay(t.db, chinaDay(t.clock.now()), viewer.id)
  await repo.insertRefreshToken(t.db, {
    session_id: viewer.sessionId,
    token_hash: hashOf(refresh),
    created_at: t.clock.now(),
    replaced_at: null,
  })
  return tokensOf(t, viewer, refresh)
}

function tokensOf({ tokens, config }: Ctx, viewer: Viewer, refresh: string): Tokens {
  return { access_token: tokens.sign(viewer), refresh_token: refresh, expires_in: config.accessTokenSeconds }
}

/** Bounds the token rows of a session. */
const MAX_RENEWALS_PER_MINUTE = 30

/**
 * Exchanges a refresh token for new tokens. As long as its successor was not used, it is answered again: the first
 * answer may have been lost. Throws `session_ended`, and `too_many_requests` where done too often.
 */
export async function refreshSession(
  ctx: Ctx,
  role: repo.SessionOwner['role'],
  refreshToken: string,
  from: Sender,
): Promise<Tokens> {
  // Read before a transaction is opened, so that made-up tokens do not queue for the writer.
  const state = await readToken(ctx, role, refreshToken)
  if (state.kind === 'unknown') throw new AppError('session_ended')
  if (state.kind === 'repeated') return tokensOf(ctx, state.viewer, successorOf(ctx, refreshToken))
  const tokens = await tx(ctx, async (t) => {
    const now = t.clock.now()
    // The first write: locks the session, or finds that it ended since it was read.
    if (!(await repo.touchSession(t.db, state.viewer.sessionId, expiry(t), now))) return null
    const { kind, viewer, tokenId } = await readToken(t, role, refreshToken)
    if (kind === 'replayed') await endReplayed(t, viewer, from)
    if (kind === 'repeated') return tokensOf(t, viewer, successorOf(t, refreshToken))
    if (kind !== 'current') return null
    if ((await repo.countIssuedSince(t.db, viewer.sessionId, now - MINUTE_MS)) >= MAX_RENEWALS_PER_MINUTE)
      throw new AppError('too_many_requests', { retryAfter: MINUTE_MS / 1000 })
    await repo.markReplaced(t.db, tokenId, now)
    await repo.deleteOldTokens(t.db, viewer.sessionId, now - sessionMs(t))
    return issueTokens(t, viewer, successorOf(t, refreshToken))
  })
  if (!tokens) throw new AppError('session_ended')
  return tokens
}

/** Known to whoever has the token and the site's secret, so that only hashes are stored. */
function successorOf(ctx: Ctx, refreshToken: string): string {
  return ctx.mac('refresh', refreshToken)
}

type TokenState =
  | { kind: 'unknown'; viewer?: undefined; tokenId?: undefined }
  /** `repeated`: its successor was not used yet; `replayed`: it was, so that two have the token. */
  | { kind: 'current' | 'repeated' | 'replayed'; viewer: Viewer; tokenId: number }

async function readToken(ctx: Ctx, role: repo.SessionOwner['role'], refreshToken: string): Promise<TokenState> {
  const now = ctx.clock.now()
  const found = await repo.findRefreshToken(ctx.db, hashOf(refreshToken))
  const id = role === 'user' ? found?.user_id : found?.admin_id
  if (!found || !id || !isValid(found, now)) return { kind: 'unknown' }
  const known = { viewer: { role, id, sessionId: found.id }, tokenId: found.token_id }
  const isOld = (issuedAt: number) => issuedAt <= now - sessionMs(ctx)
  if (found.replaced_at === null) return isOld(found.issued_at) ? { kind: 'unknown' } : { kind: 'current', ...known }
  const successor = await repo.findRefreshToken(ctx.db, hashOf(successorOf(ctx, refreshToken)))
  if (successor?.replaced_at !== null) return { kind: 'replayed', ...known }
  return isOld(successor.issued_at) ? { kind: 'unknown' } : { kind: 'repeated', ...known }
}

/** Two have the token, one of whom stole it. */
async function endReplayed(t: Ctx, { role, id, sessionId }: Viewer, from: Sender): Promise<void> {
  await endSession(t, sessionId)
  const replay = { event: 'token replay', outcome: 'session_ended', account: `${role}:${id}`, session: sessionId }
  afterCommit(t, () => t.securityLog.note({ ...replay, from }))
}

/** Signs out: its tokens are refused on every node. */
export const endSession = (ctx: Ctx, sessionId: number): Promise<void> => endSessions(ctx, [sessionId])

/** As `endSession`, for any number. */
export function endSessions(ctx: Ctx, ids: number[]): Promise<void> {
  return tx(ctx, async (t) => {
    await repo.endSessions(t.db, ids, t.clock.now())
    publishSessionsEnded(t, ids)
  })
}

/** Ends all sessions of an account but `exceptId`; returns how many those were. */
export async function endSessionsOf(t: Ctx, owner: repo.SessionOwner, exceptId?: number): Promise<number> {
  const ids = (await repo.listActiveSessionIds(t.db, owner)).filter((id) => id !== exceptId)
  await repo.endSessions(t.db, ids, t.clock.now())
  publishSessionsEnded(t, ids)
  return ids.length
}

/** Makes every process read again what an administrator's sessions may do, once the transaction is committed. */
export async function adminSessionsChanged(t: Ctx, adminId: number): Promise<void> {
  const ids = await repo.listActiveSessionIds(t.db, { role: 'admin', id: adminId })
  if (ids.length > 0) afterCommit(t, () => t.bus.publish('invalidated', { tags: ids.map(sessionTag) }))
}

/** For the deletion of the account. */
export async function deleteSessionsOfUser(t: Ctx, userId: number): Promise<void> {
  const ids = await repo.listActiveSessionIds(t.db, { role: 'user', id: userId })
  await repo.deleteSessionsOfUser(t.db, userId)
  await repo.deleteActiveDaysOf(t.db, userId)
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

/** Called by a timer: deletes the active days of more than `ACTIVE_DAYS_KEPT` days ago. */
export async function purgeActiveDays(ctx: Ctx): Promise<void> {
  const first = chinaDay(ctx.clock.now() - ACTIVE_DAYS_KEPT * DAY_MS)
  await deleteInBatches(
    (limit) => repo.listActiveDaysBefore(ctx.db, first, limit),
    (ids) => repo.deleteActiveDays(ctx.db, ids),
  )
}

/** Ends every session of a site that no server serves. Returns how many there were. */
export const endAllSessions = (db: Db, now: number): Promise<number> => repo.endAllSessions(db, now)

/** How exactly the last use is known, so that requests do not write. */
const USE_STEP_MS = HOUR_MS

/** Called once a second and on shutdown. What could not be written is kept for the next call. */
export async function writeSessionUses(ctx: Ctx): Promise<void> {
  const uses = [...ctx.sessionUses]
  if (uses.length === 0) return
  ctx.sessionUses.clear()
  const ids = uses.map(([id]) => id).toSorted((a, b) => a - b)
  // One time for all rows, the earliest: a use is never written as later than it was.
  const at = uses.reduce((first, [, time]) => Math.min(first, time), ctx.clock.now())
  try {
    await tx(ctx, (t) => repo.updateLastUse(t.db, ids, { at, before: at - USE_STEP_MS }))
  } catch (error) {
    for (const [id, time] of uses) ctx.sessionUses.set(id, Math.max(time, ctx.sessionUses.get(id) ?? 0))
    throw error
  }
}

type SessionState = {
  is_active: number
  expires_at: number
  user_active: number | null
  admin_active: number | null
}

function isValid(session: SessionState, now: number): boolean {
  return session.is_active === 1 && session.expires_at > now && (session.user_active ?? session.admin_active) === 1
}

const CACHE_MS = 10_000

const sessionTag = (id: number) => `session:${id}`
const SESSION_BYTES = 100

type KnownSession = {
  until: number
  role: repo.SessionOwner['role']
  id: number
  adminRole: AdminRole | null
  hasSecondFactor: boolean
}

/**
 * Caches positive results for ten seconds or until the session ends, and nothing while the bus is disconnected. Notes
 * that a session is in use.
 */
export function sessionGuard(ctx: Ctx): FindSession {
  ctx.bus.subscribe('session-ended', ({ sessionIds }) => ctx.cache.invalidate(sessionIds.map(sessionTag)))
  const find = batchLoader(async ({ db }: Ctx, ids: number[]) => {
    const sessions = new Map((await repo.listSessions(db, ids)).map((session) => [session.id, session]))
    return (id: number) => sessions.get(id)
  })
  /** The setting is in force at once, without a word to the sessions. */
  const present = ({ role, adminRole, hasSecondFactor }: KnownSession): LiveSession => ({
    adminRole,
    secondFactorDue: role === 'admin' && !hasSecondFactor && ctx.settings.current.require_second_factor,
  })
  return async ({ role, id, sessionId }) => {
    const tag = sessionTag(sessionId)
    const now = ctx.clock.now()
    const known = ctx.cache.get<KnownSession>(tag)?.value
    if (known && now < known.until) return known.role === role && known.id === id ? present(known) : null
    return ctx.cache.watchWhile(
      () => find(ctx, sessionId),
      (session, changed) => {
        // After a backup is restored, an old token's session id may belong to somebody else.
        const isOwn = session && (role === 'user' ? session.user_id : session.admin_id) === id
        if (!isOwn || !isValid(session, now)) return null
        if (now - session.last_activity >= USE_STEP_MS) ctx.sessionUses.set(sessionId, now)
        const until = Math.min(now + CACHE_MS, session.expires_at)
        const hasSecondFactor = session.admin_totp_since !== null
        const known = { until, role, id, adminRole: session.admin_role, hasSecondFactor }
        if (!changed([tag])) ctx.cache.set<KnownSession>(tag, known, { tags: [tag], bytes: SESSION_BYTES })
        return present(known)
      },
    )
  }
}
