import { useEffect, useRef } from 'react'
import { scrollLocks } from '#ui/scroll-lock.ts'

type Keys = {
  previous: () => void
  next: () => void
  like: () => void
  collect: () => void
  /** Above another page only. */
  close?: (() => void) | undefined
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}

/**
 * ← → for pictures, D like, S collect, Esc close (spec section 2 «Keyboard shortcuts»). Deaf while something is typed or
 * a dialog stands above the note, which holds `ownLocks` of the page's scroll locks itself.
 */
export function useNoteKeys(keys: Keys, ownLocks: number) {
  const current = useRef({ keys, ownLocks })
  useEffect(() => {
    current.current = { keys, ownLocks }
  })

  useEffect(() => {
    function press(event: KeyboardEvent) {
      const { keys: on, ownLocks: own } = current.current
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || scrollLocks() > own) return
      const actions: Record<string, (() => void) | undefined> = {
        ArrowLeft: on.previous,
        ArrowRight: on.next,
        Escape: event.repeat ? undefined : on.close,
        d: event.repeat ? undefined : on.like,
        s: event.repeat ? undefined : on.collect,
      }
      const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      if (!action) return
      event.preventDefault()
      action()
    }
    // First of all listeners: a dialog that this Esc closes must still count as open here.
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [])
}
