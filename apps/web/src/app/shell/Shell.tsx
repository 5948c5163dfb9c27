import { type MouseEvent, useRef } from 'react'
import { Outlet } from 'react-router'
import { Header } from './Header.tsx'
import classes from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'
import { TabBar } from './TabBar.tsx'
import { usePageChange } from './use-page-change.ts'
import { useUnread } from './use-unread.ts'

/** The frame of every page but the back office: header, sidebar or bottom bar, and the page between. */
export function Shell() {
  const main = useRef<HTMLElement>(null)
  const unread = useUnread()
  usePageChange(main)

  function skip(event: MouseEvent) {
    // The fragment must not get into the address: going back to it would take the focus from where it was.
    event.preventDefault()
    main.current?.focus()
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it does lead to a part of the page */}
      <a className={classes.skip} href="#main" onClick={skip}>
        跳到正文
      </a>
      <Header />
      <div className={classes.frame}>
        <Sidebar unread={unread} />
        <main id="main" ref={main} className={classes.main} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <TabBar unread={unread} />
    </>
  )
}
