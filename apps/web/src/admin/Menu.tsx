import { useMantineColorScheme } from '@mantine/core'
import {
  IconArrowBackUp,
  IconDeviceDesktop,
  IconDots,
  IconLogout,
  IconMoon,
  IconSearch,
  IconSun,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { keys } from '#api/keys.ts'
import { useAdmin } from '#api/session.ts'
import { signOut } from '#api/sign-out.ts'
import { paths } from '#app/paths.ts'
import { askToForget } from '#entities/copies/ask-to-forget.ts'
import { toast } from '#ui/feedback/toast.ts'
import { Logo } from '#ui/media/Logo.tsx'
import { type Area, areas } from './areas.tsx'
import { ADMIN_TOAST_MS } from './feedback.ts'
import { openFind } from './find/use-find.ts'
import classes from './Menu.module.css'
import { useMay } from './permissions.ts'
import { forgetPlace } from './return-place.ts'

export function Menu({ onSelect }: { onSelect?: () => void }) {
  const client = useQueryClient()
  const admin = useAdmin()
  const may = useMay()

  const { pathname } = useLocation()
  const shown = areas.filter(({ least }) => may(least))
  const isOpen = ({ path }: Area) => pathname.startsWith(paths.admin(path))
  const [opened, setOpened] = useState(() => shown.some((area) => area.rare && isOpen(area)))
  const more = opened || shown.some((area) => area.rare && isOpen(area))

  const entry = ({ path, title, Icon, count }: Area) => (
    <NavLink key={path} className={classes.entry} to={paths.admin(path)} onClick={onSelect}>
      <Icon size={22} stroke={1.75} aria-hidden />
      <span className={classes.label}>
        {title}
        {count}
      </span>
    </NavLink>
  )

  function find() {
    onSelect?.()
    openFind()
  }

  /** Does not wait for the server. */
  function logOut() {
    forgetPlace()
    void signOut('admin')
    client.removeQueries({ queryKey: keys.admin })
    toast.success('已退出登录', ADMIN_TOAST_MS)
    if (admin) void askToForget('admin', admin.id)
  }

  return (
    <div className={classes.menu}>
      <p className={classes.brand}>
        <Logo size={32} markOnly />
        <span className={classes.label}>管理后台</span>
      </p>
      <button type="button" className={classes.entry} aria-keyshortcuts="Control+K /" onClick={find}>
        <IconSearch size={22} stroke={1.75} aria-hidden />
        <span className={classes.label}>
          查找
          <span className={classes.username}>Ctrl+K</span>
        </span>
      </button>
      <nav className={classes.areas} aria-label="后台导航">
        {shown.filter(({ rare }) => !rare).map(entry)}
        <button type="button" className={classes.entry} aria-expanded={more} onClick={() => setOpened(!more)}>
          <IconDots size={22} stroke={1.75} aria-hidden />
          <span className={classes.label}>更多</span>
        </button>
        {more && shown.filter(({ rare }) => rare).map(entry)}
      </nav>
      <div className={classes.foot}>
        <ColorSchemes />
        <Link className={classes.entry} to={paths.home()}>
          <IconArrowBackUp size={22} stroke={1.75} aria-hidden />
          <span className={classes.label}>返回主站</span>
        </Link>
        <button type="button" className={classes.entry} onClick={logOut}>
          <IconLogout size={22} stroke={1.75} aria-hidden />
          <span className={classes.label}>
            退出登录
            <span className={classes.username}>{admin?.username}</span>
          </span>
        </button>
      </div>
    </div>
  )
}

const COLOR_SCHEMES = [
  { value: 'auto', label: '跟随系统', Icon: IconDeviceDesktop },
  { value: 'light', label: '浅色', Icon: IconSun },
  { value: 'dark', label: '深色', Icon: IconMoon },
] as const

/** Radio buttons with an icon each; the collapsed sidebar shows the selected one. */
function ColorSchemes() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const name = useId()
  return (
    <fieldset className={classes.schemes}>
      <legend className="sr-only">外观</legend>
      {COLOR_SCHEMES.map(({ value, label, Icon }) => (
        <label key={value} className={classes.scheme} data-checked={colorScheme === value || undefined} title={label}>
          <input
            className="sr-only"
            type="radio"
            name={name}
            checked={colorScheme === value}
            onChange={() => setColorScheme(value)}
          />
          <Icon size={20} stroke={1.75} aria-hidden />
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
