import { useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useCameBy } from './came-by.ts'

const positions = new Map<string, number>()
const KEPT_MAX = 50

/**
 * Remembers how far the page is scrolled at each entry of the history; answers where to scroll on coming back to it,
 * undefined for a page that is newly opened.
 */
export function useScrollMemory(): number | undefined {
  const { key } = useLocation()
  const type = useCameBy()
  const [restored] = useState(() => (type === 'POP' ? positions.get(key) : undefined))

  // Before a new page scrolls to its top, which must not count as a place of the one that is left.
  useLayoutEffect(() => {
    const keep = () => {
      positions.delete(key)
      positions.set(key, window.scrollY)
      const [oldest] = positions.keys()
      if (positions.size > KEPT_MAX && oldest !== undefined) positions.delete(oldest)
    }
    window.addEventListener('scroll', keep, { passive: true })
    return () => window.removeEventListener('scroll', keep)
  }, [key])

  return restored
}
