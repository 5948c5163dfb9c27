/**
 * Takes files written in base64 out of a JSON body while it arrives: parsed as text, they would cost several times
 * their size.
 */
import { UPLOAD } from '@shiliu/contract/limits'
import type { UploadedFile } from './multipart.ts'

/** Shorter strings stay in the JSON. */
const SHORT = 1024

/** What a file is given to grow from. */
const FIRST_BYTES = 4096

const QUOTE = 0x22
const DATA_URL = /^\s*(?:data:image\/[\w.+-]+;base64,)?/
const BASE64 = /^[A-Za-z0-9+/]*$/
const BASE64_END = /^[A-Za-z0-9+/]*={0,2}$/

/** What stands in the JSON in place of a file: its number. */
const placeholderOf = (index: number) => `\\u0000${index}`

/** The file that this text is the placeholder of, if it is one. */
export function fileAt(text: string, files: readonly UploadedFile[]): UploadedFile | undefined {
  return text.startsWith('\0') ? files[Number(text.slice(1))] : undefined
}

/** Gives on the JSON without its long strings, which are added to `files`. What is no base64 becomes no picture. */
export async function* withoutFiles(body: AsyncIterable<Buffer>, files: UploadedFile[]): AsyncGenerator<Buffer> {
  let inString = false
  let escaped = false
  let text = ''
  let file: ReturnType<typeof base64Decoder> | undefined

  const add = (part: string) => {
    if (file) return file.write(part)
    text += part
    if (text.length <= SHORT) return
    file = base64Decoder()
    file.write(text)
  }
  const endString = (): string => {
    const left = file ? placeholderOf(files.push({ name: '', body: file.end() }) - 1) : text
    text = ''
    file = undefined
    return left
  }

  for await (const piece of body) {
    const left: (Buffer | string)[] = []
    for (let at = 0; at < piece.length; ) {
      const quote = piece.indexOf(QUOTE, at)
      const end = quote < 0 ? piece.length : quote
      if (inString) {
        const part = piece.toString('latin1', at, end)
        escaped = endsEscaped(part, escaped)
        add(part)
      } else left.push(piece.subarray(at, end))
      if (quote >= 0 && inString && escaped) {
        add('"')
        escaped = false
      } else if (quote >= 0) {
        if (inString) left.push(endString())
        inString = !inString
        escaped = false
        left.push('"')
      }
      at = end + 1
    }
    // What was read as bytes is written as bytes.
    if (left.length > 0) yield Buffer.concat(left.map((part) => (typeof part === 'string' ? latin1(part) : part)))
  }
  // JSON that breaks off in a string breaks off here, too.
  if (inString) yield latin1(text)
}

const latin1 = (text: string) => Buffer.from(text, 'latin1')

/** Whether a backslash at the end escapes what follows; `before` says so of the text before. */
function endsEscaped(part: string, before: boolean): boolean {
  let slashes = 0
  while (slashes < part.length && part[part.length - 1 - slashes] === '\\') slashes++
  return (slashes % 2 === 1) !== (before && slashes === part.length)
}

function base64Decoder() {
  let bytes = new ArrayBuffer(FIRST_BYTES)
  let size = 0
  let rest = ''
  let begun = false
  let valid = true

  const decode = (text: string) => {
    if (size > UPLOAD.fileMax) return
    const needed = size + (text.length / 4) * 3 + 3
    // What it leaves is free at once; pieces to be joined would stay until the garbage is collected.
    if (needed > bytes.byteLength) bytes = bytes.transfer(Math.ceil(Math.max(needed, 2 * bytes.byteLength)))
    size += Buffer.from(bytes).write(text, size, 'base64')
    if (size > UPLOAD.fileMax) bytes = bytes.transfer(0)
  }
  return {
    write(text: string) {
      if (!valid) return
      rest += text
      if (!begun) rest = rest.replace(DATA_URL, '')
      begun = true
      // The last characters may be the end, or the half of an escaped slash.
      const unescaped = rest.includes('\\') ? rest.replaceAll('\\/', '/') : rest
      const whole = Math.max(0, unescaped.length - 8) & ~3
      const ready = unescaped.slice(0, whole)
      rest = unescaped.slice(whole)
      valid = BASE64.test(ready)
      if (valid) decode(ready)
    },
    /** Null for one over the limit. */
    end(): Buffer | null {
      const last = rest.trimEnd()
      if (!valid || !BASE64_END.test(last)) return Buffer.from('no base64')
      decode(last)
      return size > UPLOAD.fileMax ? null : Buffer.from(bytes.transfer(size))
    },
  }
}
