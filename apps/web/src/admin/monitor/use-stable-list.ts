/** A list whose new items wait while somebody reads it, so that nothing moves under the pointer. */
import { type RefObject, useEffect, useRef, useState } from 'react'

type Item = { id: string }

/** The items to show, the number of waiting ones, and a function that shows them. */
export function useStableList<T extends Item>(latest: readonly T[] | undefined, list: RefObject<HTMLElement | null>) {
  const [shown, setShown] = useState<readonly T[] | null>(latest ?? null)
  const previous = useRef(latest)
  useEffect(() => {
    if (!latest || previous.current === latest) return
    previous.current = latest
    const reading = isBeingRead(list.current)
    setShown((current) => mergeItems(current, latest, reading))
  }, [latest, list])
  const waiting = shown && latest ? countWaiting(shown, latest) : 0
  return { shown, waiting, showAll: () => latest && setShown(latest) }
}

/** Whether the pointer or the focus is in the list, or its top is scrolled out of sight. */
function isBeingRead(list: HTMLElement | null): boolean {
  if (!list) return false
  return list.matches(':hover') || list.contains(document.activeElement) || list.getBoundingClientRect().top < 0
}

/** The items to show: `latest`, or while `shown` is being read only the items of `shown` that still exist. */
export function mergeItems<T extends Item>(
  shown: readonly T[] | null,
  latest: readonly T[],
  reading: boolean,
): readonly T[] {
  if (!reading || !shown || shown.length === 0) return latest
  const byId = new Map(latest.map((item) => [item.id, item]))
  const oldest = latest.at(-1)
  // Items older than the whole response may still exist: newer ones pushed them out of it.
  const beyond = oldest ? shown.findIndex(({ id }) => id === oldest.id) : -1
  return shown.flatMap((item, index) => byId.get(item.id) ?? (beyond >= 0 && index > beyond ? item : []))
}

export function countWaiting<T extends Item>(shown: readonly T[], latest: readonly T[]): number {
  const known = new Set(shown.map(({ id }) => id))
  const first = latest.findIndex(({ id }) => known.has(id))
  return first < 0 ? latest.length : first
}
