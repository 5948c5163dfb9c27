import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconLogin2, IconLogout, IconMoon, IconSun } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { useViewer } from '#api/session.ts'
import { openAuth } from '#entities/user/require-login.ts'
import { logout } from '#features/auth/logout.ts'
import classes from './MoreMenu.module.css'

const themes = [
  { value: 'auto', label: '跟随系统', Icon: IconDeviceDesktop },
  { value: 'light', label: '浅色', Icon: IconSun },
  { value: 'dark', label: '深色', Icon: IconMoon },
] as const

function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <fieldset className={classes.themes}>
      <legend className="sr-only">外观</legend>
      {themes.map(({ value, label, Icon }) => (
        <label key={value} className={classes.theme} title={label}>
          <input
            type="radio"
            name="theme"
            className="sr-only"
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

/** Mounted by the first click on its target, so it starts open. */
export function MoreMenu({ target }: { target: ReactElement }) {
  const viewer = useViewer()
  return (
    <Menu defaultOpened width={224} position="top-start" shadow="md" radius="lg" classNames={classes}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <div className={classes.row}>
          <span>外观</span>
          <ThemeSwitch />
        </div>
        <Menu.Divider />
        {viewer ? (
          <Menu.Item leftSection={<IconLogout size={20} stroke={1.75} />} onClick={() => void logout()}>
            退出登录
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconLogin2 size={20} stroke={1.75} />} onClick={() => openAuth('login')}>
            登录 / 注册
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
