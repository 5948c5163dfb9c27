import { useEffect, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const positions = new Map<string, number>()
const KEPT_MAX = 50

/**
 * Remembers how far the page is scrolled at each entry of the history; answers where to scroll on coming back to it,
 * undefined for a page that is newly opened.
 */
export function useScrollMemory(): number | undefined {
  const { key } = useLocation()
  const type = useNavigationType()
  const [restored] = useState(() => (type === 'POP' ? positions.get(key) : undefined))

  useEffect(() => {
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
