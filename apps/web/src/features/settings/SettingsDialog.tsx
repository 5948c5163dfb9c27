import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useViewer } from '#api/session.ts'
import { useOwnPassword } from '#entities/user/campus.queries.ts'
import { DialogFrame } from '#ui/overlay/DialogFrame.tsx'
import { site } from '#ui/site.ts'
import { Campus } from './Campus.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { Devices } from './Devices.tsx'
import { Email } from './Email.tsx'
import { ExportData } from './ExportData.tsx'
import { About, Account, Shortcuts } from './SettingsViews.tsx'
import { closeSettings, type SettingsView, settingsView } from './settings-view.ts'

type Entry = {
  title: string
  View: ComponentType
  /** Has input that a click outside must not discard. */
  form?: boolean
}

const VIEWS: Record<SettingsView, Entry> = {
  about: { title: `关于${site.get().name}`, View: About },
  shortcuts: { title: '键盘快捷键', View: Shortcuts },
  account: { title: '账号与安全', View: Account },
  devices: { title: '登录的设备', View: Devices },
  campus: { title: '校园账号', View: Campus },
  email: { title: '邮箱', View: Email, form: true },
  export: { title: '导出我的数据', View: ExportData },
  password: { title: '修改密码', View: ChangePassword, form: true },
  deletion: { title: '注销账号', View: DeleteAccount, form: true },
}

const ACCOUNT_VIEWS: ReadonlySet<SettingsView> = new Set([
  'account',
  'devices',
  'campus',
  'email',
  'export',
  'password',
  'deletion',
])

export function SettingsDialog() {
  const requested = settingsView.use()
  const signedOut = useViewer() === null
  const isFirstPassword = useOwnPassword().none
  // The view stays rendered while the dialog fades out.
  const [shown, setShown] = useState<SettingsView>(requested ?? 'about')
  if (requested && requested !== shown) setShown(requested)

  // Signed out here or in another tab.
  const accountGone = requested !== null && signedOut && ACCOUNT_VIEWS.has(requested)
  useEffect(() => {
    if (accountGone) closeSettings()
  }, [accountGone])

  // The modal sets the focus when it opens; this does when the view changes.
  const content = useRef<HTMLDivElement>(null)
  const focused = useRef(shown)
  useEffect(() => {
    if (focused.current === shown) return
    focused.current = shown
    content.current?.querySelector<HTMLElement>('[data-autofocus], input, button')?.focus()
  }, [shown])

  const { View, form = false } = VIEWS[shown]
  const title = shown === 'password' && isFirstPassword ? '设置密码' : VIEWS[shown].title
  return (
    <DialogFrame
      opened={requested !== null}
      onClose={closeSettings}
      title={title}
      width={400}
      closeOnClickOutside={!form}
    >
      <div ref={content}>
        <View />
      </div>
    </DialogFrame>
  )
}
