import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useViewer } from '#api/session.ts'
import { DialogFrame } from '#ui/DialogFrame.tsx'
import { About } from './About.tsx'
import { Account } from './Account.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { closeSettings, type SettingsView, settingsView } from './settings-dialog.ts'

type Entry = { title: string; View: ComponentType /** Something may be typed in it. */; form?: boolean }

const views: Record<SettingsView, Entry> = {
  about: { title: '关于小石榴', View: About },
  shortcuts: { title: '键盘快捷键', View: Shortcuts },
  account: { title: '账号与安全', View: Account },
  password: { title: '修改密码', View: ChangePassword, form: true },
  deletion: { title: '注销账号', View: DeleteAccount, form: true },
}

const ownOnly: ReadonlySet<SettingsView> = new Set(['account', 'password', 'deletion'])

/** About, shortcuts, and account and security with its two forms: one dialog that turns its page. */
export function SettingsDialog() {
  const asked = settingsView.use()
  const signedOut = useViewer() === null
  // The page stays while the dialog fades out.
  const [shown, setShown] = useState<SettingsView>(asked ?? 'about')
  if (asked && asked !== shown) setShown(asked)

  // Signed out here or in another tab: there is no account to change any more.
  const stranded = asked !== null && signedOut && ownOnly.has(asked)
  useEffect(() => {
    if (stranded) closeSettings()
  }, [stranded])

  // The modal places the focus when it opens; a turned page has lost what had it.
  const page = useRef<HTMLDivElement>(null)
  const placed = useRef(shown)
  useEffect(() => {
    if (placed.current === shown) return
    placed.current = shown
    page.current?.querySelector<HTMLElement>('[data-autofocus], input, button')?.focus()
  }, [shown])

  const { title, View, form = false } = views[shown]
  return (
    <DialogFrame opened={asked !== null} onClose={closeSettings} title={title} width={400} closeOnClickOutside={!form}>
      <div ref={page}>
        <View />
      </div>
    </DialogFrame>
  )
}
