import { useEffect, useEffectEvent } from 'react'
import { type ConfirmRequest, confirm, type PendingConfirm, pendingConfirm } from '#ui/overlay/confirm.ts'
import { blockNavigation } from './browser-history.ts'

/** Asks `question` before leaving for an address for which `loses` is true; null stands for closing the tab. */
export function useLeaveGuard(question: ConfirmRequest, loses: (to: URL | null) => boolean) {
  const losesInput = useEffectEvent(loses)
  const askUser = useEffectEvent(() => confirm(question))

  useEffect(() => {
    let asked: PendingConfirm | null = null
    const unblock = blockNavigation({
      loses: (to) => losesInput(to),
      ask(leave) {
        void askUser().then((yes) => yes && leave())
        asked = pendingConfirm.get()
      },
    })
    function onUnload(event: BeforeUnloadEvent) {
      if (losesInput(null)) event.preventDefault()
    }
    window.addEventListener('beforeunload', onUnload)
    return () => {
      unblock()
      window.removeEventListener('beforeunload', onUnload)
      // Nothing is left to lose.
      if (asked && pendingConfirm.get() === asked) asked.answer(false)
    }
  }, [])
}

type GuardedClose = {
  question: ConfirmRequest
  hasUnsaved: () => boolean
  /** After a sign-out nothing can be saved, and nothing is asked. */
  isSignedIn: () => boolean
  /** While saving, the dialog stays open. */
  isSaving: () => boolean
  close: () => void
}

/** Closes a dialog; asks `question` first, as `useLeaveGuard` does, while it has unsaved input. */
export function useGuardedClose({ question, hasUnsaved, isSignedIn, isSaving, close }: GuardedClose): () => void {
  const confirming = pendingConfirm.use() !== null
  useLeaveGuard(question, () => hasUnsaved() && isSignedIn())
  return async () => {
    if (isSaving() || confirming) return
    if (!hasUnsaved() || (await confirm(question))) close()
  }
}
