import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useMainElement, useScrollValue } from '../main-element.tsx'
import { NOTES } from './GeneralNotes.tsx'
import type { Section } from './openapi.ts'
import classes from './SectionIndex.module.css'

/** Bottom edge of the search box, below which sections are in sight, in pixels. */
const TOP = 72
/** Kept free above and below the current entry, in pixels. */
const MARGIN = 24

/** The list of sections beside the page on wide screens. Marks the section in sight. */
export function SectionIndex({ sections, notes }: { sections: readonly Section[]; notes: boolean }) {
  const entries = [...(notes ? [{ name: NOTES, endpoints: [] }] : []), ...sections]
  const current = useScrollValue(useMainElement(), ({ scrollTop, clientHeight, scrollHeight }) => {
    // At the end of the page the last section may be too short to reach the top.
    if (scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2) return entries.at(-1)?.name
    return entries.find(({ name }) => (document.getElementById(name)?.getBoundingClientRect().bottom ?? 0) > TOP)?.name
  })
  const nav = useRef<HTMLElement>(null)

  // Not `scrollIntoView`, which would scroll the page as well.
  useEffect(() => {
    const entry = nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (!nav.current || !entry || !current) return
    const lowest = entry.offsetTop - MARGIN
    const highest = entry.offsetTop + entry.offsetHeight + MARGIN - nav.current.clientHeight
    nav.current.scrollTop = Math.min(Math.max(nav.current.scrollTop, highest), lowest)
  }, [current])

  return (
    <nav ref={nav} className={classes.index} aria-label="接口分组">
      <ul>
        {entries.map(({ name, endpoints }) => (
          <li key={name}>
            <Link
              className={classes.entry}
              to={{ hash: name }}
              replace
              aria-current={name === current ? 'location' : undefined}
            >
              {name}
              <span>{endpoints.length || ''}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
