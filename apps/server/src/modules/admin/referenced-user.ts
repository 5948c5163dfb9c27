import type { Ctx } from '#deps.ts'
import * as users from '#modules/users/users.service.ts'
import { AppError } from '#platform/errors.ts'

type Role = 'user' | 'sender' | 'follower' | 'following'
type References = { [K in `${Role}_id`]?: number | null | undefined } & {
  [K in `${Role}_display_id`]?: string | null | undefined
}

/** The account that the form names by numeric or public id, or null. Throws `invalid_input` where it does not exist. */
export async function findReferencedUser(t: Ctx, body: References, role: Role): Promise<users.UserRow | null> {
  const id = body[`${role}_id`]
  const publicId = body[`${role}_display_id`]
  if (!id && !publicId) return null
  const [user] = id ? await users.listUsers(t, [id]) : [await users.findUser(t, publicId ?? '')]
  if (user) return user
  throw new AppError('invalid_input', { field: id ? `${role}_id` : `${role}_display_id`, message: '用户不存在' })
}

/** As `findReferencedUser`, but throws `invalid_input` where the form names none. */
export async function requireReferencedUser(t: Ctx, body: References, role: Role): Promise<users.UserRow> {
  const user = await findReferencedUser(t, body, role)
  if (user) return user
  throw new AppError('invalid_input', { field: `${role}_id`, message: `缺少必填字段：${role}_id` })
}
