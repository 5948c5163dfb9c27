import * as adminAuth from '@shiliu/contract/admin/auth'
import * as auth from '@shiliu/contract/auth'
import * as campus from '@shiliu/contract/campus'
import { isFresh, newTokens } from './renew.ts'
import { type ApiResponse, send } from './send.ts'
import { type AnySession, type Realm, sessions } from './session.ts'
import { readItem, writeItem } from './storage.ts'

/** Set while signing out is to lead to the school that the session came from. */
const CAMPUS_SESSION = 'campusSession'

export const leadToSchool = (lead: boolean) => writeItem(CAMPUS_SESSION, lead ? '1' : null)

/**
 * Signs out in this browser at once. Resolves when the server was notified, whatever it answers; where that names the
 * school's own sign-out, the browser goes there.
 */
export async function signOut(realm: Realm): Promise<void> {
  const session = sessions[realm].reload()
  if (!session) return
  sessions[realm].clear()
  const fromSchool = realm === 'user' && readItem(CAMPUS_SESSION) !== null
  if (fromSchool) leadToSchool(false)
  const answer = await notifyServer(realm, session, fromSchool).catch(() => null)
  const { url } = (answer?.body?.data ?? {}) as { url?: string | null }
  if (fromSchool && url) window.location.assign(url)
}

async function notifyServer(realm: Realm, session: AnySession, fromSchool: boolean): Promise<ApiResponse | null> {
  const ofUser = fromSchool ? campus.logout : auth.logout
  const { method, path } = realm === 'admin' ? adminAuth.logout : ofUser
  if (isFresh(session)) {
    const answer = await send({ method, path }, session.token)
    if (answer.status !== 401) return answer
  }
  const tokens = await newTokens(realm, session.refreshToken)
  return tokens ? send({ method, path }, tokens.access_token) : null
}
