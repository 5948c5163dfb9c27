/** Hashing passwords in turns, and which may not be chosen. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import common from './common-passwords.json' with { type: 'json' }
import { AppError } from './errors.ts'
import { fairQueue } from './fair-queue.ts'
import { traced } from './trace.ts'

// OWASP's parameters for argon2id, the library's default algorithm.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Leaves a processor to those who only read. A lecture hall behind one address waits some seconds. */
const queue = fairQueue({ running: Math.max(1, availableParallelism() - 1), waitingEach: 300 })

/**
 * Callers with the same `queueKey` (a network, `user:ID`, `admin:ID`) wait behind each other only. Throws
 * `too_many_requests` where too many of one wait.
 */
export function hashPassword(password: string, queueKey: string): Promise<string> {
  return queue.run(queueKey, () => traced('passwords', 'hash', () => hash(password, COST)))
}

const COMMON = new Set(common.words.split(' '))

/**
 * For passwords that are chosen now, not for old ones. `name` is what the account signs in with. Throws
 * `password_common`, `password_is_id`, of administrators `password_is_username`.
 */
export function refuseGuessable(password: string, role: 'user' | 'admin', name: string, field = 'password'): void {
  const lower = password.toLowerCase()
  const isName = role === 'user' ? 'password_is_id' : 'password_is_username'
  if (lower === name.trim().toLowerCase()) throw new AppError(isName, { field })
  if (COMMON.has(lower)) throw new AppError('password_common', { field })
}

let decoy: Promise<string> | undefined

/** Stored for an account whose password nobody has set yet; no password fits it. */
export const NO_PASSWORD = ''

/**
 * Marks the SHA-256 of a password of a site that was moved here, bare or, behind `$`, hashed again; it stands until its
 * owner signs in.
 */
const OLD = 'sha256:'
const OLD_FORM = /^sha256:[0-9a-f]{64}$/
const PROTECTED = `${OLD}$`

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** What is stored of an unsalted SHA-256 in hex, in either case; null for any other text. */
export function oldPassword(hex: string): string | null {
  const marked = OLD + hex.trim().toLowerCase()
  return OLD_FORM.test(marked) ? marked : null
}

/**
 * What `oldPassword` made, each hashed again with a salt of its own, so that who gets hold of them cannot look them up.
 * Not in turn with those who sign in: for a site that is not served.
 */
export function protectOldPasswords(marked: readonly string[]): Promise<string[]> {
  return Promise.all(marked.map(async (one) => OLD + (await hash(one.slice(OLD.length), COST))))
}

/** Whether what is stored is to be replaced by a hash of our own once the password is known. */
export const isOldPassword = (stored: string): boolean => stored.startsWith(OLD)

let commonOld: Set<string> | undefined

/** Whether what `oldPassword` made stands for one of the most common passwords. */
export function isCommonOldPassword(marked: string): boolean {
  commonOld ??= new Set(common.words.split(' ').map((word) => OLD + sha256(word)))
  return commonOld.has(marked)
}

/**
 * As `hashPassword` in turn. Without a stored hash, and for an old one, it verifies a decoy, so that timing reveals
 * neither whether an account or password exists nor which hash is stored.
 */
export async function verifyPassword(stored: string | null, password: string, queueKey: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password', 'decoy')
  const isSet = stored !== null && stored !== NO_PASSWORD
  const isOld = isSet && isOldPassword(stored)
  const isBare = isOld && !stored.startsWith(PROTECTED)
  let known = await decoy
  if (isSet && !isBare) known = isOld ? stored.slice(OLD.length) : stored
  const given = isOld ? sha256(password) : password
  const fits = await queue.run(queueKey, () => traced('passwords', 'verify', () => verify(known, given)))
  if (isBare) return OLD_FORM.test(stored) && timingSafeEqual(Buffer.from(stored), Buffer.from(OLD + given))
  return isSet && fits
}

/** Twelve letters, digits, `-` and `_`. */
export function generatePassword(): string {
  return randomBytes(9).toString('base64url')
}
