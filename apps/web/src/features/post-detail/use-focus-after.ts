import { type RefObject, useEffect, useRef } from 'react'

/** When what was `opened` is gone and took the focus along, the first button of `place` has it. */
export function useFocusAfter(opened: boolean, place: RefObject<HTMLElement | null>) {
  const was = useRef(opened)
  useEffect(() => {
    const lost = was.current && !opened && document.activeElement === document.body
    if (lost) place.current?.querySelector('button')?.focus({ preventScroll: true })
    was.current = opened
  }, [opened, place])
}
