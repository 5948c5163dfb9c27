import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconLogin2, IconLogout, IconMoon, IconSun } from '@tabler/icons-react'
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

/** Mounted by the first click on its target, so it starts open. */
export function MoreMenu({ target }: { target: ReactElement }) {
  const viewer = useViewer()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const choose = (value: string) => setColorScheme(themes.find((theme) => theme.value === value)?.value ?? 'auto')
  return (
    <Menu defaultOpened width={224} position="top-start" shadow="md" radius="lg" classNames={classes}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>外观</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={choose}>
          {themes.map(({ value, label, Icon }) => (
            <Menu.RadioItem
              key={value}
              value={value}
              checkIcon={<span />}
              rightSection={colorScheme === value && <IconCheck size={18} stroke={2} />}
            >
              <span className={classes.theme}>
                <Icon size={20} stroke={1.75} aria-hidden />
                {label}
              </span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
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
