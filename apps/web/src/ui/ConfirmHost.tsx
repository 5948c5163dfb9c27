import { NETWORK_FAILED } from '#api/error.ts'
import { pendingConfirm } from './confirm.ts'
import { loadable, useLoadable } from './loadable.ts'
import { toast } from './toast.ts'

const dialog = loadable(() => import('./ConfirmDialog.tsx').then((module) => module.ConfirmDialog))

/** A question that cannot be shown is answered with no. */
function fail() {
  toast.error(NETWORK_FAILED)
  pendingConfirm.get()?.answer(false)
}

/** Shows what `confirm()` asks; stands once, in the app. */
export function ConfirmHost() {
  const ConfirmDialog = useLoadable(dialog, pendingConfirm.use() !== null, fail)
  return ConfirmDialog && <ConfirmDialog />
}
