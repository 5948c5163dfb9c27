/** What signing in needs besides the password (docs/api.md#sign-in-limits). */
import * as auth from '@shiliu/contract/auth'
import { call } from './client.ts'
import { ApiError } from './error.ts'
import type { Realm } from './session.ts'
import { readItem, writeItem } from './storage.ts'

const KNOWN = 'knownDevices'
const KNOWN_MAX = 10

function knownDevices(): Record<string, string> {
  try {
    return Object(JSON.parse(readItem(KNOWN) ?? '{}'))
  } catch {
    return {}
  }
}

const accountOf = (realm: Realm, name: string) => `${realm} ${name.toLowerCase()}`

/** Keeps what lets this browser sign in while strangers guess the account's password. */
export function rememberDevice(realm: Realm, name: string, token: string): void {
  const { [accountOf(realm, name)]: _, ...others } = knownDevices()
  const kept = [...Object.entries(others).slice(1 - KNOWN_MAX), [accountOf(realm, name), token]]
  writeItem(KNOWN, JSON.stringify(Object.fromEntries(kept)))
}

/** What this browser got from sign-ins, of whichever account: the server knows its own. */
export const deviceTokens = (realm: Realm): string[] =>
  Object.entries(knownDevices()).flatMap(([account, token]) => (account.startsWith(`${realm} `) ? [token] : []))

export type ProofUse = 'login' | 'register' | 'email' | 'reset'
type Extra = { device_token?: string; proof?: string }

/** Signs in as `proveIfAsked` sends, as a device that is known where it is. */
export async function signInWith<R extends { device_token: string }>(
  realm: Realm,
  name: string,
  send: (extra: Extra) => Promise<R>,
  onProving?: (proving: boolean) => void,
): Promise<R> {
  const device_token = knownDevices()[accountOf(realm, name)]
  const extra: Extra = device_token ? { device_token } : {}
  const answer = await proveIfAsked('login', (proof) => send({ ...extra, ...proof }), onProving)
  rememberDevice(realm, name, answer.device_token)
  return answer
}

/** Sends once; where the server then wants a proof of work, computes one and sends again. */
export async function proveIfAsked<R>(
  use: ProofUse,
  send: (proof: { proof?: string }) => Promise<R>,
  onProving?: (proving: boolean) => void,
): Promise<R> {
  return send({}).catch(async (refusal: unknown) => {
    if (!(refusal instanceof ApiError) || refusal.error !== 'proof_required' || !canProve()) throw refusal
    onProving?.(true)
    try {
      return await send({ proof: await prove(use) })
    } finally {
      onProving?.(false)
    }
  })
}

/** Browsers have no `crypto.subtle` on plain http. */
export function canProve(): boolean {
  return typeof Worker === 'function' && globalThis.crypto?.subtle !== undefined
}

/** A proof of work, after a second or two. Throws ApiError, also where this browser cannot compute it. */
export async function prove(use: ProofUse): Promise<string> {
  const challenge = JSON.parse((await call(auth.challenge, { query: { use } })).challenge)
  const worker = new Worker(new URL('./proof.worker.ts', import.meta.url), { type: 'module' })
  try {
    const solution = await new Promise<unknown>((resolve) => {
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = () => resolve(null)
      worker.postMessage(challenge)
    })
    if (!solution) throw new ApiError(400, '安全验证没有完成，请重试', { error: 'proof_wrong' })
    return JSON.stringify({ challenge, solution })
  } finally {
    worker.terminate()
  }
}
