import * as auth from '@shiliu/contract/admin/auth'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { adminSession } from '#api/session.ts'
import { toast } from '#ui/toast.ts'
import { TOAST_MS } from '../toast-ms.ts'

/** Signs the administrator out here at once; the server is told, and its answer changes nothing. */
export async function logout(client: QueryClient) {
  // Takes the token before the session is cleared.
  const told = call(auth.logout)
  adminSession.clear()
  client.removeQueries({ queryKey: keys.admin })
  toast.success('已退出登录', TOAST_MS)
  await told.catch(() => {})
}
