/** The sign-in dialog's switch: anything that needs a user asks here, the app shows the dialog (spec sections 1, 6). */
import { userSession } from '#api/session.ts'
import { createStore } from '#ui/store.ts'
import { toast } from '#ui/toast.ts'

export type AuthMode = 'login' | 'register'

/** Which form the dialog shows; null while it is closed. */
export const authDialog = createStore<AuthMode | null>(null)

export function openAuth(mode: AuthMode = 'login') {
  authDialog.set(mode)
}

/**
 * Whether a user is signed in; a guest is told 请先登录 and gets the dialog.
 * For event handlers: `if (!requireLogin()) return`.
 */
export function requireLogin(): boolean {
  if (userSession.get()) return true
  toast.info('请先登录')
  openAuth('login')
  return false
}
