import { CANNED_REASONS, DECISION_WORDS } from '@shiliu/contract/admin/moderation'
import { MODERATION } from '@shiliu/contract/moderation'
import { type FormEvent, useEffect, useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { DialogFrame } from '#ui/overlay/DialogFrame.tsx'
import classes from './ReasonSheet.module.css'

type Props = {
  /** null closes. */
  action: 'reject' | 'hide' | null
  onChoose: (reason: string) => void
  onClose: () => void
}

/** One press decides: the reasons have numbers, which are keys. */
export function ReasonSheet({ action, onChoose, onClose }: Props) {
  const [shown, setShown] = useState(action)
  if (action && action !== shown) setShown(action)
  return (
    <DialogFrame
      opened={action !== null}
      onClose={onClose}
      onExited={() => setShown(null)}
      title={`${DECISION_WORDS[shown ?? 'reject']}的原因`}
    >
      {action && <Reasons action={action} onChoose={onChoose} />}
    </DialogFrame>
  )
}

function Reasons({ action, onChoose }: { action: 'reject' | 'hide'; onChoose: (reason: string) => void }) {
  const [own, setOwn] = useState('')
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof HTMLInputElement) return
      const reason = CANNED_REASONS[Number(event.key) - 1]
      if (!reason) return
      event.preventDefault()
      onChoose(reason)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [onChoose])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (own.trim()) onChoose(own.trim())
  }

  return (
    <>
      <p className={classes.hint}>会告诉作者。点一个或者按数字键，就{DECISION_WORDS[action]}了。</p>
      <ol className={classes.reasons}>
        {CANNED_REASONS.map((reason, i) => (
          <li key={reason}>
            <button type="button" onClick={() => onChoose(reason)}>
              <kbd aria-hidden>{i + 1}</kbd>
              {reason}
            </button>
          </li>
        ))}
      </ol>
      <form className={classes.own} onSubmit={submit}>
        <TextField label="自己写" value={own} onChange={setOwn} maxLength={MODERATION.reasonMax} />
        <Button type="submit" size="sm" variant="danger" disabled={!own.trim()}>
          {DECISION_WORDS[action]}
        </Button>
      </form>
    </>
  )
}
