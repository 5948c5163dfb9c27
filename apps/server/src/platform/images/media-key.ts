import { createHash, randomBytes } from 'node:crypto'

/** A new key for an upload, `ab/ab12…`. The same bytes give another key each time, so that a picture is never shared and may be deleted alone. */
export function mediaKey(buffer: Buffer): string {
  const name = createHash('sha256').update(buffer).update(randomBytes(16)).digest('hex').slice(0, 32)
  return `${name.slice(0, 2)}/${name}`
}
