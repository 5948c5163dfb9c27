import { useState } from 'react'

/** The value before its latest change; null until the first change. */
export function usePrevious<T>(value: T): T | null {
  const [state, setState] = useState<{ current: T; previous: T | null }>({ current: value, previous: null })
  if (!Object.is(state.current, value)) setState({ current: value, previous: state.current })
  return state.previous
}
