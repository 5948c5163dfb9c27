import { NETWORK_FAILED } from '#api/error.ts'
import type { DialogProps } from './DialogFrame.tsx'
import { loadable, useLoadable } from './loadable.ts'
import { toast } from './toast.ts'

const frame = loadable(() => import('./DialogFrame.tsx').then((module) => module.DialogFrame))

/** A dialog whose frame is fetched when first opened. Code that is itself a lazy chunk uses DialogFrame directly. */
export function Dialog(props: DialogProps) {
  const DialogFrame = useLoadable(frame, props.opened, () => {
    toast.error(NETWORK_FAILED)
    props.onClose()
  })
  return DialogFrame && <DialogFrame {...props} />
}
