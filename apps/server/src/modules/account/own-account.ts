import type { Ctx } from '#deps.ts'
import * as users from '#modules/users/users.service.ts'
import { AppError } from '#platform/errors.ts'

/** The viewer's own account, named by its public id. Throws `user_not_found`, `forbidden` for another's. */
export async function requireOwnAccount(ctx: Ctx, viewerId: number, publicId: string): Promise<users.UserRow> {
  const user = await users.requireUser(ctx, publicId)
  if (user.id !== viewerId) throw new AppError('forbidden')
  return user
}
