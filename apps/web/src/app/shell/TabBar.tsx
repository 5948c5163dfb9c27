import { IconUser, IconUserFilled } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useViewer } from '#api/session.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { preloadPage } from '../pages.ts'
import { paths } from '../paths.ts'
import { Badge } from './Badge.tsx'
import { type NavEntry, useExploreFresh, useNavigation } from './navigation.ts'
import classes from './TabBar.module.css'

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
      <span className={classes.icon}>
        <Shown size={24} stroke={1.75} aria-hidden />
        <Badge count={unread} floating />
      </span>
      <span>{label}</span>
    </Link>
  )
}

/** Navigation at the bottom, at 960 px and below. */
export function TabBar({ unread }: { unread: number }) {
  const viewer = useViewer()
  const { explore, publish, notification, ownActive } = useNavigation()
  const OwnIcon = ownActive ? IconUserFilled : IconUser
  return (
    <nav className={classes.bar} aria-label="主导航">
      <Entry entry={explore} />
      <Entry entry={publish} />
      <Entry entry={notification} unread={unread} />
      <Link className={classes.entry} to={paths.ownProfile()} aria-current={ownActive ? 'page' : undefined}>
        <span className={classes.icon}>
          {viewer ? (
            <Avatar src={viewer.avatar} name={viewer.nickname} size={24} decorative />
          ) : (
            <OwnIcon size={24} stroke={1.75} aria-hidden />
          )}
        </span>
        <span>我</span>
      </Link>
    </nav>
  )
}
