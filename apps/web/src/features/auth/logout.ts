import * as auth from '@shiliu/contract/auth'
import { call } from '#api/client.ts'
import { userSession } from '#api/session.ts'
import { toast } from '#ui/toast.ts'

/** Signs the user out here at once; the server is told, and its answer changes nothing (spec section 4). */
export async function logout() {
  if (!userSession.get()) return
  // Takes the token before the session is cleared.
  const told = call(auth.logout)
  userSession.clear()
  toast.success('已退出登录')
  await told.catch(() => {})
}
