import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { ApiError } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { recordRemoval } from '#api/paging.ts'
import { toast } from '#ui/feedback/toast.ts'

/** Marks the viewer's list of likes or collections as stale: it keeps what it shows until it is opened again. */
export function markListStale(client: QueryClient, queryKey: QueryKey, id: number, on: boolean) {
  if (!on) recordRemoval(client, [queryKey], String(id))
  void client.invalidateQueries({ queryKey, refetchType: 'none' })
}

/** Shows the error of a failed toggle, except for an ended session. Refetches a note that no longer exists. */
export function showToggleError(client: QueryClient, postId: number, error: unknown, toastMs?: number) {
  const refusal = error instanceof ApiError ? error : null
  if (refusal?.status === 401) return
  const gone = refusal?.status === 404
  toast.error(gone ? refusal.message : '操作失败，请重试', toastMs)
  if (gone) void client.invalidateQueries({ queryKey: keys.post(postId) })
}
