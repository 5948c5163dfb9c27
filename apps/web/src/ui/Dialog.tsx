import { lazy, Suspense } from 'react'
import type { DialogProps } from './DialogFrame.tsx'
import { useOnce } from './use-once.ts'

const DialogFrame = lazy(() => import('./DialogFrame.tsx').then((module) => ({ default: module.DialogFrame })))

/** A dialog whose frame is fetched when first opened. Code that is itself a lazy chunk uses DialogFrame directly. */
export function Dialog(props: DialogProps) {
  const wanted = useOnce(props.opened)
  return wanted ? (
    <Suspense>
      <DialogFrame {...props} />
    </Suspense>
  ) : null
}
