import * as auth from '@shiliu/contract/auth'
import * as emails from '@shiliu/contract/emails'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { NO_EMAIL } from '#test/data.ts'
import { fakeServer, renderInApp } from '#test/render.tsx'
import { site } from '#ui/site.ts'
import { ForgotPassword } from './ForgotPassword.tsx'

function setUp(mail = true) {
  const server = fakeServer()
  server.reply(auth.registration, () => ({ data: { mode: 'open' as const, captcha: true, mail, ...NO_EMAIL } }))
  server.reply(auth.captcha, () => ({
    data: { captchaId: 'c1', captchaSvg: '<svg/>' },
  }))
  const [onBack, onDone] = [vi.fn(), vi.fn()]
  const { user } = renderInApp(<ForgotPassword account="ann" onBack={onBack} onDone={onDone} />)
  async function ask() {
    const button = await screen.findByRole('button', { name: '发送验证码' })
    await waitFor(() => expect(button).toBeEnabled())
    await user.click(button)
    await screen.findByAltText('验证码')
    const [first] = screen.getAllByRole('textbox', { name: '验证码' })
    if (first) await user.click(first)
    await user.keyboard('abcd')
    await user.click(screen.getByRole('button', { name: '确定' }))
  }
  const sent = (path: string) => server.requests.filter((request) => request.path === path)
  return { server, user, onBack, onDone, ask, sent }
}

describe('ForgotPassword', () => {
  it('says whom to ask where the site sends no mail', async () => {
    site.set({ ...site.get(), contact: '校团委 301 室' })
    onTestFinished(() => site.set({ ...site.get(), contact: '' }))
    const { onBack } = setUp(false)
    expect(await screen.findByText(/联系本站的管理员（校团委 301 室）/)).toBeVisible()
    fireEvent.click(screen.getByRole('button', { name: '返回登录' }))
    expect(onBack).toHaveBeenCalledOnce()
  })

  it('asks for a code with what was typed, and sets the password by it', async () => {
    const { server, user, onDone, ask, sent } = setUp()
    server.reply(emails.askReset, () => ({}))
    await ask()
    const code = await screen.findByLabelText('验证码')
    expect(sent('/auth/password-reset')).toMatchObject([{ body: { account: 'ann', captchaId: 'c1' } }])
    await waitFor(() => expect(code).toHaveFocus())
    await user.type(code, 'abcd-2345')
    await user.type(screen.getByLabelText('新密码'), 'better1')
    await user.type(screen.getByLabelText('确认新密码'), 'better2')
    await user.click(screen.getByRole('button', { name: '重设密码' }))
    expect(screen.getByLabelText('确认新密码')).toHaveAccessibleDescription('两次输入的新密码不一致')
    await user.clear(screen.getByLabelText('确认新密码'))
    await user.type(screen.getByLabelText('确认新密码'), 'better1')
    server.reply(emails.reset, () => ({ status: 400, message: '验证码不对', error: 'code_wrong', field: 'code' }))
    await user.click(screen.getByRole('button', { name: '重设密码' }))
    await waitFor(() => expect(code).toHaveAccessibleDescription('验证码不对'))
    await user.type(code, '{Backspace}6')
    server.reply(emails.reset, () => ({}))
    await user.click(screen.getByRole('button', { name: '重设密码' }))
    expect(await screen.findByText('密码已重设，请用新密码登录')).toBeVisible()
    expect(onDone).toHaveBeenCalledExactlyOnceWith('ann')
    expect(sent('/auth/password-reset').at(-1)?.body).toEqual({
      account: 'ann',
      code: 'abcd-2346',
      newPassword: 'better1',
    })
  })

  it('shows a refusal in the form and keeps what was typed', async () => {
    const { server, ask } = setUp()
    server.reply(emails.askReset, () => ({ status: 429, message: '操作太频繁，请 60 秒后再试' }))
    await ask()
    expect(await screen.findByText(/操作太频繁/)).toBeVisible()
    expect(screen.getByLabelText('小石榴号或邮箱')).toHaveValue('ann')
  })
})
