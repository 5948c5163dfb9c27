import * as auth from '@shiliu/contract/admin/auth'
import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { adminSession, useAdmin } from '#api/session.ts'
import { paths } from '#app/paths.ts'
import { toast } from '#ui/feedback/toast.ts'
import { useTitle } from '#ui/history/use-title.ts'
import classes from './AdminShell.module.css'
import { AdminBanners } from './announcements/AdminBanners.tsx'
import { areas } from './areas.tsx'
import { Drawer } from './Drawer.tsx'
import { ADMIN_TOAST_MS } from './feedback.ts'
import { FindBox } from './find/FindBox.tsx'
import { openFind } from './find/use-find.ts'
import { JobPanel } from './jobs/JobPanel.tsx'
import { Menu } from './Menu.tsx'
import { useRefusals } from './permissions.ts'
import { keepPlace } from './return-place.ts'
import { SetupList } from './setup/SetupList.tsx'

/** The frame of the back office: a sidebar that opens under the pointer, or a bar with a menu up to 960 px. */
export function AdminShell() {
  const { admin, isDue } = useRequiredAdmin()
  const { pathname, search } = useLocation()
  const area = areas.find(({ path }) => path === pathname.split('/')[2])
  const main = useRef<HTMLElement>(null)
  const previousPath = useRef(pathname)
  useTitle(area ? `${area.title} - 管理后台` : '管理后台')

  // Moves keyboard and screen reader users to the new area.
  useEffect(() => {
    if (previousPath.current !== pathname) main.current?.focus({ preventScroll: true })
    previousPath.current = pathname
  }, [pathname])

  useEffect(() => keepPlace(`${pathname}${search}`), [pathname, search])

  if (!admin) return null
  if (isDue && area?.path !== 'account') return <Navigate to={paths.admin('account')} replace />
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
      {/* The key resets the scroll position for each area. */}
      <main key={area?.path} id="main" ref={main} className={classes.main} tabIndex={-1}>
        <AdminBanners />
        <SetupList area={area?.path} />
        <Outlet context={main} />
      </main>
      <FindBox />
      <JobPanel />
    </div>
  )
}

function TopBar({ title }: { title: string }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <header className={classes.bar}>
      <button
        type="button"
        className={classes.menuButton}
        aria-label="打开菜单"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <IconMenu2 size={24} stroke={1.75} aria-hidden />
      </button>
      {/* Hidden from screen readers, which read the heading of the page. */}
      <span className={classes.title} aria-hidden>
        {title}
      </span>
      <button type="button" className={classes.menuButton} aria-label="查找" onClick={() => openFind()}>
        <IconSearch size={22} stroke={1.75} aria-hidden />
      </button>
      <Drawer opened={open} onClose={close} side="left" label="后台菜单">
        <Menu onSelect={close} />
      </Drawer>
    </header>
  )
}

/** null redirects to the sign-in page. SessionWatcher reports a session that ends, this hook a missing one. */
function useRequiredAdmin() {
  const admin = useAdmin()
  const navigate = useNavigate()
  const startedSignedIn = useRef(admin !== null)
  const signedOut = admin === null

  const { data: me, refetch } = useQuery({
    queryKey: keys.adminMe(admin?.id ?? null),
    enabled: !signedOut,
    queryFn: ({ signal }) => call(auth.me, { signal }),
  })
  useRefusals(useCallback(() => void refetch(), [refetch]))
  // An owner may have changed the role since it was stored.
  useEffect(() => {
    if (me) adminSession.update({ id: me.id, username: me.username, role: me.role })
  }, [me])

  useEffect(() => {
    if (!signedOut) return
    if (!startedSignedIn.current) toast.error('登录已过期，请重新登录', ADMIN_TOAST_MS)
    navigate(paths.adminLogin(), { replace: true })
  }, [signedOut, navigate])

  return { admin, isDue: me?.second_factor_due === true }
}
