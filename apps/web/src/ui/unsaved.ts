import type { ConfirmRequest } from './confirm.ts'

/** What is asked before what was typed is lost; `what` was not saved. */
export function unsavedQuestion(what: string, cancelLabel: string): ConfirmRequest {
  return {
    title: '放弃修改？',
    message: `${what}还没有保存，离开后就找不回来了`,
    type: 'warning',
    confirmLabel: '放弃',
    cancelLabel,
  }
}
