import { userSession } from '#api/session.ts'
import { signOut } from '#api/sign-out.ts'
import { toast } from '#ui/toast.ts'

/** Signs the user out; nobody waits for the server. */
export function logout() {
  if (!userSession.get()) return
  void signOut('user')
  toast.success('已退出登录')
}
