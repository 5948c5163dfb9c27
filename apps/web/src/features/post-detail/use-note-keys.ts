import { useEffect, useRef } from 'react'
import { isComposing } from '#ui/composing.ts'
import { scrollLocks } from '#ui/scroll-lock.ts'

type Actions = {
  ArrowLeft?: () => void
  ArrowRight?: () => void
  Escape?: () => void
  /** Like. */
  d?: () => void
  /** Collect. */
  s?: () => void
}

const TYPED = 'input, textarea, select'
/** What stands above the note for a moment; the note itself is a dialog too. */
const POPPED_UP = '[role="dialog"]:not([data-note]), [role="menu"], [role="listbox"]'
/** A player has arrow keys of its own; in the composer's buttons one is about to write. */
const OWN_KEYS = `video, form, ${POPPED_UP}`

const isPoppedUp = () => [...document.querySelectorAll(POPPED_UP)].some((part) => part.checkVisibility())

/** Whether a key is meant for something else than the note. */
function meantElsewhere({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.matches(TYPED)) return true
  return key === 'Escape' ? isPoppedUp() : target.closest(OWN_KEYS) !== null
}

/**
 * Keys of the note (spec section 2 «Keyboard shortcuts»). Deaf while something is typed or stands above the note, which
 * holds `ownLocks` of the page's scroll locks itself. What is kept pressed only turns pictures.
 */
export function useNoteKeys(actions: Actions, ownLocks: number) {
  const current = useRef({ actions, ownLocks })
  useEffect(() => {
    current.current = { actions, ownLocks }
  })

  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented || isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return
      if (scrollLocks() > current.current.ownLocks || document.fullscreenElement || meantElsewhere(event)) return
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
      const action = new Map(Object.entries(current.current.actions)).get(key)
      if (!action || (event.repeat && !key.startsWith('Arrow'))) return
      event.preventDefault()
      action()
    }
    // First of all listeners: a dialog that this Esc closes must still count as open here.
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [])
}
