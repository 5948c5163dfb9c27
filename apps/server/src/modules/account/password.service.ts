/** Changes the viewer's own password. */
import type { BodyOf } from '@shiliu/contract/endpoint'
import type { changePassword as endpoint } from '@shiliu/contract/users'
import type { Ctx } from '#deps.ts'
import { endSessionsOf } from '#modules/auth/sessions.service.ts'
import * as users from '#modules/users/users.service.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import type { UserViewer } from '#platform/http/session.ts'
import { hashPassword, refuseGuessable, verifyPassword } from '#platform/passwords.ts'

/**
 * Ends all other sessions. Throws `user_not_found`, `forbidden`, `password_current_wrong`, `password_unchanged` and what
 * `refuseGuessable` throws.
 */
export async function changePassword(
  ctx: Ctx,
  viewer: UserViewer,
  publicId: string,
  { currentPassword, newPassword }: BodyOf<typeof endpoint>,
): Promise<void> {
  const user = await users.requireOwnUser(ctx, viewer.id, publicId)
  if (!(await verifyPassword(user.password_hash, currentPassword))) {
    throw new AppError('password_current_wrong', { field: 'currentPassword' })
  }
  if (newPassword === currentPassword) throw new AppError('password_unchanged', { field: 'newPassword' })
  refuseGuessable(newPassword, 'user', user.user_id, 'newPassword')
  // Hashed before the transaction because hashing is slow on purpose.
  const passwordHash = await hashPassword(newPassword)
  await tx(ctx, async (t) => {
    // Re-read under a lock: an administrator, for example, may have replaced the password meanwhile.
    await users.lockUsers(t, [user.id])
    const [current] = await users.listUsers(t, [user.id])
    if (current?.password_hash !== user.password_hash) {
      throw new AppError('password_current_wrong', { field: 'currentPassword' })
    }
    await users.setPassword(t, user.id, passwordHash)
    await endSessionsOf(t, viewer, viewer.sessionId)
  })
}
