/** Signing out here and at the school (docs/product.md#campus-sign-in). Owns `campus_sessions`. */
import type { Ctx } from '#deps.ts'
import { endSession, endSessions } from '#modules/auth/sessions.service.ts'
import { takeAttempts } from '#platform/attempts.ts'
import { MINUTE_MS } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import { networkOf } from '#platform/http/rate-limit.ts'
import type { UserViewer } from '#platform/http/session.ts'
import { seal, unseal } from '#platform/sealing.ts'
import * as repo from './campus.repo.ts'
import { casSignOutUrl, ticketOfLogout } from './cas.ts'
import { readLogoutToken, TOKEN_MAX_AGE_MS } from './logout-token.ts'
import { oidcSignOutUrl } from './oidc.ts'
import type { Person } from './person.ts'
import { ProviderError, refusalOf } from './provider-calls.ts'
import type { Provider } from './providers.service.ts'

const sealing = (sessionId: number) => ({ purpose: 'campus id token', owner: `session ${sessionId}` })

const hashIf = (name: string | null | undefined) => (name ? repo.campusHash(name) : null)

/** Keeps what signing out at the provider asks for, as long as the session. */
export async function rememberSession(
  t: Ctx,
  sessionId: number,
  { id, ends_session }: Provider,
  { subject, sid, ticket, idToken }: Person,
): Promise<void> {
  const kept = idToken !== undefined && ends_session === 1
  await repo.insertSession(t.db, {
    session_id: sessionId,
    provider_id: id,
    ticket_hash: hashIf(ticket),
    sid_hash: hashIf(sid),
    subject_hash: repo.campusHash(subject),
    id_token: kept ? seal(t.config.jwtSecret, sealing(sessionId), Buffer.from(idToken)) : null,
  })
}

/** Ends the session. Returns where the browser signs out at the provider, too, or null. */
export async function signOut(ctx: Ctx, { sessionId }: UserViewer): Promise<{ url: string | null }> {
  const known = await repo.findSession(ctx.db, sessionId)
  await endSession(ctx, sessionId)
  const provider = known && (await repo.findProvider(ctx.db, known.provider_id))
  if (provider?.ends_session !== 1) return { url: null }
  if (provider.kind === 'cas') return { url: casSignOutUrl(ctx, provider) }
  const kept = known?.id_token && unseal(ctx.config.jwtSecret, sealing(sessionId), known.id_token)
  const idToken = kept ? Buffer.from(kept).toString() : null
  // Signed out here in any case.
  const url = await oidcSignOutUrl(ctx, provider, idToken).catch((error: unknown) => {
    ctx.log.warn({ provider: provider.id, reason: String(error) }, 'campus sign-out')
    return null
  })
  return { url }
}

/**
 * Messages of one address that end nothing, in a minute. A school may end many sign-ins at once, which do not count.
 */
const WRONG_A_MINUTE = 300

/** What a school posts: the XML of a CAS or the token of OpenID Connect. */
export type LogoutMessage = { kind: Provider['kind']; text: string }

/**
 * A school says that sign-ins there have ended: ends the sessions that they opened, and returns these. A CAS is told
 * nothing, whatever it sent. Throws with OpenID Connect `campus_missing`, `campus_refused`, `campus_unavailable`;
 * `too_many_requests`.
 */
export async function handleSchoolLogout(
  ctx: Ctx,
  providerId: number,
  { kind, text }: LogoutMessage,
  ip: string,
): Promise<number[]> {
  const attempts = `campus logout ${networkOf(ip)}`
  await takeAttempts(ctx, [[attempts, MINUTE_MS, WRONG_A_MINUTE]])
  const provider = await repo.findProvider(ctx.db, providerId)
  if (provider?.kind !== kind) {
    if (kind === 'oidc') throw new AppError('campus_missing')
    return []
  }
  if (kind === 'oidc') {
    const ended = await endByToken(ctx, provider, text)
    await ctx.attempts.giveBack(attempts)
    return ended
  }
  const ticket = ticketOfLogout(text)
  // Only the CAS and this site know it.
  const ids = ticket ? await repo.listSessionsNamed(ctx.db, provider.id, { ticket_hash: repo.campusHash(ticket) }) : []
  await endSessions(ctx, ids)
  if (ids.length > 0) await ctx.attempts.giveBack(attempts)
  return ids
}

async function endByToken(ctx: Ctx, provider: Provider, text: string): Promise<number[]> {
  try {
    const { jti, sid, sub } = await readLogoutToken(ctx, provider, text)
    const once = `campus logout token ${provider.id} ${jti}`
    const { waitMs } = await ctx.attempts.take(once, { windowMs: 2 * TOKEN_MAX_AGE_MS, max: 1 })
    if (waitMs > 0) throw new ProviderError(false, '退出的令牌用过了')
    const names = { sid_hash: hashIf(sid), subject_hash: hashIf(sub) }
    try {
      const ids = await repo.listSessionsNamed(ctx.db, provider.id, names)
      await endSessions(ctx, ids)
      return ids
    } catch (error) {
      // The school may send it again.
      await ctx.attempts.giveBack(once)
      throw error
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    ctx.log.warn({ provider: provider.id, name: provider.name, reason: error.reason }, 'campus sign-out')
    // Told to the school, whose own token it is about.
    throw error.away ? refusalOf(error) : new AppError('campus_refused', { message: error.reason })
  }
}
