import { useEffect, useEffectEvent, useState } from 'react'

type ListEndOptions = {
  onMore: () => void
  margin?: number | undefined
  /** Milliseconds the end must stay within the margin; scrolling past it quickly loads nothing. */
  delayMs?: number | undefined
}

/** Calls `onMore` once the element stays near the viewport. Returns the function that stops observing. */
export function observeListEnd(end: Element, { onMore, margin = 200, delayMs = 200 }: ListEndOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const observer = new IntersectionObserver(
    (entries) => {
      clearTimeout(timer)
      if (entries.at(-1)?.isIntersecting) timer = setTimeout(onMore, delayMs)
    },
    // In a box that scrolls by itself, only scrollMargin counts.
    { rootMargin: `0px 0px ${margin}px`, scrollMargin: `0px 0px ${margin}px` },
  )
  observer.observe(end)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
  }
}

type ScrollOptions = ListEndOptions & {
  hasMore: boolean
  /** While loading, or after a failure that waits for the user, nothing is requested. */
  busy: boolean
}

/** Put the returned ref after the list. Observes anew after each page: an end that stays visible reports nothing. */
export function useInfiniteScroll({ hasMore, busy, onMore, margin, delayMs }: ScrollOptions) {
  const [end, setEnd] = useState<HTMLElement | null>(null)
  const requestMore = useEffectEvent(onMore)
  useEffect(() => {
    if (!end || !hasMore || busy) return
    return observeListEnd(end, { onMore: () => requestMore(), margin, delayMs })
  }, [end, hasMore, busy, margin, delayMs])
  return setEnd
}
