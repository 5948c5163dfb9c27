import { useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useTitle } from '#ui/use-title.ts'
import { areas } from '../areas.tsx'
import classes from './AdminShell.module.css'
import { Menu } from './Menu.tsx'
import { TopBar } from './TopBar.tsx'
import { useGuard } from './use-guard.ts'

/** The frame of the back office: a sidebar that opens under the pointer, above 960 px; else a bar with a menu. */
export function AdminShell() {
  const admin = useGuard()
  const { pathname } = useLocation()
  const area = areas.find(({ path }) => path === pathname.split('/')[2])
  const main = useRef<HTMLElement>(null)
  const before = useRef(pathname)
  useTitle(area ? `${area.title} - 管理后台` : '管理后台')

  // Keyboard and screen reader follow to a newly chosen area.
  useEffect(() => {
    if (before.current !== pathname) main.current?.focus({ preventScroll: true })
    before.current = pathname
  }, [pathname])

  if (!admin) return null
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#main">
        跳到正文
      </a>
      <aside className={classes.rail} aria-label="后台菜单">
        <div className={classes.panel}>
          <Menu />
        </div>
      </aside>
      <TopBar title={area?.title ?? '管理后台'} />
      {/* Each area begins at its top. */}
      <main key={area?.path} id="main" ref={main} className={classes.main} tabIndex={-1}>
        <Outlet context={main} />
      </main>
    </div>
  )
}
