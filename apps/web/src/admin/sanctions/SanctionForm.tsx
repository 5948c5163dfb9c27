import * as api from '@shiliu/contract/admin/sanctions'
import { MODERATION, SANCTION, type SanctionKind } from '@shiliu/contract/moderation'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '#api/client.ts'
import { Button } from '#ui/form/Button.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { toastFailure } from '../feedback.ts'
import { CheckLine, ChoiceGroup, ReasonChoices } from '../form/ChoiceGroup.tsx'
import classes from './SanctionForm.module.css'
import { HIDE_CONTENT, KIND_WORDS, SANCTION_REASONS, TERMS, untilOf } from './sanction-words.ts'

type Props = { id: number; kind: SanctionKind; onDone: () => void; onCancel: () => void }

/** Asks for reason and term. Seven days are chosen already. */
export function SanctionForm({ id, kind, onDone, onCancel }: Props) {
  const [reason, setReason] = useState('')
  const [note, setNote] = useState('')
  const [days, setDays] = useState<number | null>(7)
  const [hide, setHide] = useState(false)
  const words = KIND_WORDS[kind]
  const sent = useRef(false)
  const send = useMutation({
    mutationFn: async () => {
      const about = { reason: reason.trim(), note }
      const until = untilOf(days)
      const params = { id }
      if (kind === 'warn') await call(api.warn, { params, body: about })
      else if (kind === 'mute') await call(api.mute, { params, body: { ...about, until } })
      else await call(api.ban, { params, body: { ...about, until, hide_content: hide } })
    },
    onSuccess: onDone,
    onError(error) {
      sent.current = false
      toastFailure(`${words}失败`, error)
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!reason.trim() || sent.current) return
    sent.current = true
    send.mutate()
  }

  return (
    <form className={classes.form} onSubmit={submit} aria-label={words} noValidate>
      <ReasonChoices
        autoFocus
        legend="原因（会告诉本人）"
        reasons={SANCTION_REASONS}
        value={reason}
        disabled={send.isPending}
        onChange={setReason}
      />
      <TextField
        label="原因的文字"
        placeholder="选一个，或者自己写"
        value={reason}
        onChange={setReason}
        maxLength={MODERATION.reasonMax}
        disabled={send.isPending}
      />
      {kind !== 'warn' && (
        <ChoiceGroup<number | null>
          legend="期限"
          name="term"
          choices={TERMS}
          value={days}
          disabled={send.isPending}
          onChange={setDays}
        />
      )}
      {kind === 'ban' && <CheckLine label={HIDE_CONTENT} checked={hide} onChange={setHide} />}
      <TextField
        label="内部备注"
        placeholder="只有管理员看得到，可以不写"
        value={note}
        onChange={setNote}
        maxLength={SANCTION.noteMax}
        disabled={send.isPending}
      />
      <div className={classes.buttons}>
        <Button size="sm" variant="plain" onClick={onCancel} disabled={send.isPending}>
          取消
        </Button>
        <Button
          size="sm"
          variant={kind === 'warn' ? 'primary' : 'danger'}
          type="submit"
          loading={send.isPending}
          disabled={!reason.trim()}
        >
          确认{words}
        </Button>
      </div>
    </form>
  )
}
