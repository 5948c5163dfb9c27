import * as users from '@shiliu/contract/users'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fakeServer, renderInApp, signIn } from '#test/render.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { settingsView } from './settings-view.ts'

const field = (label: string) => screen.getByLabelText(label)

function setUp() {
  signIn()
  settingsView.set('password')
  const server = fakeServer()
  const { user } = renderInApp(<ChangePassword />)
  async function submit(current: string, next: string, again = next) {
    await user.type(field('当前密码'), current)
    await user.type(field('新密码'), next)
    await user.type(field('确认新密码'), again)
    await user.click(screen.getByRole('button', { name: '修改密码' }))
  }
  return { server, user, submit }
}

describe('ChangePassword', () => {
  it('changes the password and closes the settings', async () => {
    const { server, submit } = setUp()
    server.reply(users.changePassword, () => ({}))
    await submit('secret', 'better')
    expect(await screen.findByText('密码修改成功')).toBeVisible()
    expect(settingsView.get()).toBeNull()
    expect(server.requests).toMatchObject([
      { path: '/users/me/password', body: { currentPassword: 'secret', newPassword: 'better' } },
    ])
  })

  it('reports a short password and a mismatch at their fields and sends nothing', async () => {
    const { server, submit } = setUp()
    await submit('secret', '12345', '12346')
    expect(field('新密码')).toHaveAccessibleDescription('新密码至少需要6位')
    expect(field('确认新密码')).toHaveAccessibleDescription('两次输入的新密码不一致')
    expect(field('当前密码')).toBeValid()
    expect(server.requests).toEqual([])
  })

  it('clears a wrong current password, says so at its field and keeps the new one', async () => {
    const { server, submit } = setUp()
    server.reply(users.changePassword, () => ({
      status: 400,
      message: '当前密码错误',
      error: 'password_current_wrong',
    }))
    await submit('wrong1', 'better')
    await waitFor(() => expect(field('当前密码')).toHaveAccessibleDescription('当前密码输入错误，请检查后重新输入'))
    expect(field('当前密码')).toHaveValue('')
    expect(field('当前密码')).toHaveFocus()
    expect(field('新密码')).toHaveValue('better')
    expect(settingsView.get()).toBe('password')
  })

  it('says at the new password that it is easily guessed', async () => {
    const { server, submit } = setUp()
    const message = '这个密码很常见，容易被猜到，请换一个'
    server.reply(users.changePassword, () => ({
      status: 400,
      message,
      error: 'password_common',
      field: 'newPassword',
    }))
    await submit('secret', '123456')
    await waitFor(() => expect(field('新密码')).toHaveAccessibleDescription(message))
  })

  it('says at the new password that it is the current one', async () => {
    const { server, submit } = setUp()
    const message = '新密码不能与当前密码相同'
    server.reply(users.changePassword, () => ({ status: 400, message, error: 'password_unchanged' }))
    await submit('secret', 'secret')
    await waitFor(() => expect(field('新密码')).toHaveAccessibleDescription(message))
    expect(field('当前密码')).toHaveValue('secret')
  })

  it('goes by codes, in whatever words they come', async () => {
    const { server, user, submit } = setUp()
    const answers = [
      { status: 400, message: '和原来的一样', error: 'password_unchanged' },
      { status: 400, message: '原来的不对', error: 'password_current_wrong' },
      { status: 429, message: '当前密码错了太多次，请稍后再试', error: 'too_many_requests' },
    ]
    server.reply(users.changePassword, () => answers.shift() ?? {})
    await submit('secret', 'secret')
    await waitFor(() => expect(field('新密码')).toHaveAccessibleDescription('和原来的一样'))
    await user.type(field('新密码'), '2')
    await user.type(field('确认新密码'), '2')
    await user.click(screen.getByRole('button', { name: '修改密码' }))
    await waitFor(() => expect(field('当前密码')).toHaveAccessibleDescription('当前密码输入错误，请检查后重新输入'))
    await user.type(field('当前密码'), 'secret')
    await user.click(screen.getByRole('button', { name: '修改密码' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('当前密码错了太多次，请稍后再试')
    expect(field('当前密码')).toHaveValue('secret')
  })

  it('sends one request for a double click and shows another failure in the form', async () => {
    const { server, user, submit } = setUp()
    const respond = server.hold(users.changePassword, () => ({ status: 500, message: '服务器内部错误' }))
    await submit('secret', 'better')
    await user.click(screen.getByRole('button', { name: '修改密码' }))
    expect(screen.getByRole('button', { name: '修改密码' })).toHaveAttribute('aria-busy', 'true')
    respond()
    expect(await screen.findByRole('alert')).toHaveTextContent('密码修改失败，请重试')
    expect(server.requests).toHaveLength(1)
  })
})
