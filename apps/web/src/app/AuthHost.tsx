import { lazy, Suspense } from 'react'
import { authDialog } from '#entities/user/require-login.ts'
import { useOnce } from '#ui/use-once.ts'

const AuthDialog = lazy(() =>
  import('#features/auth/AuthDialog.tsx').then((module) => ({ default: module.AuthDialog })),
)

/** Fetches the sign-in dialog when it is first asked for. */
export function AuthHost() {
  const wanted = useOnce(authDialog.use() !== null)
  return wanted ? (
    <Suspense>
      <AuthDialog />
    </Suspense>
  ) : null
}
