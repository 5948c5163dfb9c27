import { useEffect, useEffectEvent } from 'react'
import { isImeComposing } from '#ui/form/text-input.ts'
import { scrollLockCount } from '#ui/overlay/overlay.ts'

type Action = 'previousImage' | 'nextImage' | 'close' | 'like' | 'collect'
type Actions = Partial<Record<Action, () => void>>

const KEYS = new Map<string, Action>([
  ['ArrowLeft', 'previousImage'],
  ['ArrowRight', 'nextImage'],
  ['Escape', 'close'],
  ['d', 'like'],
  ['s', 'collect'],
])

const INPUTS = 'input, textarea, select'
/** Popups above the note, which is a dialog itself. */
const POPUPS = '[role="dialog"]:not([data-note]), [role="menu"], [role="listbox"]'
/** Video players have their own keys; in the composer keys are typed. */
const OWN_KEYS = `video, form, ${POPUPS}`

const isShown = (element: Element) => element.getClientRects().length > 0
const isPopupOpen = () => [...document.querySelectorAll(POPUPS)].some(isShown)

function isForOtherElement({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.matches(INPUTS)) return true
  return key === 'Escape' ? isPopupOpen() : target.closest(OWN_KEYS) !== null
}

/**
 * Keyboard shortcuts of the note. They are off while text is typed and while anything else than the note locks the
 * page's scrolling; `ownLocks` is the number of locks that the note itself holds. Held keys repeat the arrows only.
 */
export function useNoteKeys(actions: Actions, ownLocks: number) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isImeComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return
    if (scrollLockCount() > ownLocks || document.fullscreenElement || isForOtherElement(event)) return
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const name = KEYS.get(key)
    const action = name && actions[name]
    if (!action || (event.repeat && !key.startsWith('Arrow'))) return
    event.preventDefault()
    action()
  })

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    // Captures, to run before the listener of a dialog that the same Esc closes.
    window.addEventListener('keydown', listener, { capture: true })
    return () => window.removeEventListener('keydown', listener, { capture: true })
  }, [])
}
