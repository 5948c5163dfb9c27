/** Codes that mails ask to type: shown with a dash in the middle, stored as what only this site can compute of them. */
import { randomInt, timingSafeEqual } from 'node:crypto'
import { MAIL, mailCodeKey } from '@shiliu/contract/email-rules'
import type { SecretMac } from '#platform/secret-mac.ts'

/** Without letters and digits that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Wrong ones before a code is worth nothing. */
export const MOST_TRIES = 5

/** What a code is good for, and for whom: of another it is wrong. */
type CodeUse = { use: 'verify' | 'reset' | 'admin'; userId: number } | { use: 'register'; email: string }

/** 40 random bits. */
export function newMailCode(): string {
  const letters = Array.from({ length: MAIL.codeLength }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `${letters.slice(0, MAIL.codeLength / 2)}-${letters.slice(MAIL.codeLength / 2)}`
}

export const hashMailCode = (mac: SecretMac, use: CodeUse, code: string): string =>
  mac('code', `${use.use} ${'email' in use ? use.email : use.userId} ${mailCodeKey(code)}`)

/** Whether it was typed right. Takes as long for any code. */
export function isMailCode(mac: SecretMac, use: CodeUse, hash: string | null, code: string): boolean {
  const [stored, typed] = [hash ?? '', hashMailCode(mac, use, code)].map((text) => Buffer.from(text)) as [
    Buffer,
    Buffer,
  ]
  return stored.length === typed.length && timingSafeEqual(stored, typed)
}
