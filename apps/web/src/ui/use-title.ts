import { useEffect, useRef } from 'react'
import { createTitles } from './titles.ts'

const SITE = '小石榴'

const titles = createTitles((title) => {
  document.title = title ? `${title} - ${SITE}` : SITE
})

/**
 * The document's title while the component is there; an overlay's covers the page's and gives it back when closed. Once
 * per page: of a component and one within it, either may be the first.
 */
export function useTitle(title: string | null | undefined) {
  const entry = useRef<ReturnType<typeof titles.enter> | null>(null)
  useEffect(() => {
    const own = titles.enter()
    entry.current = own
    return own.leave
  }, [])
  useEffect(() => entry.current?.say(title || null), [title])
}
