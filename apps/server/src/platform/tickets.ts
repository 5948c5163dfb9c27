/** Signed tickets: numbers that a client hands back unchanged until they expire. */
import { timingSafeEqual } from 'node:crypto'
import type { Clock } from './clock.ts'
import type { SecretMac } from './secret-mac.ts'

type Site = { mac: SecretMac; clock: Clock }
type Purpose = Parameters<SecretMac>[0]

/** `until` is a time, after which it is worth nothing. */
export function signTicket({ mac }: Pick<Site, 'mac'>, purpose: Purpose, numbers: number[], until: number): string {
  const claim = [...numbers, until].join('.')
  return `${claim}.${mac(purpose, claim)}`
}

/** 48 bits that stand for a text in a ticket without showing it. */
export const fingerprint = ({ mac }: Pick<Site, 'mac'>, purpose: Purpose, text: string): number =>
  Buffer.from(mac(purpose, `mark ${text}`), 'base64url').readUIntBE(0, 6)

/** The numbers; null for what was not signed for this purpose, and for what is over. */
export function readTicket({ mac, clock }: Site, purpose: Purpose, ticket: string): number[] | null {
  const at = ticket.lastIndexOf('.')
  const claim = ticket.slice(0, Math.max(0, at))
  const given = Buffer.from(ticket.slice(at + 1))
  const expected = Buffer.from(mac(purpose, claim))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const numbers = claim.split('.').map(Number)
  return (numbers.pop() ?? 0) > clock.now() ? numbers : null
}
