import { CANNED_REASONS } from '@shiliu/contract/admin/moderation'
import { type ReportDetail as Detail, RESOLUTIONS, type Resolution } from '@shiliu/contract/admin/reports'
import { ban } from '@shiliu/contract/admin/sanctions'
import { MODERATION, SANCTION } from '@shiliu/contract/moderation'
import { REPORT_REASON_WORDS, REPORTED } from '@shiliu/contract/reports'
import { type FormEvent, useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { CheckLine, ChoiceGroup, ReasonChoices } from '../form/ChoiceGroup.tsx'
import { useMay } from '../permissions.ts'
import { HIDE_CONTENT, SANCTION_REASONS, TERMS, untilOf } from '../sanctions/sanction-words.ts'
import classes from './ReportDetail.module.css'
import type { useResolve } from './use-reports.ts'

const WORDS: Readonly<Record<Resolution, string>> = {
  dismiss: '没有问题',
  hide: '隐藏',
  delete: '删除',
  warn: '警告作者',
  ban: '封禁账号',
}

type Props = { entry: Detail; resolving: Pick<ReturnType<typeof useResolve>, 'resolve' | 'resolving'> }

/** The decision: 没有问题 at once, the others with a reason that the author is told. */
export function ResolveForm({ entry, resolving: { resolve, resolving } }: Props) {
  const [chosen, setChosen] = useState<Exclude<Resolution, 'dismiss'> | null>(null)
  const may = useMay()
  const isContent = entry.target_type !== REPORTED.user
  const possible = RESOLUTIONS.filter((action) => {
    if (action === 'dismiss') return true
    if (!entry.target) return false
    if (action === 'hide' || action === 'delete') return isContent
    return may(ban)
  })
  return (
    <section className={classes.resolve} aria-label="处理">
      <div className={classes.choices}>
        {possible.map((action) => (
          <Button
            key={action}
            size="sm"
            variant="plain"
            aria-pressed={action === 'dismiss' ? undefined : chosen === action}
            loading={resolving === action && action === 'dismiss'}
            aria-disabled={resolving !== null || undefined}
            onClick={() =>
              action === 'dismiss'
                ? resolve({ action, version: entry.target?.updated_at })
                : setChosen(chosen === action ? null : action)
            }
          >
            {WORDS[action]}
          </Button>
        ))}
      </div>
      {chosen && (
        <ReasonForm
          key={chosen}
          action={chosen}
          entry={entry}
          busy={resolving !== null}
          onSend={resolve}
          onCancel={() => setChosen(null)}
        />
      )}
    </section>
  )
}

type FormProps = {
  action: Exclude<Resolution, 'dismiss'>
  entry: Detail
  busy: boolean
  onSend: Props['resolving']['resolve']
  onCancel: () => void
}

function ReasonForm({ action, entry, busy, onSend, onCancel }: FormProps) {
  const isSanction = action === 'warn' || action === 'ban'
  const [given] = entry.reasons
  // What most reported is what most moderators would write.
  const likely = given && given.reason !== 'other' ? REPORT_REASON_WORDS[given.reason] : null
  const canned = [...new Set([...(likely ? [likely] : []), ...(isSanction ? SANCTION_REASONS : CANNED_REASONS)])]
  const [reason, setReason] = useState(likely ?? '')
  const [note, setNote] = useState('')
  const [days, setDays] = useState<number | null>(7)
  const [hideContent, setHideContent] = useState(false)
  const [hideTarget, setHideTarget] = useState(entry.target_type !== REPORTED.user)
  const noun = entry.target_type === REPORTED.post ? '这篇笔记' : '这条评论'

  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || !reason.trim()) return
    const told = { action, reason: reason.trim() }
    if (!isSanction) return onSend(told)
    const hide_target = entry.target_type !== REPORTED.user && hideTarget
    if (action === 'warn') return onSend({ ...told, note, hide_target })
    onSend({ ...told, note, hide_target, until: untilOf(days), hide_content: hideContent })
  }

  return (
    <form className={classes.form} aria-label={WORDS[action]} onSubmit={submit} noValidate>
      <ReasonChoices legend="原因（会告诉作者）" reasons={canned} value={reason} disabled={busy} onChange={setReason} />
      <TextField
        aria-label="原因的文字"
        placeholder="选一个，或者自己写"
        value={reason}
        maxLength={MODERATION.reasonMax}
        disabled={busy}
        onChange={setReason}
      />
      {action === 'ban' && (
        <ChoiceGroup<number | null>
          legend="期限"
          name="term"
          choices={TERMS}
          value={days}
          disabled={busy}
          onChange={setDays}
        />
      )}
      {isSanction && entry.target_type !== REPORTED.user && (
        <CheckLine label={`同时隐藏${noun}`} checked={hideTarget} disabled={busy} onChange={setHideTarget} />
      )}
      {action === 'ban' && (
        <CheckLine label={HIDE_CONTENT} checked={hideContent} disabled={busy} onChange={setHideContent} />
      )}
      {isSanction && (
        <TextField
          aria-label="内部备注"
          placeholder="内部备注，只有管理员看得到，可以不写"
          value={note}
          maxLength={SANCTION.noteMax}
          disabled={busy}
          onChange={setNote}
        />
      )}
      <div className={classes.buttons}>
        <Button size="sm" variant="plain" onClick={onCancel} aria-disabled={busy || undefined}>
          取消
        </Button>
        <Button size="sm" variant="danger" type="submit" loading={busy} disabled={!reason.trim()}>
          确认{WORDS[action]}
        </Button>
      </div>
    </form>
  )
}
