import * as adminAuth from '@shiliu/contract/admin/auth'
import * as auth from '@shiliu/contract/auth'
import { isFresh, newTokens } from './renew.ts'
import { send } from './send.ts'
import { type Realm, type SomeSession, sessions } from './session.ts'

/** Signs out here at once. Done when the server has been told, whose answer changes nothing (spec section 4). */
export async function signOut(realm: Realm): Promise<void> {
  const session = sessions[realm].reload()
  if (!session) return
  sessions[realm].clear()
  await tellServer(realm, session).catch(() => {})
}

/** The session is over here, so a token that has run out is renewed for this call alone. */
async function tellServer(realm: Realm, session: SomeSession) {
  const { method, path } = realm === 'admin' ? adminAuth.logout : auth.logout
  if (isFresh(session) && (await send({ method, path }, session.token)).status !== 401) return
  const tokens = await newTokens(realm, session.refreshToken)
  if (tokens) await send({ method, path }, tokens.access_token)
}
