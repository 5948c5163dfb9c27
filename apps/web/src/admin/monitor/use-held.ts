import { type RefObject, useEffect, useRef, useState } from 'react'
import { held, waiting } from './held-list.ts'

type Item = { id: string }

/** Whether somebody is in the list: the pointer over it, the keyboard within it, or its head scrolled out of sight. */
function isRead(list: HTMLElement | null): boolean {
  if (!list) return false
  const head = list.getBoundingClientRect().top
  return list.matches(':hover') || list.contains(document.activeElement) || head < 0
}

/** The items to show, how many newer ones wait, and what brings those in. */
export function useHeld<T extends Item>(latest: readonly T[] | undefined, list: RefObject<HTMLElement | null>) {
  const [shown, setShown] = useState<readonly T[] | null>(latest ?? null)
  const before = useRef(latest)
  useEffect(() => {
    if (!latest || before.current === latest) return
    before.current = latest
    const reading = isRead(list.current)
    setShown((current) => held(current, latest, reading))
  }, [latest, list])
  const count = shown && latest ? waiting(shown, latest) : 0
  return { shown, count, bringIn: () => latest && setShown(latest) }
}
