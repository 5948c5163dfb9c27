import { useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useNavigationType } from './HistoryRouter.tsx'

const positions = new Map<string, number>()
const POSITIONS_MAX = 50

/** Remembers the scroll position of each history entry. Returns the one to restore after going back, else undefined. */
export function useScrollRestoration(): number | undefined {
  const { key } = useLocation()
  const type = useNavigationType()
  const [restored] = useState(() => (type === 'POP' ? positions.get(key) : undefined))

  // Before a new page scrolls to its top, which must not be saved as the position of the previous one.
  useLayoutEffect(() => {
    const save = () => {
      positions.delete(key)
      positions.set(key, window.scrollY)
      const [oldest] = positions.keys()
      if (positions.size > POSITIONS_MAX && oldest !== undefined) positions.delete(oldest)
    }
    window.addEventListener('scroll', save, { passive: true })
    return () => window.removeEventListener('scroll', save)
  }, [key])

  return restored
}
