import { useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { currentLocation } from './browser-history.ts'
import { useNavigationType } from './HistoryRouter.tsx'

/** By the key of the history entry, the latest last. */
export const scrollPositions = new Map<string, number>()
const POSITIONS_MAX = 50

/** Remembers the scroll position of each history entry. Returns the one to restore after going back, else undefined. */
export function useScrollRestoration(): number | undefined {
  const { key } = useLocation()
  const type = useNavigationType()
  const [restored] = useState(() => (type === 'POP' ? scrollPositions.get(key) : undefined))

  useLayoutEffect(() => {
    const save = () => {
      // The next page, which is not rendered yet, scrolls to its own place.
      if (currentLocation().key !== key) return
      scrollPositions.delete(key)
      scrollPositions.set(key, window.scrollY)
      const [oldest] = scrollPositions.keys()
      if (scrollPositions.size > POSITIONS_MAX && oldest !== undefined) scrollPositions.delete(oldest)
    }
    window.addEventListener('scroll', save, { passive: true })
    // The browser's own restoration may come later, with the place of the page that was left in between.
    window.history.scrollRestoration = 'manual'
    return () => {
      window.removeEventListener('scroll', save)
      window.history.scrollRestoration = 'auto'
    }
  }, [key])

  return restored
}

/** Scrolls to the top for each new history entry; going back restores the position. */
export function useScrollToTop() {
  const { key } = useLocation()
  const type = useNavigationType()
  const scrolledFor = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (scrolledFor.current === key) return
    scrolledFor.current = key
    if (type !== 'POP') window.scrollTo({ top: 0, behavior: 'instant' })
  }, [key, type])
}
