import { useEffect } from 'react'

let holders = 0

/** Locks the page's scrolling until the returned function is called; counted, so dialogs may overlap (spec section 2). */
export function lockScroll(): () => void {
  holders += 1
  const page = document.documentElement
  if (holders === 1) {
    // The scrollbar's width becomes padding, so that nothing shifts and the scrim still covers everything.
    page.style.setProperty('--scrollbar', `${window.innerWidth - page.offsetWidth}px`)
    page.setAttribute('data-scroll-locked', '')
  }
  let held = true
  return () => {
    if (!held) return
    held = false
    holders -= 1
    if (holders > 0) return
    page.removeAttribute('data-scroll-locked')
    page.style.removeProperty('--scrollbar')
  }
}

export function useScrollLock(locked: boolean) {
  useEffect(() => (locked ? lockScroll() : undefined), [locked])
}

/** How many things lock the page at the moment: an overlay with a dialog above it is two. */
export function scrollLocks(): number {
  return holders
}
