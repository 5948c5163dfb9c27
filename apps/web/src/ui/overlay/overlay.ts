import { useEffect, useId, useLayoutEffect } from 'react'
import { createStore } from '#ui/state/store.ts'

let locks = 0

/** Locks the page's scrolling while `locked`. Counted, so that overlays may overlap. */
export function useScrollLock(locked: boolean) {
  useEffect(() => {
    if (!locked) return
    const page = document.documentElement
    locks += 1
    if (locks === 1) {
      // The scrollbar's width becomes padding: nothing shifts and the scrim covers the whole window.
      page.style.setProperty('--scrollbar', `${window.innerWidth - page.offsetWidth}px`)
      page.setAttribute('data-scroll-locked', '')
    }
    return () => {
      locks -= 1
      if (locks > 0) return
      page.removeAttribute('data-scroll-locked')
      page.style.removeProperty('--scrollbar')
    }
  }, [locked])
}

/** How many overlays lock the page: the note overlay with a dialog above it counts two. */
export function scrollLockCount(): number {
  return locks
}

let overlayAddress = false

/** Records whether the address is that of an overlay, whose code may still be loading. */
export function setOverlayAddress(isOverlay: boolean): void {
  overlayAddress = isOverlay
}

/** Whether a note overlay covers the page (`#root` is inert) or is about to: the page must not navigate on its own. */
export function hasOverlay(): boolean {
  if (overlayAddress) return true
  return document.getElementById('root')?.hasAttribute('inert') ?? false
}

/** Makes the page beneath a note inert, then restores the focus. */
export function useInertPage() {
  useLayoutEffect(() => {
    const root = document.getElementById('root')
    const focused = document.activeElement
    // Not '': the picture viewer saves and restores the attribute, but ignores an empty one.
    root?.setAttribute('inert', 'true')
    return () => {
      root?.removeAttribute('inert')
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true })
    }
  }, [])
}

/** The open dialogs and the lightbox, the topmost last. */
const stack = createStore<readonly string[]>([])

/** Whether this overlay is the topmost one that is open: Esc closes that one alone. */
export function useIsTopmost(opened: boolean): boolean {
  const id = useId()
  useEffect(() => {
    if (!opened) return
    stack.set([...stack.get(), id])
    return () => stack.set(stack.get().filter((other) => other !== id))
  }, [opened, id])
  return stack.use().at(-1) === id
}

/** Returns the focus to the opener, or to the page when it is gone. Mantine does so only for dialogs mounted closed. */
export function useReturnFocus(opened: boolean) {
  useEffect(() => {
    if (!opened) return
    const opener = document.activeElement
    return () => {
      const gone = !opener?.isConnected || opener === document.body
      // The opener may be inert by now, such as a slide that another one replaced.
      const reachable = opener?.closest('[inert]') ? opener.closest('[role="dialog"]') : opener
      const target = gone || !reachable ? document.getElementById('main') : reachable
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    }
  }, [opened])
}

function dropSecondClick(event: MouseEvent) {
  if (event.detail < 2) return
  event.preventDefault()
  event.stopPropagation()
}

/** For a click that removes or covers what was clicked: the second of a double click would hit what is there then. */
export function ignoreSecondClick() {
  // Its press would take the focus.
  window.addEventListener('mousedown', dropSecondClick, { capture: true, once: true })
  window.addEventListener('click', dropSecondClick, { capture: true, once: true })
}
