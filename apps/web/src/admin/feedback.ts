import { ApiError, messageOf } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { queryClient } from '#api/query-client.ts'
import { toast } from '#ui/feedback/toast.ts'

/** How long toasts of the back office stay, in milliseconds. */
export const ADMIN_TOAST_MS = 3000

/** `${what}: ${reason}`, for example 删除失败: 分类下还有笔记; `fallback` if the error gives no reason. */
export function failureText(what: string, error: unknown, fallback = what): string {
  const reason = messageOf(error, '')
  return reason ? `${what}: ${reason}` : fallback
}

/** Shows the failure as a toast, except for an ended session: SessionWatcher reports that once. */
export function toastFailure(what: string, error: unknown, fallback = what) {
  if (error instanceof ApiError && error.error === 'session_ended') return
  // The role may have changed meanwhile.
  if (error instanceof ApiError && error.status === 403)
    void queryClient.invalidateQueries({ queryKey: keys.adminSelf })
  toast.error(failureText(what, error, fallback), ADMIN_TOAST_MS)
}
