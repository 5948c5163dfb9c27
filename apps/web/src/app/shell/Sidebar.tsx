import { Link } from 'react-router'
import { useViewer } from '#api/session.ts'
import { openAuth } from '#entities/user/require-login.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { preloadPage } from '../pages.ts'
import { paths } from '../paths.ts'
import { Badge } from './Badge.tsx'
import { MoreButton } from './MoreButton.tsx'
import { type NavEntry, useExploreFresh, useNavigation } from './navigation.ts'
import classes from './Sidebar.module.css'

function Entry({ entry, unread = 0 }: { entry: NavEntry; unread?: number }) {
  const { label, to, Icon, IconOn, active } = entry
  const choose = useExploreFresh(entry)
  const Shown = active ? IconOn : Icon
  return (
    <Link
      className={classes.entry}
      to={to}
      aria-current={active ? 'page' : undefined}
      onClick={choose}
      onPointerEnter={() => preloadPage(to)}
    >
      <Shown size={24} stroke={1.75} aria-hidden />
      <span>{label}</span>
      <Badge count={unread} />
    </Link>
  )
}

/** Navigation beside the page, above 960 px. */
export function Sidebar({ unread }: { unread: number }) {
  const viewer = useViewer()
  const { explore, publish, notification, ownActive } = useNavigation()
  return (
    <div className={classes.sidebar}>
      <nav className={classes.nav} aria-label="主导航">
        <Entry entry={explore} />
        <Entry entry={publish} />
        <Entry entry={notification} unread={unread} />
        {viewer ? (
          <Link className={classes.entry} to={paths.ownProfile()} aria-current={ownActive ? 'page' : undefined}>
            <Avatar src={viewer.avatar} name={viewer.nickname} size={24} decorative />
            <span>我</span>
          </Link>
        ) : (
          <button type="button" className={classes.login} onClick={() => openAuth('login')}>
            登录
          </button>
        )}
      </nav>
      <MoreButton className={classes.entry} labelled />
    </div>
  )
}
