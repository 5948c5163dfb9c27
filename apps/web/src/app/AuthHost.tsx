import { NETWORK_FAILED } from '#api/error.ts'
import { authDialog } from '#entities/user/require-login.ts'
import { loadable, useLoadable } from '#ui/loadable.ts'
import { toast } from '#ui/toast.ts'

const dialog = loadable(() => import('#features/auth/AuthDialog.tsx').then((module) => module.AuthDialog))

function fail() {
  toast.error(NETWORK_FAILED)
  authDialog.set(null)
}

/** Fetches the sign-in dialog when it is first asked for. */
export function AuthHost() {
  const AuthDialog = useLoadable(dialog, authDialog.use() !== null, fail)
  return AuthDialog && <AuthDialog />
}
