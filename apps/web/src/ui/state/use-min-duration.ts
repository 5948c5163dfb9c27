import { useEffect, useRef, useState } from 'react'

/** `busy`, kept true for at least `ms` milliseconds so that a spinner does not flicker. */
export function useMinDuration(busy: boolean, ms: number): boolean {
  const [extended, setExtended] = useState(busy)
  const since = useRef(0)
  useEffect(() => {
    if (busy) {
      since.current = performance.now()
      setExtended(true)
      return
    }
    const timer = setTimeout(() => setExtended(false), since.current + ms - performance.now())
    return () => clearTimeout(timer)
  }, [busy, ms])
  return busy || extended
}
