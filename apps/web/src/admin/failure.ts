import { ApiError, messageOf } from '#api/error.ts'
import { toast } from '#ui/toast.ts'
import { TOAST_MS } from './toast-ms.ts'

/** 删除失败: 分类下还有笔记 (spec section 8 «Admin»); `unexplained` where there is no reason to give. */
export function failure(what: string, error: unknown, unexplained = what): string {
  const reason = messageOf(error, '')
  return reason ? `${what}: ${reason}` : unexplained
}

/** Says so at the top of the page; that the session is over the app says itself, once (SessionWatcher). */
export function tellFailure(what: string, error: unknown, unexplained = what) {
  if (error instanceof ApiError && error.error === 'session_ended') return
  toast.error(failure(what, error, unexplained), TOAST_MS)
}
