import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { BREAKPOINTS } from '#ui/breakpoints.ts'
import { openLayer } from './browser-history.ts'

/** While `open`, going back calls `onBack` and keeps the page. */
export function useCloseOnBack(open: boolean, onBack: () => void) {
  const close = useEffectEvent(onBack)
  // Before it is painted: who goes back as soon as it is seen must not leave the page.
  useLayoutEffect(() => (open ? openLayer(() => close()) : undefined), [open])
}

/** Devices whose back is a button or a gesture; a desktop browser's back button means the page. */
const MOBILE = `(max-width: ${BREAKPOINTS.phone}px), (pointer: coarse)`

export function useCloseOnMobileBack(open: boolean, onBack: () => void) {
  const [mobile] = useState(() => window.matchMedia(MOBILE).matches)
  useCloseOnBack(open && mobile, onBack)
}
