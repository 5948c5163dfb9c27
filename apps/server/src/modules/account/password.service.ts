/** Changing one's own password (spec section 5 «Account», wire rule 9; design section 6). */
import type { BodyOf } from '@shiliu/contract/endpoint'
import type { changePassword as endpoint } from '@shiliu/contract/users'
import type { Ctx } from '#deps.ts'
import { endSessionsOf } from '#modules/auth/sessions-records.service.ts'
import * as users from '#modules/users/users.service.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import type { UserViewer } from '#platform/http/session.ts'
import { hashPassword, passwordFits } from '#platform/passwords.ts'
import { requireOwnAccount } from './own-account.ts'

/**
 * Replaces the password and signs out every other device. Throws `user_not_found`, `forbidden`,
 * `password_current_wrong`, `password_unchanged`.
 */
export async function changePassword(
  ctx: Ctx,
  viewer: UserViewer,
  publicId: string,
  { currentPassword, newPassword }: BodyOf<typeof endpoint>,
): Promise<void> {
  const user = await requireOwnAccount(ctx, viewer.id, publicId)
  if (!(await passwordFits(user.password_hash, currentPassword))) {
    throw new AppError('password_current_wrong', { field: 'currentPassword' })
  }
  if (newPassword === currentPassword) throw new AppError('password_unchanged', { field: 'newPassword' })
  // Hashed before the transaction: it takes long on purpose.
  const passwordHash = await hashPassword(newPassword)
  await tx(ctx, async (t) => {
    // Locked and looked at again: who else replaced it meanwhile, an administrator perhaps, did so against this one.
    await users.lockUsers(t, [user.id])
    const [now] = await users.listUsers(t, [user.id])
    if (now?.password_hash !== user.password_hash) {
      throw new AppError('password_current_wrong', { field: 'currentPassword' })
    }
    await users.setPassword(t, user.id, passwordHash)
    await endSessionsOf(t, viewer, viewer.sessionId)
  })
}
