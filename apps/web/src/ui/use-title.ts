import { useEffect } from 'react'

const SITE = '小石榴'
const stack: { title: string | null }[] = []

function show() {
  const top = stack.findLast((entry) => entry.title)
  document.title = top?.title ? `${top.title} - ${SITE}` : SITE
}

/** The document's title while the component is there; an overlay's covers the page's and gives it back when closed. */
export function useTitle(title: string | null | undefined) {
  useEffect(() => {
    const entry = { title: title || null }
    stack.push(entry)
    show()
    return () => {
      stack.splice(stack.indexOf(entry), 1)
      show()
    }
  }, [title])
}
