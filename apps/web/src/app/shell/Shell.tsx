import { useRef } from 'react'
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
  return (
    <>
      <a className={classes.skip} href="#main">
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
