import { useEffect } from 'react'

/**
 * Gives the focus back to what opened a dialog, or to the page when that is gone. Mantine does so only for dialogs that
 * were mounted closed; ours are mounted when first opened.
 */
export function useReturnFocus(opened: boolean) {
  useEffect(() => {
    if (!opened) return
    const opener = document.activeElement
    return () => {
      const gone = !opener?.isConnected || opener === document.body
      // What opened it may have been put aside meanwhile, as the picture that another one was turned to after.
      const near = opener?.closest('[inert]') ? opener.closest('[role="dialog"]') : opener
      const target = gone || !near ? document.getElementById('main') : near
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    }
  }, [opened])
}
