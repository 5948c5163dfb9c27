/** What administrators do about accounts, in the audit trail (docs/product.md#sanctions). */
import type { ban, mute, warn } from '@shiliu/contract/admin/sanctions'
import type { BodyOf } from '@shiliu/contract/endpoint'
import type { Ctx } from '#deps.ts'
import { endSessionsOf } from '#modules/auth/sessions.service.ts'
import type { Actor } from '#modules/moderation/history.service.ts'
import type { SanctionRow } from '#modules/sanctions/sanctions.service.ts'
import * as sanctions from '#modules/sanctions/sanctions.service.ts'
import * as users from '#modules/users/users.service.ts'
import { isoOrNull } from '#platform/clock.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import { actorOfAdmin } from './admins.service.ts'
import { recordAudits } from './audits.service.ts'

type Sanctioned = {
  is_active: number
  muted: boolean
  reason?: string
  until?: string | null
  warned?: string
  undo_id?: number
}

/** Runs `work` on an existing account and records what it changed. Throws `record_not_found`. */
function audited<I = void>(
  ctx: Ctx,
  viewer: AdminViewer,
  userId: number,
  work: (t: Ctx, actor: Actor) => Promise<Partial<Sanctioned> & { id?: I }>,
): Promise<I> {
  return tx(ctx, async (t) => {
    const before = await stateOf(t, userId)
    const { id, ...details } = await work(t, await actorOfAdmin(t, viewer.id))
    const { name, ...after } = await stateOf(t, userId)
    const states = { before: { ...before, name: undefined }, after: { ...after, ...details } }
    await recordAudits(t, viewer, 'update', [{ resource: 'users', record_id: userId, record_name: name, ...states }])
    return id as I
  })
}

async function stateOf(t: Ctx, userId: number): Promise<Sanctioned & { name: string }> {
  const [user] = await users.listUsers(t, [userId])
  if (!user) throw new AppError('record_not_found')
  const inForce = await sanctions.listInForce(t, [userId])
  const muted = inForce.some(({ kind }) => kind === 'mute')
  return { name: `${user.nickname}（${user.user_id}）`, is_active: user.is_active, muted }
}

/**
 * Ends all sessions of the account at once. `actionId` is the recorded action that it belongs to. Returns the ban's id.
 * Throws `record_not_found`, `account_trashed`, `invalid_input`.
 */
export function banUser(
  ctx: Ctx,
  viewer: AdminViewer,
  userId: number,
  body: BodyOf<typeof ban>,
  actionId?: number,
): Promise<number> {
  const { reason, until, note, hide_content: hideContent } = body
  return audited(ctx, viewer, userId, async (t, actor) => {
    const id = await sanctions.ban(t, userId, actor, { reason, until, note, hideContent, actionId: actionId ?? null })
    await endSessionsOf(t, { role: 'user', id: userId })
    return { id, reason, until: isoOrNull(until), ...(actionId && { undo_id: actionId }) }
  })
}

/** Throws `record_not_found`, `sanction_over`. */
export function unbanUser(ctx: Ctx, viewer: AdminViewer, userId: number): Promise<void> {
  return audited(ctx, viewer, userId, async (t, actor) => {
    if (!(await sanctions.unban(t, userId, actor))) throw new AppError('sanction_over')
    return {}
  })
}

/** Takes back sanctions of locked accounts that an action made; returns how many. */
export async function takeBackSanctions(
  t: Ctx,
  viewer: Pick<AdminViewer, 'id'>,
  rows: SanctionRow[],
  actionId: number,
): Promise<number> {
  let count = 0
  for (const row of rows) {
    const { name, ...before } = await stateOf(t, row.user_id)
    if (!(await sanctions.takeBack(t, row))) continue
    count++
    const { name: _, ...after } = await stateOf(t, row.user_id)
    const states = { before: { ...before, [row.kind]: row.reason }, after: { ...after, undo_id: actionId } }
    await recordAudits(t, viewer, 'undo', [{ resource: 'users', record_id: row.user_id, record_name: name, ...states }])
  }
  return count
}

/** Throws `record_not_found`, `account_trashed`, `invalid_input`. */
export function muteUser(ctx: Ctx, viewer: AdminViewer, userId: number, body: BodyOf<typeof mute>): Promise<void> {
  return audited(ctx, viewer, userId, async (t, actor) => {
    await sanctions.mute(t, userId, actor, body)
    return { reason: body.reason, until: isoOrNull(body.until) }
  })
}

/** Throws `record_not_found`, `sanction_over`. */
export function unmuteUser(ctx: Ctx, viewer: AdminViewer, userId: number): Promise<void> {
  return audited(ctx, viewer, userId, async (t, actor) => {
    if (!(await sanctions.unmute(t, userId, actor))) throw new AppError('sanction_over')
    return {}
  })
}

/** As `banUser`. Returns the warning's id. Throws `record_not_found`, `account_trashed`. */
export function warnUser(
  ctx: Ctx,
  viewer: AdminViewer,
  userId: number,
  body: BodyOf<typeof warn>,
  actionId?: number,
): Promise<number> {
  return audited(ctx, viewer, userId, async (t, actor) => {
    const id = await sanctions.warn(t, userId, actor, body)
    return { id, warned: body.reason, ...(actionId && { undo_id: actionId }) }
  })
}
