import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useScroller } from '../shell/use-scroller.ts'
import { NOTES } from './general.ts'
import classes from './SectionIndex.module.css'
import { useSectionInSight } from './use-section-in-sight.ts'

type Props = { sections: readonly { name: string; endpoints: readonly unknown[] }[]; notes: boolean }

/** Pixels left free above and below the current entry. */
const MARGIN = 24

/** The sections beside the page, on wide screens. */
export function SectionIndex({ sections, notes }: Props) {
  const entries = [
    ...(notes ? [{ name: NOTES, count: null }] : []),
    ...sections.map(({ name, endpoints }) => ({ name, count: endpoints.length })),
  ]
  const current = useSectionInSight(entries.map(({ name }) => name).join(' '), useScroller())
  const index = useRef<HTMLElement>(null)

  // Not `scrollIntoView`: the page itself stays where it is.
  useEffect(() => {
    const entry = index.current?.querySelector('[aria-current]')
    if (!current || !entry || !index.current) return
    const [of, within] = [entry.getBoundingClientRect(), index.current.getBoundingClientRect()]
    if (of.top < within.top) index.current.scrollTop -= within.top - of.top + MARGIN
    else if (of.bottom > within.bottom) index.current.scrollTop += of.bottom - within.bottom + MARGIN
  }, [current])

  return (
    <nav ref={index} className={classes.index} aria-label="接口分组">
      <ul>
        {entries.map(({ name, count }) => (
          <li key={name}>
            <Link
              className={classes.entry}
              to={{ hash: name }}
              replace
              aria-current={name === current ? 'location' : undefined}
            >
              {name}
              {count !== null && <span className={classes.count}>{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
