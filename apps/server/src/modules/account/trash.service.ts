/** Accounts in the trash: invisible and closed at once, kept with all that belongs to them, erased after their term. */
import type { restore, SignedIn } from '@shiliu/contract/auth'
import type { BodyOf } from '@shiliu/contract/endpoint'
import { ACCOUNT } from '@shiliu/contract/limits'
import { REPORTED } from '@shiliu/contract/reports'
import type { Ctx } from '#deps.ts'
import { locate } from '#modules/addresses/addresses.service.ts'
import { signIn } from '#modules/auth/auth.service.ts'
import { tellOfDeletion, tellOfRestoration } from '#modules/auth/notices.service.ts'
import { endSessionsOf } from '#modules/auth/sessions.service.ts'
import { requirePassword } from '#modules/auth/sign-in-limits.service.ts'
import type { Actor } from '#modules/moderation/history.service.ts'
import { deleteTrash } from '#modules/moderation/history.service.ts'
import { isInTrash, listTrashed, putIntoTrash, TRASHED } from '#modules/moderation/trash-rows.service.ts'
import { reopenDeleted, resolveReportsOf } from '#modules/reports/report-entries.service.ts'
import { setHidden } from '#modules/sanctions/hiding.service.ts'
import { hidesContent, passwordFingerprint, requireUnbanned } from '#modules/sanctions/sanctions.service.ts'
import * as users from '#modules/users/users.service.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import type { Client } from '#platform/http/route.ts'
import { readTicket } from '#platform/tickets.ts'

/**
 * The viewer's own account, kept for seven days; its address is told. Existing clients send no password. Throws
 * `user_not_found`, `forbidden` and what `requirePassword` throws.
 */
export async function deleteAccount(ctx: Ctx, viewerId: number, publicId: string, password?: string): Promise<void> {
  const user = await users.requireOwnUser(ctx, viewerId, publicId)
  if (password !== undefined) await requirePassword(ctx, user, password)
  const actor = { key: `user:${user.id}`, name: user.nickname }
  await tx(ctx, async (t) => {
    await trashAccount(t, user.id, actor, ACCOUNT.keptMs)
    await tellOfDeletion(t, user, t.clock.now() + ACCOUNT.keptMs)
  })
}

/** Throws `user_not_found`. */
export async function trashAccount(t: Ctx, id: number, actor: Actor, keptMs?: number): Promise<void> {
  await users.lockUsers(t, [id])
  const user = await users.requireUserById(t, id)
  if (await isInTrash(t, TRASHED.user, id)) throw new AppError('user_not_found')
  await putIntoTrash(t, TRASHED.user, [id], actor, keptMs)
  await setHidden(t, user, true)
  await endSessionsOf(t, { role: 'user', id })
  if (actor.adminId !== undefined) {
    await resolveReportsOf(t, actor, REPORTED.user, [id], { outcome: 'delete', actionId: null })
  }
}

/**
 * An account that its owner deleted, with the ticket of `account_deleted`, and signs in. Throws `restore_expired`,
 * `read_only`, `account_disabled`.
 */
export async function restoreOwnAccount(ctx: Ctx, body: BodyOf<typeof restore>, client: Client): Promise<SignedIn> {
  if (ctx.settings.current.site_mode === 'read_only') throw new AppError('read_only')
  const claims = readTicket(ctx, 'restore account', body.ticket)
  if (!claims) throw new AppError('restore_expired')
  const [id = 0, deletedAt, mark] = claims
  const { userAgent } = client
  const from = await locate(ctx, client)
  return tx(ctx, async (t) => {
    await users.lockUsers(t, [id])
    const trashed = (await listTrashed(t, TRASHED.user, [id])).get(id)
    if (!trashed || trashed.deleted_at !== deletedAt) throw new AppError('restore_expired')
    const user = await users.requireUserById(t, id)
    if (passwordFingerprint(t, user) !== mark) throw new AppError('restore_expired')
    await restoreAccount(t, id)
    await requireUnbanned(t, user)
    await tellOfRestoration(t, user, { userAgent, location: from.location })
    return signIn(t, id, userAgent, from)
  })
}

/** As it was, hidden where a ban hides it. Throws `user_not_found`. */
export async function restoreAccount(t: Ctx, id: number): Promise<void> {
  await users.lockUsers(t, [id])
  const user = await users.requireUserById(t, id)
  await deleteTrash(t.db, TRASHED.user, [id])
  await reopenDeleted(t, REPORTED.user, id)
  await setHidden(t, user, await hidesContent(t, id))
}
