import { JOB_STATE_WORDS, type Job, stop } from '@shiliu/contract/admin/jobs'
import { undo } from '@shiliu/contract/admin/moderation'
import { Button } from '#ui/form/Button.tsx'
import { useMay } from '../permissions.ts'
import classes from './JobProgress.module.css'
import { isActive, resultOf, useJobActions } from './use-jobs.ts'

/** What a job does, how far it is and what became of its rows, with stopping and undoing. */
export function JobProgress({ job }: { job: Job }) {
  const may = useMay()
  const actions = useJobActions()
  const active = isActive(job)
  const { id, title, state, total, done, note, undo_id, undone } = job
  return (
    <div className={classes.job}>
      <p className={classes.title}>{title}</p>
      {active && <progress className={classes.bar} aria-label={title} max={total} value={done} />}
      <p className={classes.state} role="status">
        {undone ? '已撤销' : JOB_STATE_WORDS[state]}
        {active ? `，${done} / ${total}` : `：${resultOf(job)}`}
        {note && `（${note}）`}
      </p>
      {active && may(stop) && (
        <Button
          size="sm"
          variant="plain"
          disabled={state === 'stopping'}
          loading={actions.stopping === id}
          onClick={() => actions.stop(id)}
        >
          停止
        </Button>
      )}
      {undo_id !== null && may(undo) && (
        <Button size="sm" variant="plain" loading={actions.undoing === undo_id} onClick={() => actions.undo(undo_id)}>
          撤销
        </Button>
      )}
    </div>
  )
}
