/** Which files may become pictures of a note or comment (spec section 5 «Images»). */
import { UPLOAD } from '@shiliu/contract/limits'

export const ACCEPTED = ['image/jpeg', 'image/png', 'image/webp'] as const
const EXTENSIONS = /\.(jpe?g|png|webp)$/i

type Named = { name: string; type: string; size: number }

/** What is wrong with the file's kind, or null. Some systems give no type: then the name decides, and the server judges. */
export function typeRule({ name, type }: Named): string | null {
  const known = type ? ACCEPTED.some((accepted) => accepted === type.replace('jpg', 'jpeg')) : EXTENSIONS.test(name)
  if (known) return null
  const reason = type.startsWith('image/') ? '不支持的文件类型' : '请选择图片文件'
  return `${name}：${reason}，支持 JPG、PNG、WebP`
}

/** What is wrong with the size that would be sent, after compression, or null. */
export function sizeRule(bytes: number): string | null {
  if (bytes === 0) return '图片是空的，请换一张'
  if (bytes <= UPLOAD.fileMax) return null
  return `图片大小不能超过5MB，这张有${(bytes / 1024 / 1024).toFixed(1)}MB`
}

/** Those of `files` that may be added beside `present` others where `max` may be, and what to tell about the rest. */
export function admit<F extends Named>(
  files: readonly F[],
  present: number,
  max: number,
): { files: F[]; messages: string[] } {
  const messages: string[] = []
  const fitting = files.filter((file) => {
    const message = typeRule(file)
    if (message) messages.push(message)
    return !message
  })
  const room = Math.max(0, max - present)
  if (fitting.length > room) messages.push(`最多只能再添加${room}张图片`)
  return { files: fitting.slice(0, room), messages }
}
