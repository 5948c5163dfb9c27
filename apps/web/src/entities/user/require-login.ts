import { userSession } from '#api/session.ts'
import { toast } from '#ui/feedback/toast.ts'
import { createStore } from '#ui/state/store.ts'

export type AuthMode = 'login' | 'register'

/** The form in the dialog; null while it is closed. */
export const authDialog = createStore<AuthMode | null>(null)

export function openAuth(mode: AuthMode = 'login') {
  authDialog.set(mode)
}

/** Whether a user is signed in; otherwise shows a toast and the dialog. Use: `if (!requireLogin()) return`. */
export function requireLogin(): boolean {
  if (userSession.get()) return true
  toast.info('请先登录')
  openAuth('login')
  return false
}
