import { useEffect, useRef, useState } from 'react'

type Options = {
  hasMore: boolean
  /** While loading, or after a failure that waits for the user, nothing is asked for. */
  busy: boolean
  onMore: () => void
  /** Pixels before the end at which the next page is asked for. */
  margin?: number
}

/**
 * Put the returned ref on an element after the list. Observing starts anew after each page, because an observer is
 * silent while its element stays in sight, as it does when a page does not fill the screen.
 */
export function useInfiniteScroll({ hasMore, busy, onMore, margin = 200 }: Options) {
  const [end, setEnd] = useState<HTMLElement | null>(null)
  const more = useRef(onMore)
  useEffect(() => {
    more.current = onMore
  })

  useEffect(() => {
    if (!end || !hasMore || busy) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) more.current()
      },
      { rootMargin: `0px 0px ${margin}px` },
    )
    observer.observe(end)
    return () => observer.disconnect()
  }, [end, hasMore, busy, margin])

  return setEnd
}
