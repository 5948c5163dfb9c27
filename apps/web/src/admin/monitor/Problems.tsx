import * as monitor from '@shiliu/contract/admin/monitor'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { toast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/Button.tsx'
import { fullTime, relativeTime } from '#ui/text/RelativeTime.tsx'
import { ADMIN_TOAST_MS, toastFailure } from '../feedback.ts'
import { useMay } from '../permissions.ts'
import classes from './Problems.module.css'
import { useNow } from './use-monitor.ts'

const COLLAPSED_MAX = 5

/** Unread server faults, newest first. */
export function Problems({ problems }: { problems: readonly monitor.Problem[] }) {
  const client = useQueryClient()
  const now = useNow()
  const may = useMay()
  const [expanded, setExpanded] = useState(false)
  const markRead = useMutation({
    mutationFn: (until: string) => call(monitor.readProblems, { body: { until } }),
    onSuccess: () => {
      toast.success('已标为已读', ADMIN_TOAST_MS)
      return client.invalidateQueries({ queryKey: keys.adminDashboard })
    },
    onError: (error) => toastFailure('操作失败', error),
  })
  // Faults that occur after the latest one in the list stay unread.
  const latest =
    problems
      .map(({ last_at }) => last_at)
      .sort()
      .at(-1) ?? ''
  const shown = expanded ? problems : problems.slice(0, COLLAPSED_MAX)

  return (
    <section className={classes.problems} aria-labelledby="problems-heading">
      <div className={classes.head}>
        <h2 id="problems-heading" className={classes.heading}>
          未读故障
          {problems.length > 0 && <span className={classes.count}>{problems.length}</span>}
        </h2>
        {problems.length > 0 && may(monitor.readProblems) && (
          <Button size="sm" variant="plain" loading={markRead.isPending} onClick={() => markRead.mutate(latest)}>
            全部已读
          </Button>
        )}
      </div>
      {problems.length === 0 && <p className={classes.none}>没有未读的故障</p>}
      <ul>
        {shown.map(({ id, place, fault, count, request_id, trace_id, node, first_at, last_at }) => (
          <li key={id} className={classes.problem}>
            <code className={classes.place}>{place}</code>
            <span className={classes.fault}>{fault}</span>
            <span className={classes.facts}>
              {count > 1 && <span title={`第一次：${fullTime(first_at)}`}>{count} 次</span>}
              <time dateTime={last_at} title={fullTime(last_at)}>
                {relativeTime(last_at, now)}
              </time>
              {node && <span title="最近一次在哪个进程">{node}</span>}
              {request_id && (
                <code title={trace_id ? `日志里的请求编号；追踪编号 ${trace_id}` : '日志里的请求编号'}>
                  {request_id}
                </code>
              )}
            </span>
          </li>
        ))}
      </ul>
      {problems.length > COLLAPSED_MAX && (
        <button type="button" className={classes.more} aria-expanded={expanded} onClick={() => setExpanded(!expanded)}>
          {expanded ? '收起' : `其余 ${problems.length - COLLAPSED_MAX} 个`}
        </button>
      )}
    </section>
  )
}
