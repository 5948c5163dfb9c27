import * as jobs from '@shiliu/contract/admin/jobs'
import { CANNED_REASONS } from '@shiliu/contract/admin/moderation'
import type { BodyIn } from '@shiliu/contract/endpoint'
import { MODERATION } from '@shiliu/contract/moderation'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '#api/client.ts'
import { ApiError } from '#api/error.ts'
import { sendOnce } from '#api/unanswered.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ActionBar } from '#ui/form/ActionBar.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { DialogFrame } from '#ui/overlay/DialogFrame.tsx'
import { site } from '#ui/site.ts'
import { ADMIN_TOAST_MS, toastFailure } from '../feedback.ts'
import { ChoiceGroup, ReasonChoices } from '../form/ChoiceGroup.tsx'
import form from '../sanctions/SanctionForm.module.css'
import { untilOf } from '../sanctions/sanction-words.ts'
import { useTableCache } from '../table/use-rows.ts'
import classes from './UserPage.module.css'

/** Days; null is without end, undefined no ban. */
type Term = number | null | undefined
const TERMS: readonly [string, Term][] = [
  ['不封禁', undefined],
  ['7 天', 7],
  ['30 天', 30],
  ['永久', null],
]
/** When the ban ends; null never, undefined there is none. */
type End = string | null | undefined

type Props = { id: number; nickname: string; opened: boolean; onClose: () => void; onStarted: (jobId: number) => void }

/** Moves all notes and comments of a user to the trash, in the background, and bans the account if wished. */
export function RemoveContent({ opened, nickname, ...rest }: Props) {
  return (
    <DialogFrame opened={opened} onClose={rest.onClose} title={`删除 ${nickname} 的全部内容`} width={480}>
      <RemovalForm {...rest} />
    </DialogFrame>
  )
}

function RemovalForm({ id, onClose, onStarted }: Omit<Props, 'opened' | 'nickname'>) {
  const cache = useTableCache()
  const [reason, setReason] = useState('')
  const [term, setTerm] = useState<Term>(undefined)
  const [end, setEnd] = useState<End>(undefined)
  const [missing, setMissing] = useState(false)
  const remove = useMutation({
    mutationFn: () => removeContent(id, reason.trim(), end),
    onSuccess(job) {
      if (job) onStarted(job.id)
      if (!job || job.total === 0) toast.info(`${job ? '已封禁；' : ''}没有可以删除的内容`, ADMIN_TOAST_MS)
      onClose()
    },
    onError: (error) => toastFailure('没有开始删除', error),
    onSettled: () => void cache.invalidateAll(),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (reason.trim() === '') setMissing(true)
    else if (!remove.isPending) remove.mutate()
  }

  function choose(text: string) {
    setReason(text)
    setMissing(false)
  }

  // Chosen once, so that a repeated request is the same one.
  function chooseTerm(days: Term) {
    setTerm(days)
    setEnd(days === undefined ? undefined : untilOf(days))
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <p className={classes.facts}>
        笔记、草稿和评论全部移到回收站，别人随即看不到，{Math.min(site.get().trashDays, jobs.JOB.undoDays)}{' '}
        天内可以一次撤销；之前就在回收站里的不受影响。账号保留。
      </p>
      <ReasonChoices
        legend="原因（会告诉本人）"
        reasons={CANNED_REASONS}
        value={reason}
        disabled={remove.isPending}
        onChange={choose}
      />
      <TextField
        label="原因的文字"
        placeholder="选一个，或者自己写"
        value={reason}
        error={missing ? '请填写原因' : null}
        onChange={choose}
        maxLength={MODERATION.reasonMax}
        disabled={remove.isPending}
      />
      <ChoiceGroup
        legend="同时封禁账号"
        name="term"
        choices={TERMS}
        value={term}
        disabled={remove.isPending}
        onChange={chooseTerm}
      />
      <ActionBar>
        <Button variant="plain" onClick={onClose}>
          取消
        </Button>
        <Button type="submit" variant="danger" loading={remove.isPending}>
          {term === undefined ? '删除全部内容' : '封禁并删除全部内容'}
        </Button>
      </ActionBar>
    </form>
  )
}

/** One request for both: the account is banned with the job's beginning, also where there is nothing to delete. */
async function removeContent(id: number, reason: string, end: End): Promise<jobs.Job | null> {
  const ban = end !== undefined
  const body: BodyIn<typeof jobs.create> = {
    resource: 'users',
    action: 'delete_content',
    ids: [id],
    reason,
    ...(ban && { ban, until: end }),
  }
  try {
    return await sendOnce(body, (headers) => call(jobs.create, { body, headers }), 'admin')
  } catch (error) {
    if (error instanceof ApiError && error.error === 'selection_empty') return null
    throw error
  }
}
