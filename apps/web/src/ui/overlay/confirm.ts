/** `if (!(await confirm({ title: '删除笔记', message: '…' }))) return` */
import type { ReactNode } from 'react'
import { createStore } from './store.ts'

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

/** Asks in a dialog; true when confirmed. A second question answers the first with no. */
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
