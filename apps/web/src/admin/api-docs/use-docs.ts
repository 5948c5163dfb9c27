import { useDidUpdate, useSessionStorage } from '@mantine/hooks'
import * as site from '@shiliu/contract/site'
import { useQuery } from '@tanstack/react-query'
import {
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'react-router'
import { toApiError } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { send } from '#api/send.ts'
import { useMainElement } from '../main-element.tsx'
import { NOTES } from './GeneralNotes.tsx'
import { type ApiDocument, sectionsOf } from './openapi.ts'
import { searchSections, termsOf } from './search.tsx'

const INITIAL: { top: number; query: string; open: readonly string[] } = { top: 0, query: '', open: [] }

/** The document that the API gives of itself. */
export function useApiDocument() {
  return useQuery({
    queryKey: keys.apiDocument,
    queryFn: async ({ signal }) => {
      const { ok, status, body } = await send({ ...site.openapi, signal }, null)
      if (!ok || !body) throw toApiError(status, body)
      return body as unknown as ApiDocument
    },
  })
}

/** What is searched for and open, and where the address leads; remembered while the tab is open. */
export function useDocs(document: ApiDocument) {
  const location = useLocation()
  const [saved, save] = useSessionStorage({ key: 'apiDocs', defaultValue: INITIAL, getInitialValueInEffect: false })
  const [query, setQuery] = useState(saved.query)
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(saved.open))
  const [target, setTarget] = useState<string | null>(null)
  const deferredQuery = useDeferredValue(query)
  const results = useRef<HTMLDivElement>(null)

  const sections = useMemo(() => sectionsOf(document), [document])
  const terms = useMemo(() => termsOf(deferredQuery), [deferredQuery])
  const found = useMemo(() => searchSections(sections, deferredQuery), [sections, deferredQuery])
  useScrollRestoration(useMainElement(), location.hash ? null : saved.top, (top) =>
    save({ top, query, open: [...open] }),
  )

  const toggle = useCallback((id: string) => {
    setOpen((current) => {
      const next = new Set(current)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])

  // Each navigation, also to the same hash, opens the endpoint or section that the hash names.
  useEffect(() => {
    const isNamed = (id: string) => [`#${id}`, `#${encodeURIComponent(id)}`].includes(location.hash)
    const endpoint = sections.flatMap(({ endpoints }) => endpoints).find(({ id }) => isNamed(id))
    if (endpoint) {
      setOpen((current) => new Set([...current, endpoint.id]))
      setQuery('')
    }
    const section = [NOTES, ...sections.map(({ name }) => name)].find(isNamed)
    if (endpoint ?? section) setTarget(endpoint?.id ?? section ?? null)
  }, [location, sections])

  // Runs after every render: the target appears once the search that hides it is cleared.
  useEffect(() => {
    const element = target === null ? null : window.document.getElementById(target)
    if (!element) return
    element.scrollIntoView()
    setTarget(null)
  })

  // New results start below the search box.
  useDidUpdate(() => {
    const top = results.current?.getBoundingClientRect().top ?? 0
    if (top < 0) results.current?.scrollIntoView()
  }, [deferredQuery])

  function search(next: string) {
    setTarget(null)
    setQuery(next)
  }

  return { query, search, terms, found, open, toggle, results }
}

/** Scrolls to `top` on mount, and passes the scroll position to `onLeave` when the page is left. */
function useScrollRestoration(main: RefObject<HTMLElement | null>, top: number | null, onLeave: (top: number) => void) {
  const initialTop = useEffectEvent(() => top)
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    const element = main.current
    if (!element) return
    element.scrollTop = initialTop() ?? element.scrollTop
    // Tracked on scroll, because on unmount the element is already back at its top.
    let current = element.scrollTop
    const track = () => {
      current = element.scrollTop
    }
    const save = () => leave(current)
    element.addEventListener('scroll', track, { passive: true })
    window.addEventListener('pagehide', save)
    return () => {
      element.removeEventListener('scroll', track)
      window.removeEventListener('pagehide', save)
      save()
    }
  }, [main])
}
