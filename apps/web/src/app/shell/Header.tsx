import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { Logo } from '#ui/Logo.tsx'
import { paths } from '../paths.ts'
import classes from './Header.module.css'
import { MoreButton } from './MoreButton.tsx'
import { SearchBox } from './SearchBox.tsx'

/** Logo and search; up to 695 px the search is a row of its own that an icon opens (spec section 2). */
export function Header() {
  const [searching, setSearching] = useState(false)
  const { pathname, search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address ends the search, whichever it is
  useEffect(() => setSearching(false), [pathname, search])

  return (
    <header className={classes.header}>
      <div className={classes.inner} data-searching={searching || undefined}>
        <Link className={classes.logo} to={paths.home()} aria-label="小石榴首页">
          <Logo />
        </Link>
        <div className={classes.search}>
          <SearchBox autoFocus={searching} key={String(searching)} onCancel={() => setSearching(false)} />
        </div>
        <div className={classes.actions}>
          <button
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
