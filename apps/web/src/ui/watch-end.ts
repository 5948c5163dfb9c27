import { FEED_END } from './constants.ts'

export type EndOptions = {
  onMore: () => void
  /** Pixels before the end at which it counts as reached. */
  margin?: number
  /** Milliseconds that it has to stay there: whoever only flies past asks for nothing. */
  delayMs?: number
}

/** Calls `onMore` once the element is near the screen, and stays there. Returns the way to stop (spec section 9). */
export function watchEnd(end: Element, { onMore, margin = FEED_END.margin, delayMs = FEED_END.delayMs }: EndOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const observer = new IntersectionObserver(
    (entries) => {
      clearTimeout(timer)
      if (entries.at(-1)?.isIntersecting) timer = setTimeout(onMore, delayMs)
    },
    { rootMargin: `0px 0px ${margin}px` },
  )
  observer.observe(end)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
  }
}
