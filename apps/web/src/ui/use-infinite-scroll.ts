import { useEffect, useRef, useState } from 'react'
import { type EndOptions, watchEnd } from './watch-end.ts'

type Options = EndOptions & {
  hasMore: boolean
  /** While loading, or after a failure that waits for the user, nothing is asked for. */
  busy: boolean
}

/**
 * Put the returned ref on an element after the list. Observing starts anew after each page, because an observer is
 * silent while its element stays in sight, as it does when a page does not fill the screen.
 */
export function useInfiniteScroll({ hasMore, busy, onMore, margin, delayMs }: Options) {
  const [end, setEnd] = useState<HTMLElement | null>(null)
  const more = useRef(onMore)
  useEffect(() => {
    more.current = onMore
  })

  useEffect(() => {
    if (!end || !hasMore || busy) return
    return watchEnd(end, { onMore: () => more.current(), margin, delayMs })
  }, [end, hasMore, busy, margin, delayMs])

  return setEnd
}
