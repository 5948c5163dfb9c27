import * as adminAuth from '@shiliu/contract/admin/auth'
import * as auth from '@shiliu/contract/auth'
import { isFresh, newTokens } from './renew.ts'
import { send } from './send.ts'
import { type AnySession, type Realm, sessions } from './session.ts'
import { writeItem } from './storage.ts'

/** Set while signing out is to lead to the school that the session came from. */
export const CAMPUS_SESSION = 'campusSession'

/** Signs out in this browser at once. Resolves when the server was notified, whatever it answers. */
export async function signOut(realm: Realm): Promise<void> {
  const session = sessions[realm].reload()
  if (!session) return
  sessions[realm].clear()
  if (realm === 'user') writeItem(CAMPUS_SESSION, null)
  await notifyServer(realm, session).catch(() => {})
}

async function notifyServer(realm: Realm, session: AnySession) {
  const { method, path } = realm === 'admin' ? adminAuth.logout : auth.logout
  if (isFresh(session) && (await send({ method, path }, session.token)).status !== 401) return
  const tokens = await newTokens(realm, session.refreshToken)
  if (tokens) await send({ method, path }, tokens.access_token)
}
