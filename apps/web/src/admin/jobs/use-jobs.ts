import * as api from '@shiliu/contract/admin/jobs'
import { undo } from '@shiliu/contract/admin/moderation'
import type { BodyIn } from '@shiliu/contract/endpoint'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { sendOnce } from '#api/unanswered.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ADMIN_TOAST_MS, toastFailure } from '../feedback.ts'
import { useMay } from '../permissions.ts'

export type NewJob = BodyIn<typeof api.create>

/** How often is asked how far a job is, in milliseconds, and whether somebody else began one. */
const RUNNING_MS = 1000
const IDLE_MS = 20_000
/** More than anybody follows at once. */
const NEWEST = 20

export const isActive = ({ state }: api.Job) => api.ACTIVE_JOB_STATES.some((active) => active === state)

/** The newest jobs of all administrators, kept up to date while the tab is visible. */
export function useNewestJobs(): readonly api.Job[] | undefined {
  const may = useMay()
  const { data } = useQuery({
    queryKey: keys.adminJobs(0),
    enabled: may(api.list),
    queryFn: ({ signal }) => call(api.list, { query: { page: 1, limit: NEWEST }, signal }),
    refetchInterval: ({ state }) => (state.data?.data.some(isActive) ? RUNNING_MS : IDLE_MS),
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
    staleTime: 0,
  })
  return data?.data
}

/** Begins, stops and undoes jobs; what is shown of them is fetched again after each. */
export function useJobActions() {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: keys.adminJobsAll })
  const starting = useMutation({
    mutationFn: (body: NewJob) => sendOnce(body, (headers) => call(api.create, { body, headers }), 'admin'),
    onSettled: refresh,
  })
  const stopping = useMutation({
    mutationFn: (id: number) => call(api.stop, { params: { id } }),
    onError: (error) => toastFailure('停止失败', error),
    onSettled: refresh,
  })
  const undoing = useMutation({
    mutationFn: (undoId: number) => call(undo, { body: { undo_id: undoId } }),
    onSuccess: () => toast.success('正在后台撤销', ADMIN_TOAST_MS),
    onError: (error) => toastFailure('撤销失败', error),
    onSettled: refresh,
  })
  return {
    start: starting.mutate,
    starting: starting.isPending,
    stop: (id: number) => !stopping.isPending && stopping.mutate(id),
    stopping: stopping.isPending ? stopping.variables : null,
    undo: (undoId: number) => !undoing.isPending && undoing.mutate(undoId),
    undoing: undoing.isPending ? undoing.variables : null,
  }
}

/** What became of its rows, in words. */
export function resultOf({ resource, action, changed, skipped, failed }: api.Job): string {
  // Of users a job may have changed what they wrote.
  const unit = resource === 'users' && action !== 'ban' ? '项' : (api.JOB_NOUNS[resource][0] ?? '项')
  const done = action === 'undo' ? '已撤销' : '已处理'
  const parts = [`${done} ${changed} ${unit}`]
  if (skipped > 0) parts.push(`${skipped} ${unit}不适用或已被别人改动，保持不变`)
  if (failed > 0) parts.push(`${failed} ${unit}出错，保持不变`)
  return parts.join('；')
}
