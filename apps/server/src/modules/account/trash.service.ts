/** Accounts in the trash: invisible and closed at once, kept with all that belongs to them, erased after their term. */
import { ACCOUNT } from '@shiliu/contract/limits'
import { REPORTED } from '@shiliu/contract/reports'
import type { Ctx } from '#deps.ts'
import { endSessionsOf } from '#modules/auth/sessions.service.ts'
import type { Actor } from '#modules/moderation/history.service.ts'
import { deleteTrash } from '#modules/moderation/history.service.ts'
import { isInTrash, putIntoTrash, TRASHED } from '#modules/moderation/trash-rows.service.ts'
import { reopenDeleted, resolveReportsOf } from '#modules/reports/report-entries.service.ts'
import { setHidden } from '#modules/sanctions/hiding.service.ts'
import { hidesContent } from '#modules/sanctions/sanctions.service.ts'
import * as users from '#modules/users/users.service.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import { verifyPassword } from '#platform/passwords.ts'

/**
 * The viewer's own account, kept for seven days. Existing clients send no password. Throws `user_not_found`, `forbidden`,
 * `password_current_wrong`.
 */
export async function deleteAccount(ctx: Ctx, viewerId: number, publicId: string, password?: string): Promise<void> {
  const user = await users.requireOwnUser(ctx, viewerId, publicId)
  if (password !== undefined && !(await verifyPassword(user.password_hash, password)))
    throw new AppError('password_current_wrong', { field: 'password' })
  const actor = { key: `user:${user.id}`, name: user.nickname }
  await tx(ctx, (t) => trashAccount(t, user.id, actor, ACCOUNT.keptMs))
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

/** As it was, hidden where a ban hides it. Throws `user_not_found`. */
export async function restoreAccount(t: Ctx, id: number): Promise<void> {
  await users.lockUsers(t, [id])
  const user = await users.requireUserById(t, id)
  await deleteTrash(t.db, TRASHED.user, [id])
  await reopenDeleted(t, REPORTED.user, id)
  await setHidden(t, user, await hidesContent(t, id))
}
