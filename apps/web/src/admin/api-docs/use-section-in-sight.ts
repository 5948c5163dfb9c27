import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'

type Scroller = RefObject<HTMLElement | null>

/**
 * Which of the elements with these ids, separated by spaces, is the first in the upper part of the screen; at the page's
 * end the last one, which may be too short to come up there.
 */
export function useSectionInSight(ids: string, scroller: Scroller): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  const atEnd = useAtEnd(scroller)
  useEffect(() => {
    const wanted = ids.split(' ')
    const seen = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) seen.add(target.id)
          else seen.delete(target.id)
        }
        const first = wanted.find((id) => seen.has(id))
        if (first) setCurrent(first)
      },
      { rootMargin: '-72px 0px -70% 0px' },
    )
    for (const id of wanted) {
      const section = document.getElementById(id)
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [ids])
  return atEnd ? (ids.split(' ').at(-1) ?? null) : current
}

/** Whether there is something to scroll, and it is scrolled to its end. */
function useAtEnd(scroller: Scroller): boolean {
  return useSyncExternalStore(
    (listener) => {
      const { current } = scroller
      current?.addEventListener('scroll', listener, { passive: true })
      return () => current?.removeEventListener('scroll', listener)
    },
    () => {
      const { scrollTop = 0, clientHeight = 0, scrollHeight = 0 } = scroller.current ?? {}
      return scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2
    },
  )
}
