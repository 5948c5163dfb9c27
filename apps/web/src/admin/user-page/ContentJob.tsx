import * as jobs from '@shiliu/contract/admin/jobs'
import { undo } from '@shiliu/contract/admin/moderation'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { Button } from '#ui/form/Button.tsx'
import { toastFailure } from '../feedback.ts'
import { isActive } from '../jobs/use-jobs.ts'
import { useMay } from '../permissions.ts'
import { useTableCache } from '../table/use-rows.ts'
import classes from './UserPage.module.css'

const RUNNING_MS = 700

type Props = {
  id: number
  /** The one that was begun on this page. */
  begun: number | null
  onBegun: (jobId: number) => void
}

/** How far the deletion of all content is, or its undoing, and undoing it: whoever began it, also after a reload. */
export function ContentJob({ id, begun, onBegun }: Props) {
  const cache = useTableCache()
  const may = useMay()
  const { data } = useQuery({
    queryKey: keys.adminRow('content-jobs', id),
    enabled: may(jobs.list),
    queryFn: ({ signal }) => call(jobs.list, { query: { user_id: String(id), limit: 1 }, signal }),
    refetchInterval: ({ state }) => (state.data?.data.some(isActive) ? RUNNING_MS : false),
    staleTime: 0,
  })
  const [newest] = data?.data ?? []
  // What ended before stands there as long as it can be taken back.
  const job = newest && (isActive(newest) || newest.id === begun || newest.undo_id !== null) ? newest : null
  const running = job !== null && isActive(job)
  const watched = useRef(false)
  useEffect(() => {
    if (watched.current && !running) void cache.refresh()
    watched.current = running
  }, [running, cache])
  const client = useQueryClient()
  const undoing = useMutation({
    mutationFn: (undoId: number) => call(undo, { body: { undo_id: undoId } }),
    onSuccess: ({ job_id }) => job_id !== null && onBegun(job_id),
    onSettled: () => client.invalidateQueries({ queryKey: keys.adminRow('content-jobs', id) }),
    onError: (error) => toastFailure('撤销失败', error),
  })
  if (!job) return null
  const { title, state, total, done, changed, skipped, note, undo_id } = job
  return (
    <div className={classes.job}>
      <p role="status">
        {title}：{jobs.JOB_STATE_WORDS[state]}
        {running ? `，${done} / ${total}` : `，改动了 ${changed} 项`}
        {skipped > 0 && `，${skipped} 项保持不变`}
        {note && `（${note}）`}
      </p>
      {running && <progress aria-label={title} max={total} value={done} />}
      {undo_id !== null && (
        <Button size="sm" variant="plain" loading={undoing.isPending} onClick={() => undoing.mutate(undo_id)}>
          撤销
        </Button>
      )}
    </div>
  )
}
