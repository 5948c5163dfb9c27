/** Encrypts what the database keeps and only this site may read. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

export type Sealed = { purpose: string; owner: string }

/** A key for each purpose: what is sealed for one opens for no other. */
const keyOf = (secret: string, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', `shiliu sealed ${purpose}`, KEY_BYTES))

/**
 * As Base64url: 28 bytes more than what is sealed. `owner` is bound to it: in another row it
 * does not open.
 */
export function seal(secret: string, { purpose, owner }: Sealed, plain: Uint8Array): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(secret, purpose), iv).setAAD(Buffer.from(owner))
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Null for what was sealed with another secret, for another owner, or changed since. */
export function unseal(secret: string, { purpose, owner }: Sealed, text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length < IV_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv(CIPHER, keyOf(secret, purpose), bytes.subarray(0, IV_BYTES))
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return new Uint8Array(Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]))
  } catch {
    return null
  }
}
