/** Changes or sets the viewer's own password. */
import type { BodyOf } from '@shiliu/contract/endpoint'
import type { changePassword as endpoint } from '@shiliu/contract/users'
import type { Ctx } from '#deps.ts'
import { tellOfPassword } from '#modules/auth/notices.service.ts'
import { endSessionsOf } from '#modules/auth/sessions.service.ts'
import { requirePassword } from '#modules/auth/sign-in-limits.service.ts'
import * as users from '#modules/users/users.service.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import type { UserViewer } from '#platform/http/session.ts'
import { hashPassword, NO_PASSWORD, refuseGuessable } from '#platform/passwords.ts'

/**
 * Ends all other sessions; the bound address is told. Throws `user_not_found`, `forbidden`, `local_passwords_off`,
 * `password_unchanged` and what `requirePassword` and `refuseGuessable` throw.
 */
export async function changePassword(
  ctx: Ctx,
  viewer: UserViewer,
  publicId: string,
  { currentPassword, newPassword }: BodyOf<typeof endpoint>,
): Promise<void> {
  const user = await users.requireOwnUser(ctx, viewer.id, publicId)
  if (!ctx.settings.current.local_passwords) {
    throw new AppError('local_passwords_off', { message: '本站现在只能用校园账号登录，不用再修改密码' })
  }
  if (user.password_hash === NO_PASSWORD) throw wrong()
  await requirePassword(ctx, user, currentPassword, 'currentPassword')
  if (newPassword === currentPassword) throw new AppError('password_unchanged', { field: 'newPassword' })
  refuseGuessable(newPassword, 'user', user.user_id, 'newPassword')
  // Hashed before the transaction because hashing is slow on purpose.
  const passwordHash = await hashPassword(newPassword, `user:${user.id}`)
  await tx(ctx, async (t) => {
    // Re-read under a lock: an administrator, for example, may have replaced the password meanwhile.
    await users.lockUsers(t, [user.id])
    const [current] = await users.listUsers(t, [user.id])
    if (current?.password_hash !== user.password_hash) throw wrong()
    await users.setPassword(t, user.id, passwordHash)
    await endSessionsOf(t, viewer, viewer.sessionId)
    await tellOfPassword(t, current, 'changed')
  })
}

const wrong = () => new AppError('password_current_wrong', { field: 'currentPassword' })

/**
 * For an account without a password. Ends the other sessions; the bound address is told. Throws `local_passwords_off`,
 * `password_exists` and of `refuseGuessable`.
 */
export async function setFirstPassword(ctx: Ctx, viewer: UserViewer, password: string): Promise<void> {
  if (!ctx.settings.current.local_passwords) throw new AppError('local_passwords_off')
  const { user_id } = await users.requireUserById(ctx, viewer.id)
  refuseGuessable(password, 'user', user_id, 'newPassword')
  const hash = await hashPassword(password, `user:${viewer.id}`)
  await tx(ctx, async (t) => {
    await users.lockUsers(t, [viewer.id])
    const user = await users.requireUserById(t, viewer.id)
    if (user.password_hash !== NO_PASSWORD) throw new AppError('password_exists')
    await users.setPassword(t, viewer.id, hash)
    await endSessionsOf(t, viewer, viewer.sessionId)
    await tellOfPassword(t, user, 'first')
  })
}
