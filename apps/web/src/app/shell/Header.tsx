import { IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useLocation } from 'react-router'
import { useCloseOnMobileBack } from '#ui/history/close-on-back.ts'
import { useNavigationType } from '#ui/history/HistoryRouter.tsx'
import { Logo } from '#ui/media/Logo.tsx'
import { site } from '#ui/site.ts'
import { paths } from '../paths.ts'
import classes from './Header.module.css'
import { MoreButton } from './MoreButton.tsx'
import { SearchBox } from './SearchBox.tsx'

export function Header() {
  const { name } = site.use()
  const [searching, setSearching] = useState(false)
  const { pathname, search } = useLocation()
  const type = useNavigationType()
  const address = pathname + search
  const [lastAddress, setLastAddress] = useState(address)
  if (address !== lastAddress) {
    setLastAddress(address)
    // A redirect (/explore to its first channel) may arrive while the user types already.
    if (type !== 'REPLACE') setSearching(false)
  }

  const toggle = useRef<HTMLButtonElement>(null)
  function cancel() {
    // The focused button is removed with the box.
    flushSync(() => setSearching(false))
    toggle.current?.focus()
  }
  useCloseOnMobileBack(searching, cancel)

  return (
    <header className={classes.header} data-screen-only>
      <div className={classes.inner} data-searching={searching || undefined}>
        <Link className={classes.logo} to={paths.home()} aria-label={`${name}首页`}>
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
          <MoreButton className={classes.action} />
        </div>
      </div>
    </header>
  )
}
