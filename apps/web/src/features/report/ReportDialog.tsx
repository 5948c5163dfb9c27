import {
  create,
  REPORT,
  REPORT_REASON_WORDS,
  REPORT_REASONS,
  REPORTED,
  type ReportReason,
} from '@shiliu/contract/reports'
import { length } from '@shiliu/contract/rules'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call } from '#api/client.ts'
import { actionErrorMessage } from '#api/error.ts'
import { useViewer } from '#api/session.ts'
import { closeReport, type ReportTarget, reportTarget } from '#entities/report/report-dialog.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ActionBar } from '#ui/form/ActionBar.tsx'
import { Button } from '#ui/form/Button.tsx'
import { FormField } from '#ui/form/FormField.tsx'
import { DialogFrame } from '#ui/overlay/DialogFrame.tsx'
import classes from './ReportDialog.module.css'

const NOUNS: Record<ReportTarget['kind'], string> = { post: '笔记', comment: '评论', user: '用户' }
/** Long enough to read what happens next. */
const THANKS_MS = 4000

/** Asks why, and reports to the moderators (docs/product.md#reports). */
export function ReportDialog() {
  const requested = reportTarget.use()
  const signedOut = useViewer() === null
  // Stays rendered while the dialog fades out.
  const [shown, setShown] = useState(requested)
  if (requested && requested !== shown) setShown(requested)

  const accountGone = requested !== null && signedOut
  useEffect(() => {
    if (accountGone) closeReport()
  }, [accountGone])

  if (!shown) return null
  return (
    <DialogFrame
      opened={requested !== null && !signedOut}
      onClose={closeReport}
      onExited={() => setShown(null)}
      title={`举报${NOUNS[shown.kind]}`}
      closeOnClickOutside={false}
    >
      <ReportForm target={shown} />
    </DialogFrame>
  )
}

function ReportForm({ target }: { target: ReportTarget }) {
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [text, setText] = useState('')
  const sent = useRef(false)
  const send = useMutation({
    mutationFn: (why: ReportReason) =>
      call(create, { body: { target_type: REPORTED[target.kind], target_id: target.id, reason: why, text } }),
    onSuccess({ repeated }) {
      if (repeated) toast.info('你已经举报过了，处理好会通知你', THANKS_MS)
      else toast.success('谢谢你的举报，处理好会通知你', THANKS_MS)
      closeReport()
    },
    onError() {
      sent.current = false
    },
  })
  const written = length(text.trim())
  const over = written > REPORT.textMax
  // What was sent stays sent while the dialog fades out.
  const ready = reason !== null && !over && !send.isSuccess

  function submit(event: FormEvent) {
    event.preventDefault()
    // The second click of a double click comes before the state of the first one's request.
    if (!ready || sent.current) return
    sent.current = true
    send.mutate(reason)
  }

  return (
    <form onSubmit={submit} noValidate>
      <fieldset className={classes.reasons} disabled={send.isPending}>
        <legend>为什么举报</legend>
        {REPORT_REASONS.map((value, i) => (
          <label key={value} className={classes.reason} data-checked={reason === value || undefined}>
            <input
              type="radio"
              name="reason"
              checked={reason === value}
              onChange={() => setReason(value)}
              data-autofocus={i === 0 || undefined}
            />
            {REPORT_REASON_WORDS[value]}
          </label>
        ))}
      </fieldset>
      <FormField
        field="text"
        label="补充说明（可以不写）"
        aside={`${written}/${REPORT.textMax}`}
        error={over ? `说明不能超过${REPORT.textMax}个字` : undefined}
      >
        {({ id, describedBy }) => (
          <textarea
            id={id}
            className={classes.text}
            dir="auto"
            rows={3}
            placeholder="发生了什么、在哪里，写得具体一些处理得更快"
            aria-describedby={describedBy}
            aria-invalid={over || undefined}
            value={text}
            readOnly={send.isPending}
            onChange={({ target: field }) => setText(field.value)}
          />
        )}
      </FormField>
      <p className={classes.hint}>只有管理员看得到是谁举报的</p>
      <ActionBar>
        {send.error && <p role="alert">{actionErrorMessage(send.error, '举报没有成功，请再试一次')}</p>}
        <Button variant="plain" onClick={closeReport}>
          取消
        </Button>
        <Button type="submit" disabled={!ready && !send.isSuccess} loading={send.isPending}>
          举报
        </Button>
      </ActionBar>
    </form>
  )
}
