import { lazy, Suspense } from 'react'
import { pendingConfirm } from './confirm.ts'
import { useOnce } from './use-once.ts'

const ConfirmDialog = lazy(() => import('./ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })))

/** Shows what `confirm()` asks; stands once, in the app. */
export function ConfirmHost() {
  const wanted = useOnce(pendingConfirm.use() !== null)
  return wanted ? (
    <Suspense>
      <ConfirmDialog />
    </Suspense>
  ) : null
}
