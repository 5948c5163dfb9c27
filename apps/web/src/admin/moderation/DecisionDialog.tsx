import { CANNED_REASONS, DECISION_RULES, DECISION_WORDS, type DecisionName } from '@shiliu/contract/admin/moderation'
import { MODERATION } from '@shiliu/contract/moderation'
import { type FormEvent, useState } from 'react'
import { ActionBar } from '#ui/form/ActionBar.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { DialogFrame } from '#ui/overlay/DialogFrame.tsx'
import classes from './DecisionDialog.module.css'
import type { Decision, Moderation } from './use-moderation.ts'

type Props = {
  /** null closes. */
  decision: Decision | null
  noun: string
  moderation: Moderation
  onClose: () => void
}

/** Asks for the reason of a decision; the author is told it. */
export function DecisionDialog({ decision, noun, moderation, onClose }: Props) {
  const [shown, setShown] = useState(decision)
  if (decision && decision !== shown) setShown(decision)
  if (!shown) return null
  const count = shown.ids.length === 1 ? noun : ` ${shown.ids.length} 项${noun}`
  return (
    <DialogFrame
      opened={decision !== null}
      onClose={onClose}
      onExited={() => setShown(null)}
      title={`${DECISION_WORDS[shown.action]}${count}`}
    >
      <ReasonForm
        key={`${shown.action} ${shown.ids.join()}`}
        decision={shown}
        moderation={moderation}
        onClose={onClose}
      />
    </DialogFrame>
  )
}

type FormProps = { decision: Decision; moderation: Moderation; onClose: () => void }

function ReasonForm({ decision, moderation, onClose }: FormProps) {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const { needsReason } = DECISION_RULES[decision.action]

  const decide = (why: string) => moderation.decide({ ...decision, reason: why }, onClose)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (needsReason && reason.trim() === '') setMissing(true)
    else decide(reason)
  }

  return (
    <form onSubmit={submit}>
      <fieldset className={classes.canned}>
        <legend>点一个原因就{DECISION_WORDS[decision.action]}（会告诉作者，可以撤销）</legend>
        {CANNED_REASONS.map((text) => (
          <button
            key={text}
            type="button"
            className={classes.reason}
            disabled={moderation.busy}
            onClick={() => decide(text)}
          >
            {text}
          </button>
        ))}
      </fieldset>
      <TextField
        label={needsReason ? '或者自己写' : '或者自己写，也可以不填'}
        value={reason}
        maxLength={MODERATION.reasonMax}
        error={missing ? '请填写原因' : null}
        onChange={(text) => {
          setReason(text)
          setMissing(false)
        }}
      />
      <ActionBar>
        <Button variant="plain" onClick={onClose}>
          取消
        </Button>
        <Button type="submit" variant={isHarsh(decision.action) ? 'danger' : 'primary'} loading={moderation.busy}>
          {DECISION_WORDS[decision.action]}
        </Button>
      </ActionBar>
    </form>
  )
}

const isHarsh = (action: DecisionName) => action === 'hide' || action === 'delete' || action === 'reject'
