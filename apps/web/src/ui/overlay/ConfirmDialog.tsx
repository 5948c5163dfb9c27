import { useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import classes from './ConfirmDialog.module.css'
import { type PendingConfirm, pendingConfirm } from './confirm.ts'
import { DialogFrame } from './DialogFrame.tsx'

export function ConfirmDialog() {
  const pending = pendingConfirm.use()
  // The text stays while the dialog fades out.
  const [displayed, setDisplayed] = useState<PendingConfirm | null>(pending)
  if (pending && pending !== displayed) setDisplayed(pending)
  if (!displayed) return null
  const { title, message, type = 'info', confirmLabel = '确定', cancelLabel = '取消' } = displayed
  const harmless = type === 'info' || cancelLabel === null
  const answer = (yes: boolean) => pending?.answer(yes)
  return (
    <DialogFrame opened={pending !== null} onClose={() => answer(false)} title={title} width={360}>
      <div className={classes.message}>{message}</div>
      <div className={classes.actions}>
        {cancelLabel !== null && (
          <Button variant="plain" size="lg" data-autofocus={!harmless || undefined} onClick={() => answer(false)}>
            {cancelLabel}
          </Button>
        )}
        <Button
          variant={type === 'info' ? 'primary' : 'danger'}
          size="lg"
          data-autofocus={harmless || undefined}
          onClick={() => answer(true)}
        >
          {confirmLabel}
        </Button>
      </div>
    </DialogFrame>
  )
}
