import { useState } from 'react'

/** True from the first time `now` was: what was opened once stays mounted, so that it can close with its transition. */
export function useOnce(now: boolean): boolean {
  const [once, setOnce] = useState(now)
  if (now && !once) setOnce(true)
  return once || now
}
