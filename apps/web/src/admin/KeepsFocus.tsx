import { type ReactNode, useEffect } from 'react'
import { keepFocus } from './keep-focus.ts'

/** Around what goes when its own button is pressed. */
export function KeepsFocus({ children }: { children: ReactNode }) {
  useEffect(() => keepFocus, [])
  return children
}
