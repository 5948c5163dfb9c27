import { ApiError } from '#api/error.ts'
import { toast } from '#ui/toast.ts'

/** Says that a like or a collection did not reach the server; the end of a session is told elsewhere. */
export function toggleFailed(error: unknown) {
  if (error instanceof ApiError && error.status === 401) return
  toast.error('操作失败，请重试')
}
