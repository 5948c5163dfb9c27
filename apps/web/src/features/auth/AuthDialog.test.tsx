import * as auth from '@shiliu/contract/auth'
import * as campus from '@shiliu/contract/campus'
import * as emails from '@shiliu/contract/emails'
import { screen, waitFor } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { authDialog } from '#entities/user/require-login.ts'
import { NO_EMAIL } from '#test/data.ts'
import { fakeServer, renderInApp } from '#test/render.tsx'
import { AuthDialog } from './AuthDialog.tsx'

it.each([
  ['ann', 'ann', '密码'],
  ['ann@example.com', '', '小石榴号'],
])('goes on to sign in after the password of %s was reset', async (typed, account, focused) => {
  authDialog.set('login')
  onTestFinished(() => authDialog.set(null))
  const server = fakeServer()
  server.reply(campus.list, () => ({ data: { providers: [], local_passwords: true } }))
  server.reply(auth.registration, () => ({ data: { mode: 'open' as const, captcha: true, mail: true, ...NO_EMAIL } }))
  server.reply(auth.captcha, () => ({ data: { captchaId: 'c1', captchaSvg: '<svg/>' } }))
  server.reply(emails.askReset, () => ({}))
  server.reply(emails.reset, () => ({}))
  const { user } = renderInApp(<AuthDialog />)
  await user.type(await screen.findByLabelText('小石榴号'), 'another')
  await user.click(screen.getByRole('button', { name: '忘记密码' }))
  const name = await screen.findByLabelText('小石榴号或邮箱')
  await user.clear(name)
  await user.type(name, `${typed}{Enter}`)
  await screen.findByAltText('验证码')
  await user.click(screen.getAllByRole('textbox', { name: '验证码' })[0] as HTMLElement)
  await user.keyboard('abcd{Enter}')
  await user.type(await screen.findByLabelText('验证码'), 'abcd-2345')
  await user.type(screen.getByLabelText('新密码'), 'better1')
  await user.type(screen.getByLabelText('确认新密码'), 'better1{Enter}')
  expect(await screen.findByLabelText('小石榴号')).toHaveValue(account)
  await waitFor(() => expect(screen.getByLabelText(focused)).toHaveFocus())
})
