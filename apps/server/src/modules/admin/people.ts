/** Whom a form names: by numeric id or, without one, by 小石榴号 (wire rule 22). */
import type { Ctx } from '#deps.ts'
import * as users from '#modules/users/users.service.ts'
import { AppError } from '#platform/errors.ts'

type Part = 'user' | 'sender' | 'follower' | 'following'
type Named = { [K in `${Part}_id`]?: number | null | undefined } & {
  [K in `${Part}_display_id`]?: string | null | undefined
}

/** The account that the body names in this part, or null where it names none. Throws `invalid_input`. */
export async function findNamed(t: Ctx, body: Named, part: Part): Promise<users.UserRow | null> {
  const id = body[`${part}_id`]
  const publicId = body[`${part}_display_id`]
  if (!id && !publicId) return null
  const [found] = id ? await users.listUsers(t, [id]) : [await users.findUser(t, publicId ?? '')]
  if (found) return found
  throw new AppError('invalid_input', { field: id ? `${part}_id` : `${part}_display_id`, message: '用户不存在' })
}

/** As `findNamed`, but one must be named. */
export async function requireNamed(t: Ctx, body: Named, part: Part): Promise<users.UserRow> {
  const found = await findNamed(t, body, part)
  if (found) return found
  throw new AppError('invalid_input', { field: `${part}_id`, message: `缺少必填字段：${part}_id` })
}
