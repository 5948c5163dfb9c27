import type { QueryClient } from '@tanstack/react-query'
import { keys } from '#api/keys.ts'
import { signOut } from '#api/sign-out.ts'
import { toast } from '#ui/toast.ts'
import { TOAST_MS } from '../toast-ms.ts'

/** Signs the administrator out; nobody waits for the server. */
export function logout(client: QueryClient) {
  void signOut('admin')
  client.removeQueries({ queryKey: keys.admin })
  toast.success('已退出登录', TOAST_MS)
}
