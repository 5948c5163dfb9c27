/** Which files may become a person's picture (spec section 5 «Images»). */
import { UPLOAD } from '@shiliu/contract/limits'

export const AVATAR_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const

/** What is wrong with the file, or null. A name proves nothing, so only the type that the browser found counts. */
export function avatarFault({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!AVATAR_TYPES.some((accepted) => accepted === type)) return '请选择有效的图片格式 (JPEG, PNG, GIF, WebP)'
  return size > UPLOAD.fileMax ? '图片大小不能超过 5MB' : null
}
