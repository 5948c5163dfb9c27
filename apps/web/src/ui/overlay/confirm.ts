import type { ReactNode } from 'react'
import { createStore } from '#ui/state/store.ts'

export type ConfirmRequest = {
  title: string
  message: ReactNode
  /** `warning` and `error` are for what cannot be undone. */
  type?: 'info' | 'warning' | 'error'
  confirmLabel?: string
  /** null hides the button. */
  cancelLabel?: string | null
}

export type PendingConfirm = ConfirmRequest & { answer: (yes: boolean) => void }

export const pendingConfirm = createStore<PendingConfirm | null>(null)

/** Asks in a dialog; resolves to true when confirmed. A second question answers the first with no. */
export function confirm(request: ConfirmRequest): Promise<boolean> {
  pendingConfirm.get()?.answer(false)
  return new Promise((resolve) => {
    pendingConfirm.set({
      ...request,
      answer: (yes) => {
        pendingConfirm.set(null)
        resolve(yes)
      },
    })
  })
}

export function discardPrompt(what: string, cancelLabel: string): ConfirmRequest {
  return {
    title: '放弃修改？',
    message: `${what}还没有保存，离开后就找不回来了`,
    type: 'warning',
    confirmLabel: '放弃',
    cancelLabel,
  }
}
