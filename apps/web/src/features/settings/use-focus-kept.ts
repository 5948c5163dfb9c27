import { useEffect, useRef } from 'react'

/** For the button that leads back: it gets the focus where what had it went away with a change of `shown`. */
export function useFocusKept(shown: unknown) {
  const button = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus()
  }, [shown])
  return button
}
