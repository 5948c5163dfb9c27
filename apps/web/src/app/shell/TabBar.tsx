import { IconUser, IconUserFilled } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useViewer } from '#api/session.ts'
import { Avatar } from '#ui/media/Avatar.tsx'
import { paths } from '../paths.ts'
import { NavEntry, useNavEntries } from './NavEntry.tsx'
import classes from './TabBar.module.css'

export function TabBar({ unread }: { unread: number }) {
  const viewer = useViewer()
  const { explore, publish, notification, ownProfileActive } = useNavEntries()
  const UserIcon = ownProfileActive ? IconUserFilled : IconUser
  const look = { className: classes.entry, iconClassName: classes.icon }
  return (
    <nav className={classes.bar} aria-label="主导航" data-screen-only>
      <NavEntry {...look} entry={explore} />
      <NavEntry {...look} entry={publish} />
      <NavEntry {...look} entry={notification} unread={unread} />
      <Link className={classes.entry} to={paths.ownProfile()} aria-current={ownProfileActive ? 'page' : undefined}>
        <span className={classes.icon}>
          {viewer ? (
            <Avatar src={viewer.avatar} name={viewer.nickname} size={24} decorative />
          ) : (
            <UserIcon size={24} stroke={1.75} aria-hidden />
          )}
        </span>
        <span>我</span>
      </Link>
    </nav>
  )
}
