import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { toast } from '#ui/toast.ts'

/**
 * Says that a like or a collection did not reach the server; the end of a session is told elsewhere. A note that is gone
 * is asked for again where it is open, which finds that out.
 */
export function toggleFailed(client: QueryClient, postId: number, error: unknown, toastMs?: number) {
  const refusal = error instanceof ApiError ? error : null
  if (refusal?.status === 401) return
  const gone = refusal?.status === 404
  toast.error(gone ? refusal.message : '操作失败，请重试', toastMs)
  if (gone) void client.invalidateQueries({ queryKey: keys.post(postId) })
}
