import { useCallback, useEffect, useRef, useState } from 'react'
import { type ChoiceTimes, createChoiceLock, NO_CHOICE } from './choice-lock.ts'
import { isCovered } from './covered.ts'

/** A choice lock for as long as the component is there; `load` is always the latest one given. */
export function useChoiceLock({ lockMs, spinnerMs }: ChoiceTimes, load: (choice: string) => void) {
  const [state, setState] = useState(NO_CHOICE)
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  })
  const lock = useRef<ReturnType<typeof createChoiceLock> | null>(null)
  useEffect(() => {
    const own = createChoiceLock({
      lockMs,
      spinnerMs,
      load: (choice) => latest.current(choice),
      isWanted: () => !isCovered(),
      onChange: setState,
    })
    lock.current = own
    return () => own.stop()
  }, [lockMs, spinnerMs])
  const choose = useCallback((choice: string) => lock.current?.request(choice), [])
  return { choose, ...state }
}
