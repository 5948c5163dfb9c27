/** Keys of POSTs without an answer yet: sending the same again makes nothing twice (docs/api.md#idempotency-keys). */

import { IDEMPOTENCY } from '@shiliu/contract/limits'
import { ApiError } from './error.ts'
import { type Realm, sessions } from './session.ts'
import { readItem, writeItem } from './storage.ts'

/** `request` is a digest of account and body: the text itself is not stored. */
type Unanswered = { key: string; request: string; at: number }

const STORED = 'unanswered'
/** The oldest are forgotten. */
const KEPT = 20

function read(): Unanswered[] {
  try {
    const stored: unknown = JSON.parse(readItem(STORED) ?? '[]')
    const valid = (item: Unanswered) => typeof item?.key === 'string' && Date.now() - item.at < IDEMPOTENCY.keepMs
    return Array.isArray(stored) ? stored.filter(valid) : []
  } catch {
    return []
  }
}

function write(items: Unanswered[]) {
  writeItem(STORED, items.length > 0 ? JSON.stringify(items.slice(-KEPT)) : null)
}

/** Sends `body` with a key in the headers: the same body of an account is worked on once, however often it is sent. */
export async function sendOnce<T>(
  body: unknown,
  send: (headers: Record<string, string>) => Promise<T>,
  realm: Realm = 'user',
): Promise<T> {
  const key = keyOfRequest(JSON.stringify([realm, sessions[realm].get()?.info.id ?? null, body]))
  try {
    const answer = await send({ [IDEMPOTENCY.header]: key })
    forgetKey(key)
    return answer
  } catch (error) {
    if (error instanceof ApiError && isDecided(error.status, error.error)) forgetKey(key)
    throw error
  }
}

/** The key that `request` was sent with last where no answer came, else a new one; survives leaving the page. */
function keyOfRequest(request: string): string {
  const digest = digestOf(request)
  const items = read()
  const known = items.find((item) => item.request === digest)
  if (known) return known.key
  const key = newKey()
  write([...items, { key, request: digest, at: Date.now() }])
  return key
}

/** Call when the request of the key is answered: the same text sent again is another one. */
function forgetKey(key: string) {
  write(read().filter((item) => item.key !== key))
}

/**
 * Whether the server has decided about a request. Behind a proxy's fault, the first attempt may still be running; a 401
 * is about the session, and an earlier attempt may have been worked on.
 */
export function isDecided(status: number, error: string | undefined): boolean {
  return status > 0 && status < 500 && status !== 401 && status !== 429 && error !== 'request_running'
}

/** `crypto.randomUUID` is missing on pages served without TLS. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** 53 bits, which tell apart the few requests of one person; `crypto.subtle` is missing without TLS. */
function digestOf(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, 2654435761)
    b = Math.imul(b ^ unit, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return `${(4294967296 * (2097151 & b) + (a >>> 0)).toString(36)}-${text.length}`
}
