/** Reserved names, which keep users from impersonating the site (docs/product.md#reserved-names). */
import type { Ctx } from '#deps.ts'
import { AppError } from '#platform/errors.ts'
import { foldName } from './fold.ts'

/** The names of the setting, folded; those of signs only are left out. */
const reserved = ({ settings }: Ctx): string[] =>
  settings.current.reserved_names.map(foldName).filter((name) => name !== '')

/** Whether a public id is equal to a reserved name. */
export function isReservedId(ctx: Ctx, userId: string): boolean {
  return reserved(ctx).includes(foldName(userId))
}

/** Throws `invalid_input` where the public id is a reserved name. */
export function refuseReservedId(ctx: Ctx, userId: string): void {
  if (!isReservedId(ctx, userId)) return
  throw new AppError('invalid_input', { field: 'user_id', message: '这个小石榴号不能使用，请换一个' })
}

/** Whether a text contains a reserved name. */
export function holdsReservedName(ctx: Ctx, text: string): boolean {
  const folded = foldName(text)
  return reserved(ctx).some((name) => folded.includes(name))
}

/** Throws `invalid_input` where the nickname contains a reserved name. */
export function refuseReservedNickname(ctx: Ctx, nickname: string): void {
  if (!holdsReservedName(ctx, nickname)) return
  throw new AppError('invalid_input', { field: 'nickname', message: '昵称里有网站保留的词，请换一个' })
}
