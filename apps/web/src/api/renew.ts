/** Renewal of access tokens: one exchange at a time per realm, shared by every call that waits for it (spec section 4). */
import * as adminAuth from '@shiliu/contract/admin/auth'
import type { Tokens } from '@shiliu/contract/auth'
import * as auth from '@shiliu/contract/auth'
import { toApiError } from './error.ts'
import { send } from './send.ts'
import { endSession, type Realm, sessions } from './session.ts'

/** A token this close to its end is renewed first: guest endpoints take a stale one for a guest and never answer 401. */
const MARGIN_MS = 60_000

const running = new Map<Realm, Promise<string | null>>()

/** The token to send now, null for a guest. */
export async function freshToken(realm: Realm): Promise<string | null> {
  const session = sessions[realm].get()
  if (!session) return null
  if (session.expiresAt - Date.now() > MARGIN_MS) return session.token
  try {
    return await renew(realm, session.token)
  } catch {
    // No answer: the old token may still do, and if not the call itself says what is wrong.
    return session.token
  }
}

/**
 * A token newer than `stale`; null when the server refused, and the session is then over.
 * Throws ApiError when the server could not be asked: the session stays.
 */
export function renew(realm: Realm, stale: string): Promise<string | null> {
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

async function exchange(realm: Realm, stale: string): Promise<string | null> {
  const store = sessions[realm]
  const session = store.reload()
  if (!session) return null
  if (session.token !== stale) return session.token
  const { method, path } = realm === 'admin' ? adminAuth.refresh : auth.refresh
  const answer = await send({ method, path, body: { refresh_token: session.refreshToken } }, null)
  // Signed out, or in as somebody else, while the answer was on its way.
  const now = store.get()
  if (now?.refreshToken !== session.refreshToken) return now?.token ?? null
  if (answer.ok && answer.body?.data) {
    store.renewed(answer.body.data as Tokens)
    return store.get()?.token ?? null
  }
  if (answer.status !== 400 && answer.status !== 401 && answer.status !== 403) {
    throw toApiError(answer.status, answer.body)
  }
  endSession(realm)
  return null
}
