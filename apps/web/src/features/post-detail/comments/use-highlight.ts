import { useCallback, useEffect, useState } from 'react'
import { COMMENTS } from '#ui/constants.ts'

/** The comment that stands out for a moment, since it was just written or jumped to. */
export function useHighlight() {
  const [id, setId] = useState<number | null>(null)
  useEffect(() => {
    if (id === null) return
    const timer = setTimeout(() => setId(null), COMMENTS.highlightMs)
    return () => clearTimeout(timer)
  }, [id])
  return { id, show: useCallback((next: number) => setId(next), []) }
}
