import { useEffect, useState } from 'react'
import { NOTE_MEDIA_LATE_MS } from '#ui/constants.ts'

/** Whether a picture has been waited for too long, which may come all the same; `round` begins the waiting anew. */
export function useLateness(waiting: boolean, round: number): boolean {
  const [late, setLate] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is a new wait
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setLate(true), NOTE_MEDIA_LATE_MS)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [waiting, round])
  return late
}
