import * as emails from '@shiliu/contract/emails'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fakeServer, renderInApp, signIn } from '#test/render.tsx'
import { Email } from './Email.tsx'
import { settingsView } from './settings-view.ts'

const NONE: emails.OwnEmail = {
  enabled: true,
  email: null,
  verified_at: null,
  pending: null,
  domains: ['example.edu.cn'],
}
const BOUND = { ...NONE, email: 'a@example.edu.cn', verified_at: '2026-09-01T00:00:00.000Z' }

function setUp(own: emails.OwnEmail) {
  signIn()
  settingsView.set('email')
  const server = fakeServer()
  server.reply(emails.get, () => ({ data: own }))
  const { user } = renderInApp(<Email />)
  const sent = () => server.requests.filter(({ method }) => method !== 'GET')
  return { server, user, sent }
}

describe('Email', () => {
  it('binds an address by the password and a code', async () => {
    const { server, user, sent } = setUp(NONE)
    const field = await screen.findByLabelText('邮箱')
    expect(field).toHaveAccessibleDescription(/example\.edu\.cn/)
    await user.type(field, 'wrong')
    await user.type(screen.getByLabelText('密码'), 'secret')
    await user.click(screen.getByRole('button', { name: '发送验证码' }))
    expect(field).toHaveAccessibleDescription(/邮箱地址不正确/)
    expect(sent()).toEqual([])
    await user.clear(field)
    await user.type(field, ' a@example.edu.cn ')
    server.reply(emails.begin, () => ({ data: { ...NONE, pending: 'a@example.edu.cn' } }))
    await user.click(screen.getByRole('button', { name: '发送验证码' }))
    const code = await screen.findByLabelText('验证码')
    await user.type(code, 'abcd2345')
    server.reply(emails.confirm, () => ({ data: BOUND }))
    await user.click(screen.getByRole('button', { name: '绑定' }))
    expect(await screen.findByText(/已绑定 a@example\.edu\.cn/)).toBeVisible()
    expect(sent().map(({ body }) => body)).toEqual([
      { email: 'a@example.edu.cn', password: 'secret' },
      { code: 'abcd2345' },
    ])
  })

  it('says a wrong password and a wrong code at their fields', async () => {
    const { server, user } = setUp({ ...NONE, pending: 'a@example.edu.cn' })
    server.reply(emails.confirm, () => ({ status: 400, message: '验证码不对', error: 'code_wrong', field: 'code' }))
    await user.type(await screen.findByLabelText('验证码'), 'abcd2345')
    await user.click(screen.getByRole('button', { name: '绑定' }))
    await waitFor(() => expect(screen.getByLabelText('验证码')).toHaveAccessibleDescription('验证码不对'))
    await user.click(screen.getByRole('button', { name: /换一个邮箱/ }))
    server.reply(emails.begin, () => ({ status: 400, message: '当前密码错误', field: 'password' }))
    await user.type(screen.getByLabelText('邮箱'), 'b@example.edu.cn')
    await user.type(screen.getByLabelText('密码'), 'wrong1')
    await user.click(screen.getByRole('button', { name: '发送验证码' }))
    await waitFor(() => expect(screen.getByLabelText('密码')).toHaveAccessibleDescription('当前密码错误'))
  })

  it('removes a bound address after the password, also while mail is off', async () => {
    const { server, user, sent } = setUp({ ...BOUND, enabled: false })
    await user.click(await screen.findByRole('button', { name: '解除绑定' }))
    await user.type(screen.getByLabelText('密码'), 'secret')
    server.reply(emails.remove, () => ({ data: { ...NONE, enabled: false } }))
    await user.click(screen.getByRole('button', { name: '解除绑定' }))
    expect(await screen.findByText('本站还不能发邮件，暂时不能绑定邮箱。')).toBeVisible()
    expect(sent()).toMatchObject([{ path: '/auth/email', body: { password: 'secret' } }])
  })
})
