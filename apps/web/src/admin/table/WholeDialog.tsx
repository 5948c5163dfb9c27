import { useEffect, useState } from 'react'
import { DialogFrame } from '#ui/DialogFrame.tsx'
import type { Column } from '../define-resource.ts'
import { WholeValue } from './WholeValue.tsx'
import { wholeView } from './whole-view.ts'

/** Pixels; short facts need no line as long as a text's. */
const NARROW = 420
const WIDE = 560
const narrow = new Set<Column['kind']>(['tags', 'personality', 'list'])

const close = () => wholeView.set(null)

/** What did not fit into a cell. */
export function WholeDialog() {
  const view = wholeView.use()
  // What was looked at stays while the dialog fades out.
  const [shown, setShown] = useState(view)
  if (view && view !== shown) setShown(view)
  useEffect(() => close, [])
  if (!shown) return null
  const width = narrow.has(shown.column.kind) ? NARROW : WIDE
  return (
    <DialogFrame opened={view !== null} onClose={close} title={shown.column.label} width={width}>
      <WholeValue {...shown} />
    </DialogFrame>
  )
}
