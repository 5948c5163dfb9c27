import { useEffect } from 'react'

let holders = 0

/** Locks the page's scrolling until the returned function is called; counted, so dialogs may overlap (spec section 2). */
export function lockScroll(): () => void {
  holders += 1
  document.documentElement.setAttribute('data-scroll-locked', '')
  let held = true
  return () => {
    if (!held) return
    held = false
    holders -= 1
    if (holders === 0) document.documentElement.removeAttribute('data-scroll-locked')
  }
}

export function useScrollLock(locked: boolean) {
  useEffect(() => (locked ? lockScroll() : undefined), [locked])
}
