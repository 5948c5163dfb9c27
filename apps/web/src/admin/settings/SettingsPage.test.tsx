import * as mail from '@shiliu/contract/admin/mail'
import * as settings from '@shiliu/contract/admin/settings'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fakeServer, renderInApp, signInAdmin } from '#test/render.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { SettingsPage } from './SettingsPage.tsx'

const state = (changed: Partial<settings.Settings> = {}): settings.SettingsState => ({
  settings: { ...settings.DEFAULT_SETTINGS, ...changed },
  defaults: settings.DEFAULT_SETTINGS,
  changes: Object.keys(changed).map((name) => ({ name, username: '站长', updated_at: new Date().toISOString() })),
  has_invitation: false,
  has_campus: false,
})

const MAIL: mail.MailState = {
  enabled: false,
  password: 'set',
  sent: 3,
  waiting: 0,
  failed: 0,
  problem: null,
  tests: [],
}

/** At once: each key draws the whole page. */
const typeInto = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

async function setUp(first = state()) {
  signInAdmin()
  const server = fakeServer()
  server.reply(settings.get, () => ({ data: first }))
  server.reply(mail.get, () => ({ data: MAIL }))
  const { user } = renderInApp(
    <>
      <SettingsPage />
      <ConfirmDialog />
    </>,
  )
  await screen.findByLabelText('网站名称')
  const sent = () => server.requests.filter(({ method }) => method !== 'GET').map(({ body }) => body)
  const setting = (name: string) => within(document.querySelector(`[data-setting="${name}"]`) as HTMLElement)
  return { server, user, sent, setting, save: screen.getByRole('button', { name: '保存' }) }
}

describe('SettingsPage', () => {
  it('shows each setting with its value, its default and who changed it', async () => {
    const { setting, save } = await setUp(state({ site_name: '紫荆园', mail_domains: ['a.edu.cn', 'b.edu.cn'] }))
    expect(document.querySelectorAll('[data-setting]')).toHaveLength(Object.keys(settings.DEFAULT_SETTINGS).length)
    expect(screen.getByLabelText('网站名称')).toHaveValue('紫荆园')
    expect(setting('site_name').getByText('默认：小石榴')).toBeVisible()
    expect(setting('site_name').getByText(/^站长 改于/)).toBeVisible()
    expect(screen.getByLabelText('谁可以注册')).toHaveDisplayValue('任何人')
    const domains = screen.getByLabelText('允许的邮箱域名')
    expect(domains).toHaveValue('a.edu.cn\nb.edu.cn')
    expect(domains).toHaveAccessibleDescription(/每行一个/)
    const security = /^一开始就加密，连上以后加密，不加密/
    expect(screen.getByLabelText('加密')).toHaveAccessibleDescription(security)
    expect(save).toHaveAttribute('aria-disabled', 'true')
  })

  it('leads to a group of settings', async () => {
    const { user } = await setUp()
    await user.click(screen.getByRole('button', { name: '邮件' }))
    expect(screen.getByRole('group', { name: '邮件' })).toHaveFocus()
  })

  it('refuses what fits no setting at its field, and sends only what was changed', async () => {
    const { server, user, sent, save } = await setUp()
    const days = screen.getByLabelText('新账号的天数')
    typeInto(days, '366')
    fireEvent.submit(days)
    expect(days).toHaveAccessibleDescription(/请填写 0 到 365 的整数/)
    await waitFor(() => expect(days).toHaveFocus())
    expect(sent()).toEqual([])
    server.reply(settings.update, () => ({ status: 400, message: '天数不能是 5', field: 'new_account_days' }))
    typeInto(days, '5')
    fireEvent.submit(days)
    await waitFor(() => expect(days).toHaveAccessibleDescription(/天数不能是 5/))
    expect(sent()).toEqual([{ new_account_days: 5, began: { new_account_days: 7 } }])
    server.reply(settings.update, () => ({ data: state({ new_account_days: 6 }) }))
    typeInto(days, '6')
    await user.click(save)
    expect(await screen.findByText('设置已保存')).toBeVisible()
    expect(days).toHaveValue('6')
    await user.click(screen.getByRole('button', { name: '新账号的天数恢复默认' }))
    expect(days).toHaveValue('7')
    expect(days).toHaveFocus()
    await user.click(screen.getByRole('button', { name: '放弃改动' }))
    expect(days).toHaveValue('6')
    expect(save).toHaveFocus()
  })

  it('asks before it forgets the password of the mail server', async () => {
    const { server, user, sent } = await setUp()
    server.reply(mail.setPassword, () => ({ data: { ...MAIL, password: 'none' as const } }))
    const remove = await screen.findByRole('button', { name: '删除保存的密码' })
    await user.click(remove)
    await user.click(await screen.findByRole('button', { name: '取消' }))
    expect(sent()).toEqual([])
    await user.click(remove)
    await user.click(await screen.findByRole('button', { name: '删除' }))
    expect(await screen.findByText('还没有保存密码。')).toBeVisible()
    expect(sent()).toEqual([{ password: '' }])
    await waitFor(() => expect(screen.getByLabelText('发信密码')).toHaveFocus())
  })

  it('keeps no password and sends no test mail while the server above is not saved', async () => {
    const { user, sent } = await setUp()
    typeInto(await screen.findByLabelText('发信密码'), 'secret')
    typeInto(screen.getByLabelText('发信服务器'), 'mail.example.edu.cn')
    typeInto(screen.getByLabelText('测试邮件的收件人'), 'a@example.com')
    expect(screen.getAllByText('先保存上面的改动。')).toHaveLength(2)
    await user.type(screen.getByLabelText('发信密码'), '{Enter}')
    await user.type(screen.getByLabelText('测试邮件的收件人'), '{Enter}')
    expect(sent()).toEqual([])
  })
})
