import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react'
import { keep, type Place, recall } from './docs-memory.ts'

type Scroller = RefObject<HTMLElement | null>

/** Brings back how far the page was scrolled, unless it is opened at a place of its own; keeps it when it is left. */
export function useKeptPlace(scroller: Scroller, elsewhere: boolean, { query, open }: Omit<Place, 'top'>) {
  const latest = useRef({ query, open })
  useEffect(() => {
    latest.current = { query, open }
  })

  // Not before the frame has been given its element, and told as it scrolls: once it is gone it is at its top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page is opened and left
  useEffect(() => {
    const { current } = scroller
    if (!current) return
    if (!elsewhere) current.scrollTop = recall().top
    let top = current.scrollTop
    const follow = () => {
      top = current.scrollTop
    }
    const leave = () => keep({ top, ...latest.current })
    current.addEventListener('scroll', follow, { passive: true })
    window.addEventListener('pagehide', leave)
    return () => {
      current.removeEventListener('scroll', follow)
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
}

/** Whether the page is scrolled so far; renders only when that changes. */
export function useScrolledTo(scroller: Scroller, pixels: number): boolean {
  return useSyncExternalStore(
    (listener) => {
      const { current } = scroller
      current?.addEventListener('scroll', listener, { passive: true })
      return () => current?.removeEventListener('scroll', listener)
    },
    () => (scroller.current?.scrollTop ?? 0) >= pixels,
  )
}
