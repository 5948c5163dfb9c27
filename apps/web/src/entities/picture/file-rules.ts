/** Which files are accepted as pictures of a note or comment, and as avatars (docs/product.md#picture-rules). */
import { HEIC_ADVICE, isHeic, tooLargeText } from '@shiliu/contract/pictures'
import { pictureRules } from './picture-rules.ts'

export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
const EXTENSIONS = /\.(jpe?g|png|webp)$/i
const HEIC = /^image\/hei[cf]|\.hei[cf]$/i

export const AVATAR_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const

type FileInfo = { name: string; type: string; size: number }

/** Photos of iPhones arrive without a type or under another name as well: their first bytes tell. */
export async function isHeicFile(file: Blob): Promise<boolean> {
  try {
    return isHeic(new Uint8Array(await file.slice(0, 64).arrayBuffer()))
  } catch {
    // Unreadable, such as a folder: the upload will say so.
    return false
  }
}

/** The message for a wrong file type, or null. Without a type the extension decides; the server checks the content. */
export function typeRule({ name, type }: FileInfo, heic = HEIC.test(type) || HEIC.test(name)): string | null {
  if (heic) return `${name}：${HEIC_ADVICE}`
  const known = type
    ? PICTURE_TYPES.some((accepted) => accepted === type.replace('jpg', 'jpeg'))
    : EXTENSIONS.test(name)
  if (known) return null
  const reason = type.startsWith('image/') ? '不支持的文件类型' : '请选择图片文件'
  return `${name}：${reason}，支持 JPG、PNG、WebP`
}

/** Bytes of the largest file. */
export const fileMax = ({ megabytes } = pictureRules) => megabytes * 1024 * 1024

export function sizeRule(bytes: number): string | null {
  if (bytes === 0) return '图片是空的，请换一张'
  if (bytes <= fileMax()) return null
  return `${tooLargeText(pictureRules)}，这张有${(bytes / 1024 / 1024).toFixed(1)}MB`
}

/**
 * Splits `files` into those that can be added to `present` pictures, `max` at most, and messages about the others.
 * `heic` are those whose content is HEIC.
 */
export function selectFiles<F extends FileInfo>(
  files: readonly F[],
  present: number,
  max: number,
  heic: readonly F[] = [],
): { accepted: F[]; messages: string[] } {
  const messages: string[] = []
  const pictures = files.filter((file) => {
    const message = typeRule(file, heic.includes(file) || undefined)
    if (message) messages.push(message)
    return !message
  })
  const room = Math.max(0, max - present)
  if (pictures.length > room) messages.push(`最多只能再添加${room}张图片`)
  return { accepted: pictures.slice(0, room), messages }
}

/** The message for a file that cannot be an avatar, or null. Only the type detected by the browser counts. */
export function avatarRule({ type }: Pick<File, 'type'>, heic = HEIC.test(type)): string | null {
  if (heic) return HEIC_ADVICE
  return AVATAR_TYPES.some((accepted) => accepted === type) ? null : '请选择有效的图片格式 (JPEG, PNG, GIF, WebP)'
}
