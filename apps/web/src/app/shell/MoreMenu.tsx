import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Menu, useMantineColorScheme } from '@mantine/core'
import {
  IconCheck,
  IconDeviceDesktop,
  IconInfoCircle,
  IconKeyboard,
  IconLogin2,
  IconLogout,
  IconMoon,
  IconShieldLock,
  IconSun,
} from '@tabler/icons-react'
import { cloneElement, type ReactElement, type Ref, useEffect, useRef, useState } from 'react'
import { userSession, useViewer } from '#api/session.ts'
import { signOut } from '#api/sign-out.ts'
import { askToForget } from '#entities/copies/ask-to-forget.ts'
import { openAuth } from '#entities/user/require-login.ts'
import { settingsView } from '#features/settings/settings-view.ts'
import { toast } from '#ui/feedback/toast.ts'
import { useCloseOnMobileBack } from '#ui/history/close-on-back.ts'
import { site } from '#ui/site.ts'
import classes from './MoreMenu.module.css'

const themes = [
  { value: 'auto', label: '跟随系统', Icon: IconDeviceDesktop },
  { value: 'light', label: '浅色', Icon: IconSun },
  { value: 'dark', label: '深色', Icon: IconMoon },
] as const

const icon = { size: 20, stroke: 1.75 } as const

function logout() {
  const viewer = userSession.get()?.info
  if (!viewer) return
  void signOut('user')
  toast.success('已退出登录')
  void askToForget('user', viewer.id)
}

/** Replaces the button whose first click fetched it, and opens at once. */
export function MoreMenu({ target }: { target: ReactElement<{ ref?: Ref<HTMLButtonElement> }> }) {
  const viewer = useViewer()
  const { icp } = site.get()
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // Closing returns the focus to the focused element: it must be this button, since the clicked one is gone.
  useEffect(() => {
    button.current?.focus({ preventScroll: true })
    setOpened(true)
  }, [])
  useCloseOnMobileBack(opened, () => setOpened(false))
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  /** What opens remembers what has the focus, and the entry that was pressed goes with the menu. */
  const toOpen = (open: () => void) => () => {
    button.current?.focus({ preventScroll: true })
    open()
  }
  const choose = (value: string) => setColorScheme(themes.find((theme) => theme.value === value)?.value ?? 'auto')
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      width={224}
      position="top-start"
      shadow="md"
      radius="lg"
      classNames={classes}
    >
      <Menu.Target>{cloneElement(target, { ref: button })}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconKeyboard {...icon} />} onClick={toOpen(() => settingsView.set('shortcuts'))}>
          键盘快捷键
        </Menu.Item>
        {viewer && (
          <Menu.Item leftSection={<IconShieldLock {...icon} />} onClick={toOpen(() => settingsView.set('account'))}>
            账号与安全
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconInfoCircle {...icon} />} onClick={toOpen(() => settingsView.set('about'))}>
          关于{site.get().name}
        </Menu.Item>
        <Menu.Divider />
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
                <Icon {...icon} aria-hidden />
                {label}
              </span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        {viewer ? (
          <Menu.Item leftSection={<IconLogout {...icon} />} onClick={logout}>
            退出登录
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconLogin2 {...icon} />} onClick={toOpen(() => openAuth('login'))}>
            登录 / 注册
          </Menu.Item>
        )}
        {icp && (
          <Menu.Item
            className={classes.icp}
            component="a"
            href="https://beian.miit.gov.cn/"
            target="_blank"
            rel="noreferrer"
          >
            {icp}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
