import { useCallback, useEffect, useState } from 'react'

/** A comment that was just written or jumped to stands out for this long (spec section 9). */
const SHOWN_MS = 3000

export function useHighlight() {
  const [id, setId] = useState<number | null>(null)
  useEffect(() => {
    if (id === null) return
    const timer = setTimeout(() => setId(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id])
  return { id, show: useCallback((next: number) => setId(next), []) }
}
