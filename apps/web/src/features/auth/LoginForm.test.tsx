import * as auth from '@shiliu/contract/auth'
import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { signedIn } from '#test/data.ts'
import { fakeServer, renderInApp } from '#test/render.tsx'
import { LoginForm } from './LoginForm.tsx'

function setUp() {
  const server = fakeServer()
  const onDone = vi.fn()
  const onDeleted = vi.fn()
  return {
    server,
    onDone,
    onDeleted,
    ...renderInApp(<LoginForm account="" done={false} onDone={onDone} onDeleted={onDeleted} onForgotten={() => {}} />),
    account: screen.getByLabelText('小石榴号'),
    password: screen.getByLabelText('密码'),
    submit: screen.getByRole('button', { name: '登录' }),
  }
}

describe('LoginForm', () => {
  it('sends the account without blanks around it and hands on the answer', async () => {
    const { server, onDone, user, account, password } = setUp()
    server.reply(auth.login, () => ({ data: signedIn }))
    await user.type(account, ' me ')
    await user.type(password, 'secret 1{Enter}')
    await vi.waitFor(() => expect(onDone.mock.calls[0]?.[0]).toEqual(signedIn))
    expect(server.requests[0]?.body).toEqual({ user_id: 'me', password: 'secret 1' })
  })

  it('sends one request for a double click and is busy meanwhile', async () => {
    const { server, onDone, user, account, password, submit } = setUp()
    const respond = server.hold(auth.login, () => ({ data: signedIn }))
    await user.type(account, 'me')
    expect(submit).toBeDisabled()
    await user.type(password, 'secret')
    await user.dblClick(submit)
    expect(submit).toHaveAttribute('aria-disabled', 'true')
    expect(submit).toHaveFocus()
    await user.type(password, '{Enter}')
    expect(submit).toHaveAttribute('aria-busy', 'true')
    respond()
    await vi.waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
    expect(server.requests).toHaveLength(1)
  })

  it('reports a blank account at its field until it is edited', async () => {
    const { server, user, account, password, submit } = setUp()
    await user.type(account, ' ')
    await user.type(password, 'secret')
    await user.click(submit)
    expect(account).toBeInvalid()
    expect(account).toHaveAccessibleDescription('请输入小石榴号')
    expect(submit).toBeDisabled()
    await user.type(account, 'me')
    expect(account).toBeValid()
    expect(submit).toBeEnabled()
    expect(server.requests).toEqual([])
  })

  it('hands on what a deleted account is restored with', async () => {
    const { server, onDeleted, user, account, password } = setUp()
    server.reply(auth.login, () => ({ status: 400, message: '账号已注销', error: 'account_deleted', ticket: 't' }))
    await user.type(account, ' me ')
    await user.type(password, 'secret{Enter}')
    await vi.waitFor(() => expect(onDeleted).toHaveBeenCalledWith({ message: '账号已注销', ticket: 't' }, 'me'))
  })

  it('shows why the server refuses and keeps what was typed for another try', async () => {
    const { server, onDone, user, account, password, submit } = setUp()
    server.reply(auth.login, () => ({ status: 400, message: '账号或密码错误', error: 'credentials_wrong' }))
    await user.type(account, 'me')
    await user.type(password, 'wrong1')
    await user.click(submit)
    expect(await screen.findByRole('alert')).toHaveTextContent('账号或密码错误')
    expect(password).toHaveValue('wrong1')
    expect(password).toHaveFocus()
    server.reply(auth.login, () => ({ data: signedIn }))
    await user.click(submit)
    await vi.waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('says what to do where the server has a fault of its own', async () => {
    const { server, user, account, password } = setUp()
    server.reply(auth.login, () => ({ status: 500, message: '服务器内部错误' }))
    await user.type(account, 'me')
    await user.type(password, 'secret{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('登录失败，请稍后重试')
  })

  it('says that an e-mail address is not the account’s name', async () => {
    const { server, user, account, password } = setUp()
    server.reply(auth.login, () => ({ status: 400, message: '账号或密码错误', error: 'credentials_wrong' }))
    await user.type(account, 'me@a.cn')
    await user.type(password, 'secret{Enter}')
    await vi.waitFor(() => expect(account).toHaveAccessibleDescription('请输入小石榴号，不是邮箱'))
    expect(account).toHaveFocus()
  })
})
