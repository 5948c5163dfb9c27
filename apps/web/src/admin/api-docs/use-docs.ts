import { type RefObject, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { recall } from './docs-memory.ts'
import type { ApiDocument } from './document.ts'
import { sectionsOf } from './endpoints.ts'
import { NOTES } from './general.ts'
import { searchSections, wordsOf } from './search.ts'
import { useKeptPlace } from './use-place.ts'

/** The id that an address names after its #. */
function idOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}

/** What the page shows of the document: what is searched for, what is open, and where its address leads. */
export function useDocs(document: ApiDocument, scroller: RefObject<HTMLElement | null>) {
  const { hash, key } = useLocation()
  const [start] = useState(recall)
  const [query, setQuery] = useState(start.query)
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(start.open))
  const [target, setTarget] = useState<string | null>(null)
  const wanted = useDeferredValue(query)

  const sections = useMemo(() => sectionsOf(document), [document])
  const words = useMemo(() => wordsOf(wanted), [wanted])
  const shown = useMemo(() => searchSections(sections, wanted), [sections, wanted])
  useKeptPlace(scroller, idOf(hash) !== '', { query, open: [...open] })

  const toggle = useCallback((id: string) => {
    setOpen((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])

  // An address may lead to an endpoint, which is then open, or to a section; also again to the same.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key is a new visit
  useEffect(() => {
    const id = idOf(hash)
    const endpoint = sections.some(({ endpoints }) => endpoints.some((one) => one.id === id))
    if (endpoint) setOpen((before) => new Set([...before, id]))
    if (endpoint) setQuery('')
    if (endpoint || id === NOTES || sections.some(({ name }) => name === id)) setTarget(id)
  }, [hash, key, sections])

  // Once it is there: a search that hid it may have to be given up first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown decides whether it is there
  useEffect(() => {
    const element = target === null ? null : window.document.getElementById(target)
    if (!element) return
    element.scrollIntoView()
    setTarget(null)
  }, [target, shown, open])

  // What is newly found begins below the search box, wherever the page was scrolled.
  const results = useRef<HTMLDivElement>(null)
  const before = useRef(wanted)
  useEffect(() => {
    if (before.current === wanted) return
    before.current = wanted
    const top = results.current?.getBoundingClientRect().top ?? 0
    if (top < 0) results.current?.scrollIntoView()
  }, [wanted])

  function search(next: string) {
    setTarget(null)
    setQuery(next)
  }

  return { query, search, words, sections, shown, open, toggle, results }
}
