import { Link } from 'react-router'
import { useViewer } from '#api/session.ts'
import { openAuth } from '#entities/user/require-login.ts'
import { Avatar } from '#ui/media/Avatar.tsx'
import { paths } from '../paths.ts'
import { MoreButton } from './MoreButton.tsx'
import { NavEntry, useNavEntries } from './NavEntry.tsx'
import classes from './Sidebar.module.css'

export function Sidebar({ unread }: { unread: number }) {
  const viewer = useViewer()
  const { explore, publish, notification, ownProfileActive } = useNavEntries()
  return (
    <div className={classes.sidebar} data-screen-only>
      <nav className={classes.nav} aria-label="主导航">
        <NavEntry className={classes.entry} entry={explore} />
        <NavEntry className={classes.entry} entry={publish} />
        <NavEntry className={classes.entry} entry={notification} unread={unread} />
        {viewer ? (
          <Link className={classes.entry} to={paths.ownProfile()} aria-current={ownProfileActive ? 'page' : undefined}>
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
