import { type MouseEvent, type RefObject, useEffect, useRef } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { useViewer } from '#api/session.ts'
import { Banners } from '#entities/announcement/Banners.tsx'
import { useNavigationType } from '#ui/history/HistoryRouter.tsx'
import { Header } from './Header.tsx'
import { ReadOnlyBanner } from './ReadOnlyBanner.tsx'
import classes from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'
import { TabBar } from './TabBar.tsx'
import { useUnreadTotal } from './use-unread.ts'

export function Shell() {
  const main = useRef<HTMLElement>(null)
  const unread = useUnreadTotal()
  const { pathname } = useLocation()
  const viewer = useViewer()
  usePageChange(main)

  function skip(event: MouseEvent) {
    // With the fragment in the address, going back would move the focus.
    event.preventDefault()
    main.current?.focus()
  }
  return (
    <>
      <Link className={classes.skip} to="#main" onClick={skip} data-screen-only>
        跳到正文
      </Link>
      <Header />
      <div className={classes.frame}>
        <Sidebar unread={unread} />
        <main id="main" ref={main} className={classes.main} tabIndex={-1}>
          <ReadOnlyBanner />
          <Banners key={`${viewer?.id} ${pageOf(pathname)}`} category={null} />
          <Outlet />
        </main>
      </div>
      <TabBar unread={unread} />
    </>
  )
}

/** Tabs and channels of one page share the first segment; two profiles are two pages. */
function pageOf(pathname: string) {
  // The bare address redirects to 发现.
  const first = pathname.split('/')[1] || 'explore'
  return first === 'user' ? pathname : first
}

/** A new page starts at its top with the focus on it; going back keeps what the browser restores. */
function usePageChange(main: RefObject<HTMLElement | null>) {
  const { pathname } = useLocation()
  const type = useNavigationType()
  const previous = useRef(pathname)

  useEffect(() => {
    const changed = pageOf(previous.current) !== pageOf(pathname)
    previous.current = pathname
    if (!changed || type === 'POP') return
    window.scrollTo({ top: 0, behavior: 'instant' })
    main.current?.focus({ preventScroll: true })
  }, [main, pathname, type])
}
