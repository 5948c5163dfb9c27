import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useLocation } from 'react-router'
import { usePhoneBackStep } from '#ui/back-step.ts'
import { useCameBy } from '#ui/came-by.ts'
import { Logo } from '#ui/Logo.tsx'
import { paths } from '../paths.ts'
import classes from './Header.module.css'
import { MoreButton } from './MoreButton.tsx'
import { SearchBox } from './SearchBox.tsx'

/** Logo and search; up to 695 px the search is a row of its own that an icon opens (spec section 2). */
export function Header() {
  const [searching, setSearching] = useState(false)
  const { pathname, search } = useLocation()
  const type = useCameBy()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address ends the search, whichever it is
  useEffect(() => {
    // One that only leads on (/explore to its first channel) may come while somebody types already.
    if (type !== 'REPLACE') setSearching(false)
  }, [pathname, search])

  const toggle = useRef<HTMLButtonElement>(null)
  function cancel() {
    // The button that had the focus goes with the box.
    flushSync(() => setSearching(false))
    toggle.current?.focus()
  }
  usePhoneBackStep(searching, cancel)

  return (
    <header className={classes.header}>
      <div className={classes.inner} data-searching={searching || undefined}>
        <Link className={classes.logo} to={paths.home()} aria-label="小石榴首页">
          <Logo />
        </Link>
        <div className={classes.search}>
          <SearchBox
            autoFocus={searching}
            key={String(searching)}
            onSearch={() => setSearching(false)}
            onCancel={cancel}
          />
        </div>
        <div className={classes.actions}>
          <button
            ref={toggle}
            type="button"
            className={`${classes.action} ${classes.toggle}`}
            aria-label="搜索"
            aria-expanded={searching}
            onClick={() => setSearching(true)}
          >
            <IconSearch size={24} stroke={1.75} aria-hidden />
          </button>
          <MoreButton className={`${classes.action} ${classes.more}`} />
        </div>
      </div>
    </header>
  )
}
