/** What the settings offer to accounts that sign in by a school only. */
import * as campus from '@shiliu/contract/campus'
import * as emails from '@shiliu/contract/emails'
import type { OutputOf } from '@shiliu/contract/endpoint'
import { screen, waitFor } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { fakeServer, renderInApp, signIn } from '#test/render.tsx'
import { Campus } from './Campus.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { Email } from './Email.tsx'
import { Account } from './SettingsViews.tsx'
import { settingsView } from './settings-view.ts'

const LINKS: OutputOf<typeof campus.links> = {
  has_password: true,
  local_passwords: true,
  links: [],
  providers: [{ id: 1, name: '江南大学' }],
}

const VIEWS = { account: Account, campus: Campus, email: Email, deletion: DeleteAccount }

function Settings() {
  const view = settingsView.use()
  const View = VIEWS[view as keyof typeof VIEWS]
  return <View />
}

async function setUp(links: Partial<typeof LINKS>) {
  signIn()
  settingsView.set('account')
  onTestFinished(() => settingsView.set(null))
  const server = fakeServer()
  server.reply(campus.links, () => ({ data: { ...LINKS, ...links } }))
  const { user } = renderInApp(<Settings />)
  await screen.findByRole('button', { name: /校园账号/ })
  return { server, user }
}

const NO_EMAIL: emails.OwnEmail = { enabled: true, email: null, verified_at: null, pending: null, domains: [] }

it('change no password where the site takes none', async () => {
  const { user } = await setUp({ local_passwords: false })
  expect(screen.queryByRole('button', { name: /密码/ })).toBeNull()
  expect(screen.getByRole('button', { name: /邮箱/ })).toHaveTextContent('新设备登录时提醒')
  await user.click(screen.getByRole('button', { name: /注销账号/ }))
  await user.type(screen.getByLabelText(/输入你的小石榴号/), 'me')
  expect(screen.queryByLabelText('密码')).toBeNull()
  expect(screen.getByRole('button', { name: '注销账号' })).toBeEnabled()
})

it.each([
  ['asked for where the account has one', {}, true],
  ['not asked for where it has none', { has_password: false }, false],
  ['not asked for where the site takes none', { local_passwords: false }, false],
])('link a school account with the password, %s', async (_, links, asks) => {
  const { server, user } = await setUp(links)
  server.reply(campus.start, () => ({ status: 400, message: '当前密码错误', field: 'password' }))
  await user.click(screen.getByRole('button', { name: /校园账号/ }))
  await user.click(await screen.findByRole('button', { name: '连接江南大学' }))
  const sent = () => server.requests.filter(({ path }) => path === '/auth/campus/1/start').map(({ body }) => body)
  if (!asks) return waitFor(() => expect(sent()).toEqual([{ link: true }]))
  const password = screen.getByLabelText('密码')
  expect(password).toHaveFocus()
  await user.type(password, 'wrong1{Enter}')
  await waitFor(() => expect(password).toHaveAccessibleDescription('当前密码错误'))
  expect(sent()).toEqual([{ link: true, password: 'wrong1' }])
  await user.click(screen.getByRole('button', { name: '返回' }))
  expect(screen.getByRole('button', { name: '连接江南大学' })).toBeVisible()
})

it('bind an address of an account without password by the code alone', async () => {
  const { server, user } = await setUp({ has_password: false })
  expect(screen.getByRole('button', { name: /设置密码/ })).toBeVisible()
  server.reply(emails.get, () => ({ data: NO_EMAIL }))
  server.reply(emails.begin, () => ({ data: { ...NO_EMAIL, pending: 'a@example.com' } }))
  await user.click(screen.getByRole('button', { name: /邮箱/ }))
  await user.type(await screen.findByLabelText('邮箱'), 'a@example.com')
  expect(screen.queryByLabelText('密码')).toBeNull()
  await user.click(screen.getByRole('button', { name: '发送验证码' }))
  expect(await screen.findByLabelText('验证码')).toBeVisible()
  const sent = server.requests.find(({ method, path }) => method === 'POST' && path === '/auth/email')
  expect(sent?.body).toEqual({ email: 'a@example.com' })
})
