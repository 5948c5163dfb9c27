import { useEffect, useRef, useState } from 'react'

/** `busy`, for `ms` milliseconds at the least: what is gone in a blink only flickers. */
export function useAtLeast(busy: boolean, ms: number): boolean {
  const [held, setHeld] = useState(busy)
  const since = useRef(0)
  useEffect(() => {
    if (busy) {
      since.current = performance.now()
      setHeld(true)
      return
    }
    const timer = setTimeout(() => setHeld(false), since.current + ms - performance.now())
    return () => clearTimeout(timer)
  }, [busy, ms])
  return busy || held
}
