import { useLayoutEffect } from 'react'

/** Keeps focus, clicks and screen readers out of the page beneath, and gives the focus back to where it was. */
export function useBackgroundInert() {
  useLayoutEffect(() => {
    const root = document.getElementById('root')
    const before = document.activeElement
    // With a word in it: the picture viewer gives back what an attribute said, and nothing is nothing to it.
    root?.setAttribute('inert', 'true')
    return () => {
      root?.removeAttribute('inert')
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
}
