import type { AppealAnswer } from '@shiliu/contract/admin/appeals'
import { MODERATION } from '@shiliu/contract/moderation'
import { type FormEvent, useState } from 'react'
import { ActionBar } from '#ui/form/ActionBar.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { DialogFrame } from '#ui/overlay/DialogFrame.tsx'
import classes from '../moderation/DecisionDialog.module.css'
import { ANSWER_WORDS, CANNED_ANSWERS } from './use-appeals.ts'

type Props = {
  /** null closes. */
  answer: AppealAnswer | null
  busy: boolean
  onAnswer: (answer: AppealAnswer, reason: string) => void
  onClose: () => void
}

/** Asks what the author is told. */
export function AnswerDialog({ answer, busy, onAnswer, onClose }: Props) {
  const [shown, setShown] = useState(answer)
  if (answer && answer !== shown) setShown(answer)
  if (!shown) return null
  return (
    <DialogFrame
      opened={answer !== null}
      onClose={onClose}
      onExited={() => setShown(null)}
      title={shown === 'accept' ? '接受申诉，恢复显示' : '不接受申诉，维持原处理'}
    >
      <ReasonForm key={shown} answer={shown} busy={busy} onAnswer={onAnswer} onClose={onClose} />
    </DialogFrame>
  )
}

function ReasonForm({ answer, busy, onAnswer, onClose }: Props & { answer: AppealAnswer }) {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const needsReason = answer === 'refuse'

  function submit(event: FormEvent) {
    event.preventDefault()
    if (needsReason && reason.trim() === '') setMissing(true)
    else onAnswer(answer, reason)
  }
  function choose(text: string) {
    setReason(text)
    setMissing(false)
  }

  return (
    <form onSubmit={submit}>
      <fieldset className={classes.canned}>
        <legend>{needsReason ? '原因（会告诉作者）' : '原因（可以不填，会告诉作者）'}</legend>
        {CANNED_ANSWERS[answer].map((text) => (
          <button
            key={text}
            type="button"
            className={classes.reason}
            aria-pressed={reason === text}
            onClick={() => choose(text)}
          >
            {text}
          </button>
        ))}
      </fieldset>
      <TextField
        label="或者自己写"
        value={reason}
        maxLength={MODERATION.reasonMax}
        error={missing ? '请填写原因' : null}
        onChange={choose}
        data-autofocus
      />
      <ActionBar>
        <Button variant="plain" onClick={onClose}>
          取消
        </Button>
        <Button type="submit" variant={needsReason ? 'danger' : 'primary'} loading={busy}>
          {ANSWER_WORDS[answer]}
        </Button>
      </ActionBar>
    </form>
  )
}
