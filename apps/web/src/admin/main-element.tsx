/** The `<main>` of the back office, which scrolls instead of the document. */
import { type ReactNode, type RefObject, useEffect, useSyncExternalStore } from 'react'
import { useOutletContext } from 'react-router'

export function useMainElement(): RefObject<HTMLElement | null> {
  return useOutletContext<RefObject<HTMLElement | null>>()
}

/** A primitive value read from the element, updated while it scrolls. */
export function useScrollValue<Value>(main: RefObject<HTMLElement | null>, read: (element: HTMLElement) => Value) {
  return useSyncExternalStore(
    (listener) => {
      const { current } = main
      current?.addEventListener('scroll', listener, { passive: true })
      return () => current?.removeEventListener('scroll', listener)
    },
    () => (main.current ? read(main.current) : undefined),
  )
}

/** Focuses `<main>` if the focused element was removed, so that the keyboard does not start over. */
export function restoreFocus() {
  if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
}

/** Wraps content that its own button removes. */
export function RestoreFocus({ children }: { children: ReactNode }) {
  useEffect(() => restoreFocus, [])
  return children
}
