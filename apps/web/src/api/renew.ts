/** Renewal of access tokens: one exchange at a time per realm, shared by every call that waits for it (spec section 4). */
import * as adminAuth from '@shiliu/contract/admin/auth'
import type { Tokens } from '@shiliu/contract/auth'
import * as auth from '@shiliu/contract/auth'
import { toApiError } from './error.ts'
import { send } from './send.ts'
import { endSession, type Realm, type SomeSession, sessions } from './session.ts'

/** A token this close to its end is renewed first: guest endpoints take a stale one for a guest and never answer 401. */
const MARGIN_MS = 60_000

export function isFresh({ expiresAt }: SomeSession): boolean {
  return expiresAt - Date.now() > MARGIN_MS
}

const running = new Map<Realm, Promise<SomeSession | null>>()

/** The session to send a call in now, null for a guest. */
export async function freshSession(realm: Realm): Promise<SomeSession | null> {
  const session = sessions[realm].get()
  if (!session || isFresh(session)) return session
  try {
    return await renew(realm, session.token)
  } catch {
    // No answer: the old token may still do, and if not the call itself says what is wrong.
    return session
  }
}

/**
 * The session with a token newer than `stale`, or that of somebody else who signed in meanwhile; null when the server
 * refused, and the session is then over. Throws ApiError when the server could not be asked: the session stays.
 */
export function renew(realm: Realm, stale: string): Promise<SomeSession | null> {
  let promise = running.get(realm)
  if (!promise) {
    promise = oneTabAtATime(realm, () => exchange(realm, stale)).finally(() => running.delete(realm))
    running.set(realm, promise)
  }
  return promise
}

/** Web locks exist in secure contexts only; elsewhere the server's replay grace covers two tabs at once. */
function oneTabAtATime<T>(realm: Realm, work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks
  return locks ? locks.request(`shiliu-renew-${realm}`, work) : work()
}

async function exchange(realm: Realm, stale: string): Promise<SomeSession | null> {
  const store = sessions[realm]
  const session = store.reload()
  if (!session || session.token !== stale) return session
  const tokens = await newTokens(realm, session.refreshToken)
  // Signed out, or in as somebody else, while the answer was on its way.
  const now = store.reload()
  if (now?.refreshToken !== session.refreshToken) return now
  if (tokens) store.renewed(tokens)
  else endSession(realm, session.token)
  return store.get()
}

/** What the server gives for a refresh token; null where it refuses it. Throws ApiError when it could not be asked. */
export async function newTokens(realm: Realm, refreshToken: string): Promise<Tokens | null> {
  const { method, path } = realm === 'admin' ? adminAuth.refresh : auth.refresh
  const answer = await send({ method, path, body: { refresh_token: refreshToken } }, null)
  if (answer.ok && answer.body?.data) return answer.body.data as Tokens
  if (answer.status === 400 || answer.status === 401 || answer.status === 403) return null
  throw toApiError(answer.status, answer.body)
}
