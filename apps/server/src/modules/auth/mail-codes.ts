/** Codes that mails ask to type: shown with a dash in the middle, stored as what only this site can compute of them. */
import { timingSafeEqual } from 'node:crypto'
import { MAIL, mailCodeKey } from '@shiliu/contract/email-rules'
import { randomCode } from '#platform/random-code.ts'
import type { SecretMac } from '#platform/secret-mac.ts'

/** Wrong ones before a code is worth nothing. */
export const MOST_TRIES = 5

/** What a code is good for, and for whom: of another it is wrong. */
type CodeUse = { use: 'verify' | 'reset' | 'admin'; userId: number } | { use: 'register'; email: string }

/** 40 random bits. */
export function newMailCode(): string {
  const half = MAIL.codeLength / 2
  return `${randomCode(half)}-${randomCode(half)}`
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
