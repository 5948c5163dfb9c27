import { IconArrowBackUp, IconLogout } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, NavLink } from 'react-router'
import { useAdmin } from '#api/session.ts'
import { paths } from '#app/paths.ts'
import { Logo } from '#ui/Logo.tsx'
import { areas } from '../areas.tsx'
import { logout } from './logout.ts'
import classes from './Menu.module.css'
import { ThemeChoice } from './ThemeChoice.tsx'

type Props = {
  /** Called when an entry was chosen. */
  onChoose?: () => void
}

/** Areas above, appearance and the ways out below: what sidebar and mobile menu hold. */
export function Menu({ onChoose }: Props) {
  const client = useQueryClient()
  const admin = useAdmin()
  return (
    <div className={classes.menu}>
      <p className={classes.brand}>
        <Logo size={32} markOnly />
        <span className={classes.label}>管理后台</span>
      </p>
      <nav className={classes.areas} aria-label="后台导航">
        {areas.map(({ path, title, Icon }) => (
          <NavLink key={path} className={classes.entry} to={paths.admin(path)} onClick={onChoose}>
            <Icon size={22} stroke={1.75} aria-hidden />
            <span className={classes.label}>{title}</span>
          </NavLink>
        ))}
      </nav>
      <div className={classes.foot}>
        <div className={classes.theme}>
          <ThemeChoice />
        </div>
        <Link className={classes.entry} to={paths.home()}>
          <IconArrowBackUp size={22} stroke={1.75} aria-hidden />
          <span className={classes.label}>返回主站</span>
        </Link>
        <button type="button" className={classes.entry} onClick={() => logout(client)}>
          <IconLogout size={22} stroke={1.75} aria-hidden />
          <span className={classes.label}>
            退出登录
            <span className={classes.who}>{admin?.username}</span>
          </span>
        </button>
      </div>
    </div>
  )
}
