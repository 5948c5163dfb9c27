import { useEffect, useRef } from 'react'
import { scrollLockCount } from '#ui/overlay/overlay.ts'

/** By `KeyboardEvent.key`, letters in lower case. */
export type Shortcuts = Readonly<Record<string, () => void>>

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))

const isPressable = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('button, a, summary') !== null

/**
 * Single keys of a page. Off while somebody writes, or a dialog or a picture is open. A held key counts once; Enter is
 * left to a focused button or link.
 */
export function useShortcuts(actions: Shortcuts): void {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return
      if (scrollLockCount() > 0 || document.querySelector('[role="dialog"][aria-modal="true"]')) return
      if (event.key === 'Enter' && isPressable(event.target)) return
      const run = latest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      if (!run) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
