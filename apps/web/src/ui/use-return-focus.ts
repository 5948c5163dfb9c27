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
      const target = gone ? document.getElementById('main') : opener
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    }
  }, [opened])
}
