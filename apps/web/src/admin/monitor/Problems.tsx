import * as monitor from '@shiliu/contract/admin/monitor'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { Button } from '#ui/Button.tsx'
import { fullTime, relativeTime } from '#ui/relative-time.ts'
import { toast } from '#ui/toast.ts'
import { tellFailure } from '../failure.ts'
import { TOAST_MS } from '../toast-ms.ts'
import classes from './Problems.module.css'
import { useMinute } from './use-minute.ts'

const FEW = 5

/** Faults of the site that nobody has looked at, the newest first. */
export function Problems({ problems }: { problems: readonly monitor.Problem[] }) {
  const client = useQueryClient()
  const now = useMinute()
  const [all, setAll] = useState(false)
  const read = useMutation({
    mutationFn: (until: string) => call(monitor.readProblems, { body: { until } }),
    onSuccess: () => {
      toast.success('已标为已读', TOAST_MS)
      return client.invalidateQueries({ queryKey: keys.adminDashboard })
    },
    onError: (error) => tellFailure('操作失败', error),
  })
  // What happens after the last one that is shown nobody has looked at.
  const latest = problems.map(({ last_at }) => last_at).reduce((one, other) => (one > other ? one : other), '')
  const shown = all ? problems : problems.slice(0, FEW)

  return (
    <section className={classes.problems} aria-labelledby="problems-heading">
      <div className={classes.head}>
        <h2 id="problems-heading" className={classes.heading}>
          未读故障
          {problems.length > 0 && <span className={classes.count}>{problems.length}</span>}
        </h2>
        {problems.length > 0 && (
          <Button size="sm" variant="plain" loading={read.isPending} onClick={() => read.mutate(latest)}>
            全部已读
          </Button>
        )}
      </div>
      {problems.length === 0 && <p className={classes.none}>没有未读的故障</p>}
      <ul className={classes.list}>
        {shown.map(({ id, place, fault, count, request_id, last_at }) => (
          <li key={id} className={classes.problem}>
            <code className={classes.place}>{place}</code>
            <span className={classes.fault}>{fault}</span>
            <span className={classes.facts}>
              {count > 1 && <span>{count} 次</span>}
              <time dateTime={last_at} title={fullTime(last_at)}>
                {relativeTime(last_at, now)}
              </time>
              {request_id && <code title="日志里的请求编号">{request_id}</code>}
            </span>
          </li>
        ))}
      </ul>
      {problems.length > FEW && (
        <button type="button" className={classes.more} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? '收起' : `其余 ${problems.length - FEW} 个`}
        </button>
      )}
    </section>
  )
}
