import { JOB, JOB_NOUNS, JOB_RULES, type JobAction, type JobResource } from '@shiliu/contract/admin/jobs'
import { CANNED_REASONS } from '@shiliu/contract/admin/moderation'
import { MODERATION } from '@shiliu/contract/moderation'
import { type FormEvent, useState } from 'react'
import { ApiError } from '#api/error.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ActionBar } from '#ui/form/ActionBar.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { DialogFrame } from '#ui/overlay/DialogFrame.tsx'
import { ADMIN_TOAST_MS, failureText } from '../feedback.ts'
import { CheckLine, ChoiceGroup, ReasonChoices } from '../form/ChoiceGroup.tsx'
import { CategoryControl } from '../form/controls/SelectControl.tsx'
import { HIDE_CONTENT, SANCTION_REASONS, TERMS, untilOf } from '../sanctions/sanction-words.ts'
import { useTableCache } from '../table/use-rows.ts'
import classes from './JobDialog.module.css'
import { type NewJob, useJobActions } from './use-jobs.ts'

/** What is to be done to which rows: those chosen, or all that match the table's filter. */
export type JobChoice = {
  resource: JobResource
  action: JobAction
  total: number
  rows: { ids: number[] } | { filter: Record<string, string> }
}

type Props = {
  /** null closes. */
  choice: JobChoice | null
  onClose: () => void
  /** The rows are no longer selected. */
  onStarted: () => void
}

/** Asks what a job needs to know, and for the number of rows where there are many. */
export function JobDialog({ choice, onClose, onStarted }: Props) {
  const [shown, setShown] = useState(choice)
  if (choice && choice !== shown) setShown(choice)
  if (!shown) return null
  return (
    <DialogFrame
      opened={choice !== null}
      onClose={onClose}
      onExited={() => setShown(null)}
      title={`${JOB_RULES[shown.action].words}：${shown.total} ${JOB_NOUNS[shown.resource]}`}
    >
      <JobForm key={JSON.stringify(shown)} choice={shown} onClose={onClose} onStarted={onStarted} />
    </DialogFrame>
  )
}

const HINTS: Partial<Record<JobAction, string>> = {
  move: '草稿也会移动；回收站里的不动。',
  tag: '已经有这个标签的、已有 10 个标签的和回收站里的不变。',
  untag: '没有这个标签的不变。',
  ban: '已经封禁的人保持原来的原因和期限。',
  delete_content: '他们的笔记和评论移到回收站，到期之前可以恢复；账号保留。',
}

type Values = {
  reason: string
  category_id: string
  tag: string
  days: number | null
  hidesContent: boolean
  /** The number of rows, typed where there are many. */
  typed: string
}

const EMPTY: Values = { reason: '', category_id: '', tag: '', days: 7, hidesContent: false, typed: '' }

type Problem = { field: string; text: string }

const mustType = ({ total }: JobChoice) => total > JOB.typedAbove

function problemOf(choice: JobChoice, { category_id, tag, reason, typed }: Values): Problem | null {
  const { needs } = JOB_RULES[choice.action]
  if (needs === 'category_id' && category_id === '') return { field: 'category_id', text: '请选择分类' }
  if (needs === 'tag' && tag.trim() === '') return { field: 'tag', text: '请填写标签' }
  if (needs === 'reason' && reason.trim() === '') return { field: 'reason', text: '请填写原因' }
  if (mustType(choice) && typed.trim() !== String(choice.total)) {
    return { field: 'typed', text: `请输入 ${choice.total}` }
  }
  return null
}

/** What an action takes goes along; the rest of the form is not shown. */
function bodyOf({ resource, action, rows, total }: JobChoice, values: Values): NewJob {
  const { needs } = JOB_RULES[action]
  return {
    resource,
    action,
    ...rows,
    ...('filter' in rows && { total }),
    ...(takesReason(action) && { reason: values.reason }),
    ...(needs === 'category_id' && { category_id: Number(values.category_id) }),
    ...(needs === 'tag' && { tag: values.tag }),
    ...(action === 'ban' && { until: untilOf(values.days), hide_content: values.hidesContent }),
  }
}

const takesReason = (action: JobAction) => {
  const { needs } = JOB_RULES[action]
  return needs === undefined || needs === 'reason'
}

type FormProps = { choice: JobChoice } & Pick<Props, 'onClose' | 'onStarted'>

function JobForm({ choice, onClose, onStarted }: FormProps) {
  const { action, resource, total } = choice
  const { needs, words } = JOB_RULES[action]
  const { start, starting } = useJobActions()
  const cache = useTableCache()
  const [values, setValues] = useState(EMPTY)
  const [error, setError] = useState<Problem | null>(null)
  const set = (change: Partial<Values>) => setValues((before) => ({ ...before, ...change }))

  function submit(event: FormEvent) {
    event.preventDefault()
    if (starting) return
    const problem = problemOf(choice, values)
    setError(problem)
    if (problem) return
    start(bodyOf(choice, values), {
      onSuccess(job) {
        toast.success(`已经开始：${job.title}`, ADMIN_TOAST_MS)
        onStarted()
        onClose()
      },
      onError(failure) {
        const { field = '', error: code } = failure instanceof ApiError ? failure : {}
        setError({ field, text: failureText('没有开始', failure) })
        // The table shows how many there are now.
        if (code === 'selection_grown' || code === 'selection_empty') void cache.refresh()
      },
    })
  }

  const errorOf = (field: string) => (error?.field === field ? error.text : null)
  const known = ['reason', 'category_id', 'tag', 'typed'].includes(error?.field ?? '')

  return (
    <form onSubmit={submit} noValidate>
      {HINTS[action] && <p className={classes.hint}>{HINTS[action]}</p>}
      {needs === 'category_id' && (
        <CategoryControl
          field={{ kind: 'category', name: 'category_id', label: '移动到', required: true }}
          value={values.category_id}
          error={errorOf('category_id') ?? undefined}
          readOnly={false}
          storedName=""
          onError={() => {}}
          autoFocus
          onChange={(next) => set({ category_id: typeof next === 'string' ? next : next(values.category_id) })}
        />
      )}
      {needs === 'tag' && (
        <TextField
          label="标签"
          placeholder="已有的标签的名称"
          value={values.tag}
          error={errorOf('tag')}
          data-autofocus
          onChange={(tag) => set({ tag })}
        />
      )}
      {takesReason(action) && (
        <>
          <div className={classes.choices}>
            <ReasonChoices
              legend={`原因（会告诉${resource === 'users' ? '本人' : '作者'}）`}
              reasons={action === 'ban' ? SANCTION_REASONS : CANNED_REASONS}
              value={values.reason}
              onChange={(reason) => set({ reason })}
            />
          </div>
          <TextField
            label={needs ? '选一个，或者自己写' : '选一个，或者自己写，也可以不填'}
            value={values.reason}
            maxLength={MODERATION.reasonMax}
            error={errorOf('reason')}
            onChange={(reason) => set({ reason })}
          />
        </>
      )}
      {action === 'ban' && (
        <>
          <div className={classes.choices}>
            <ChoiceGroup<number | null>
              legend="期限"
              name="term"
              choices={TERMS}
              value={values.days}
              onChange={(days) => set({ days })}
            />
          </div>
          <CheckLine
            label={HIDE_CONTENT}
            checked={values.hidesContent}
            onChange={(hidesContent) => set({ hidesContent })}
          />
        </>
      )}
      {mustType(choice) && (
        <TextField
          className={classes.typed}
          label={`这会影响 ${total} ${JOB_NOUNS[resource]}，请输入这个数字`}
          inputMode="numeric"
          autoComplete="off"
          placeholder={String(total)}
          value={values.typed}
          error={errorOf('typed')}
          onChange={(typed) => set({ typed })}
        />
      )}
      <ActionBar>
        {error && !known && (
          <span role="alert" className={classes.error}>
            {error.text}
          </span>
        )}
        <Button variant="plain" onClick={onClose}>
          取消
        </Button>
        <Button type="submit" variant={HARSH.has(action) ? 'danger' : 'primary'} loading={starting}>
          {words}
        </Button>
      </ActionBar>
    </form>
  )
}

const HARSH: ReadonlySet<JobAction> = new Set(['hide', 'reject', 'delete', 'ban', 'delete_content'])
