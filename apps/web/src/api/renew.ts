/** Renewal of access tokens: one at a time per realm, shared by all calls that wait (docs/product.md#session). */
import * as adminAuth from '@shiliu/contract/admin/auth'
import type { Tokens } from '@shiliu/contract/auth'
import * as auth from '@shiliu/contract/auth'
import { toApiError } from './error.ts'
import { send } from './send.ts'
import { type AnySession, endSession, type Realm, sessions } from './session.ts'

/** Tokens are renewed this long before they expire: guest endpoints ignore an expired one and never answer 401. */
const MARGIN_MS = 60_000

export function isFresh({ expiresAt }: AnySession): boolean {
  return expiresAt - Date.now() > MARGIN_MS
}

const running = new Map<Realm, Promise<AnySession | null>>()

export async function freshSession(realm: Realm): Promise<AnySession | null> {
  const session = sessions[realm].get()
  if (!session || isFresh(session)) return session
  try {
    return await renew(realm, session.token)
  } catch {
    // The old token may still be valid; if not, the call itself reports the error.
    return session
  }
}

/** A newer session, maybe another user's; null when refused, which ends it. Throws ApiError without a response. */
export function renew(realm: Realm, stale: string): Promise<AnySession | null> {
  let promise = running.get(realm)
  if (!promise) {
    promise = withTabLock(realm, () => exchange(realm, stale)).finally(() => running.delete(realm))
    running.set(realm, promise)
  }
  return promise
}

/** Web locks exist in secure contexts only; elsewhere the server gives tabs that renew together the same token. */
function withTabLock<T>(realm: Realm, work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks
  return locks ? locks.request(`shiliu-renew-${realm}`, work) : work()
}

async function exchange(realm: Realm, stale: string): Promise<AnySession | null> {
  const store = sessions[realm]
  const session = store.reload()
  if (!session || session.token !== stale) return session
  const tokens = await newTokens(realm, session.refreshToken)
  // Signed out, or in as another user, while the request was in flight.
  const current = store.reload()
  if (current?.refreshToken !== session.refreshToken) return current
  if (tokens) store.setTokens(tokens)
  else endSession(realm, session.token)
  return store.get()
}

/** Exchanges a refresh token for new tokens; null where the server refuses it. Throws ApiError without a response. */
export async function newTokens(realm: Realm, refreshToken: string): Promise<Tokens | null> {
  const { method, path } = realm === 'admin' ? adminAuth.refresh : auth.refresh
  const response = await send({ method, path, body: { refresh_token: refreshToken } }, null)
  if (response.ok && response.body?.data) return response.body.data as Tokens
  // Others on the way refuse, too, and know nothing of sessions.
  if (response.body && [400, 401, 403].includes(response.status)) return null
  throw toApiError(response.status, response.body)
}
