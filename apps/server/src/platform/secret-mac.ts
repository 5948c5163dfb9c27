import { createHmac } from 'node:crypto'

/** What only this site can compute. A text that is good for one purpose is worth nothing for another. */
export type SecretMac = (
  purpose: 'refresh' | 'device' | 'proof' | 'metrics' | 'campus' | 'code' | 'data export' | 'restore account',
  text: string,
) => string

/** 43 letters, digits, `-` and `_`. */
export function secretMac(secret: string): SecretMac {
  return (purpose, text) => createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url')
}
