import { useEffect, useEffectEvent } from 'react'
import { type ConfirmRequest, confirm, type PendingConfirm, pendingConfirm } from '#ui/overlay/confirm.ts'
import { blockNavigation } from './browser-history.ts'

/** `kept` is whether what was written is found again on coming back (data/local-copies.ts). */
export function leavePrompt(title: string, state: string, kept: boolean): ConfirmRequest {
  const future = kept ? '会在这台设备上留 7 天，回到这里可以接着写' : '离开后就找不回来了'
  return { title, message: `${state}，${future}`, type: 'warning', confirmLabel: '离开', cancelLabel: '继续写' }
}

type LeaveGuard = {
  question: () => ConfirmRequest
  /** Whether leaving for this address loses input; null stands for closing the tab. */
  loses: (to: URL | null) => boolean
  /** Called when the person agrees to leave. */
  onLeave?: (() => void) | undefined
}

/** Asks `question` before leaving for an address for which `loses` is true. */
export function useLeaveGuard({ question, loses, onLeave }: LeaveGuard) {
  const losesInput = useEffectEvent(loses)
  const askUser = useEffectEvent(async () => {
    const yes = await confirm(question())
    if (yes) onLeave?.()
    return yes
  })

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
  /** Called when the person agrees to lose the input, before the dialog closes. */
  onDiscard?: () => void
}

/** Closes a dialog; asks `question` first, as `useLeaveGuard` does, while it has unsaved input. */
export function useGuardedClose({
  question,
  hasUnsaved,
  isSignedIn,
  isSaving,
  close,
  onDiscard,
}: GuardedClose): () => void {
  const confirming = pendingConfirm.use() !== null
  useLeaveGuard({ question: () => question, loses: () => hasUnsaved() && isSignedIn(), onLeave: onDiscard })
  return async () => {
    if (isSaving() || confirming) return
    const unsaved = hasUnsaved()
    if (unsaved && !(await confirm(question))) return
    if (unsaved) onDiscard?.()
    close()
  }
}
