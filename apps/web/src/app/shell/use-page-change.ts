import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useCameBy } from '#ui/came-by.ts'

/** The page an address belongs to: tabs and channels of one page share its first segment, two profiles do not. */
function pageOf(pathname: string) {
  // The bare address only leads on to 发现.
  const first = pathname.split('/')[1] || 'explore'
  return first === 'user' ? pathname : first
}

/**
 * A newly chosen page starts at its top, with the focus on it, so that keyboard and screen reader follow. Going back
 * keeps what the browser restores, and tabs within a page decide for themselves. The shell sees the page beneath an
 * overlay, so opening a note moves nothing.
 */
export function usePageChange(main: RefObject<HTMLElement | null>) {
  const { pathname } = useLocation()
  const type = useCameBy()
  const before = useRef(pathname)

  useEffect(() => {
    const changed = pageOf(before.current) !== pageOf(pathname)
    before.current = pathname
    if (!changed || type === 'POP') return
    window.scrollTo({ top: 0, behavior: 'instant' })
    main.current?.focus({ preventScroll: true })
  }, [main, pathname, type])
}
