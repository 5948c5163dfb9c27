/** Signing out here and at the school (docs/product.md#campus-sign-in). Owns `campus_sessions`. */
import { createHash } from 'node:crypto'
import type { Ctx } from '#deps.ts'
import { endSession } from '#modules/auth/sessions.service.ts'
import { tx } from '#platform/db/tx.ts'
import type { UserViewer } from '#platform/http/session.ts'
import { seal, unseal } from '#platform/sealing.ts'
import * as repo from './campus.repo.ts'
import { casSignOutUrl, ticketOfLogout } from './cas.ts'
import { oidcSignOutUrl } from './oidc.ts'
import type { Person } from './person.ts'
import type { Provider } from './providers.service.ts'

const sealing = (sessionId: number) => ({ purpose: 'campus id token', owner: `session ${sessionId}` })

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest('base64url')

/** Keeps what signing out at the provider asks for, as long as the session. */
export async function rememberSession(
  t: Ctx,
  sessionId: number,
  { id, ends_session }: Provider,
  { ticket, idToken }: Person,
): Promise<void> {
  const kept = idToken !== undefined && ends_session === 1
  await repo.insertSession(t.db, {
    session_id: sessionId,
    provider_id: id,
    ticket_hash: ticket === undefined ? null : hashOf(ticket),
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
  const idToken = known?.id_token && unseal(ctx.config.jwtSecret, sealing(sessionId), known.id_token)
  if (!idToken) return { url: null }
  // Signed out here in any case.
  const url = await oidcSignOutUrl(ctx, provider, Buffer.from(idToken).toString()).catch((error: unknown) => {
    ctx.log.warn({ provider: provider.id, reason: String(error) }, 'campus sign-out')
    return null
  })
  return { url }
}

/** A CAS says that one of its tickets has ended, which only the two of us know: ends the sessions that it opened. */
export async function endSessionsOfTicket(ctx: Ctx, providerId: number, message: string): Promise<void> {
  const ticket = ticketOfLogout(message)
  if (!ticket) return
  const ids = await repo.listSessionsOfTicket(ctx.db, providerId, hashOf(ticket))
  await tx(ctx, async (t) => {
    for (const id of ids) await endSession(t, id)
  })
}
