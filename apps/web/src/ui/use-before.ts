import { useState } from 'react'

/** The value before the latest change, null while nothing has changed since the component is there. */
export function useBefore<T>(value: T): T | null {
  const [seen, setSeen] = useState<{ now: T; before: T | null }>({ now: value, before: null })
  if (!Object.is(seen.now, value)) setSeen({ now: value, before: seen.now })
  return seen.before
}
