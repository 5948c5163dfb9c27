import type { RefObject } from 'react'
import { useOutletContext } from 'react-router'

/** What scrolls in the back office: the frame's main part, given to its areas. */
export function useScroller(): RefObject<HTMLElement | null> {
  return useOutletContext<RefObject<HTMLElement | null>>()
}
