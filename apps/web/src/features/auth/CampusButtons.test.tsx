import * as auth from '@shiliu/contract/auth'
import * as campus from '@shiliu/contract/campus'
import type { OutputOf } from '@shiliu/contract/endpoint'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, onTestFinished } from 'vitest'
import { authDialog } from '#entities/user/require-login.ts'
import { NO_EMAIL } from '#test/data.ts'
import { fakeServer, renderInApp } from '#test/render.tsx'
import { AuthDialog } from './AuthDialog.tsx'

type Campus = OutputOf<typeof campus.list>

function setUp(
  local_passwords: boolean,
  names = ['江南大学', '校园账号'],
  answer = (server: ReturnType<typeof fakeServer>, data: Campus) => server.reply(campus.list, () => ({ data })),
) {
  authDialog.set('login')
  onTestFinished(() => authDialog.set(null))
  const server = fakeServer()
  const providers = names.map((name, i) => ({ id: i + 1, name }))
  answer(server, { providers, local_passwords })
  server.reply(auth.registration, () => ({
    data: { mode: 'campus' as const, captcha: false, mail: false, ...NO_EMAIL },
  }))
  return { server, ...renderInApp(<AuthDialog />) }
}

describe('the sign-in dialog', () => {
  it('offers the schools below the form, and says why one cannot be reached', async () => {
    const { server, user } = setUp(true)
    const button = await screen.findByRole('button', { name: '用江南大学登录' })
    expect(screen.getByRole('button', { name: '用校园账号登录' })).toBeVisible()
    expect(screen.getByLabelText('密码')).toBeVisible()
    const answer = server.hold(campus.start, () => ({ status: 503, message: '校园登录暂时不能用，请 30 秒后再试' }))
    await user.dblClick(button)
    answer()
    expect(await screen.findByText('校园登录暂时不能用，请 30 秒后再试')).toBeVisible()
    expect(server.requests.filter(({ path }) => path === '/auth/campus/1/start')).toHaveLength(1)
  })

  it('begins once where a second click comes before the button shows that it is busy', async () => {
    const { server } = setUp(true)
    const button = await screen.findByRole('button', { name: '用江南大学登录' })
    const answer = server.hold(campus.start, () => ({ status: 503, message: '校园登录暂时不能用' }))
    act(() => {
      button.click()
      button.click()
    })
    answer()
    expect(await screen.findByText('校园登录暂时不能用')).toBeVisible()
    expect(server.requests.filter(({ path }) => path === '/auth/campus/1/start')).toHaveLength(1)
  })

  it('shows no form before it is known whether passwords are on, and then leads into what there is', async () => {
    let release = () => {}
    setUp(false, ['江南大学'], (server, data) => {
      release = server.hold(campus.list, () => ({ data }))
    })
    expect(await screen.findByText('加载中')).toBeInTheDocument()
    expect(screen.queryByLabelText('密码')).toBeNull()
    expect(screen.queryByRole('button', { name: '去注册' })).toBeNull()
    release()
    await waitFor(() => expect(screen.getByRole('button', { name: '用江南大学登录' })).toHaveFocus())
    expect(screen.queryByLabelText('密码')).toBeNull()
  })

  it('shows the form where the answer does not come, with the focus in it', async () => {
    setUp(true, [], (server) => server.reply(campus.list, () => ({ status: 503, message: '服务暂时不可用' })))
    await waitFor(() => expect(screen.getByLabelText('小石榴号')).toHaveFocus())
  })

  it('has nothing else where passwords are off', async () => {
    setUp(false)
    expect(await screen.findByText('本站用校园账号登录，第一次登录时会建立账号')).toBeVisible()
    expect(screen.queryByLabelText('密码')).toBeNull()
    expect(screen.queryByRole('button', { name: '去注册' })).toBeNull()
  })

  it('follows where passwords were switched off meanwhile', async () => {
    const { server, user } = setUp(true)
    await screen.findByRole('button', { name: '用江南大学登录' })
    const providers = [{ id: 1, name: '江南大学' }]
    server.reply(campus.list, () => ({ data: { providers, local_passwords: false } }))
    server.reply(auth.login, () => ({ status: 400, error: 'local_passwords_off', message: '本站只能用校园账号登录' }))
    await user.type(screen.getByLabelText('小石榴号'), 'me')
    await user.type(screen.getByLabelText('密码'), 'secret{Enter}')
    expect(await screen.findByText('本站用校园账号登录，第一次登录时会建立账号')).toBeVisible()
    expect(screen.queryByRole('button', { name: '忘记密码' })).toBeNull()
  })

  it('says that only a campus account registers', async () => {
    setUp(true)
    await screen.findByRole('button', { name: '用校园账号登录' })
    act(() => authDialog.set('register'))
    expect(await screen.findByText('本站只能用校园账号注册：第一次用它登录时会建立账号')).toBeVisible()
  })

  it('is as before where there are none', async () => {
    setUp(true, [])
    expect(await screen.findByLabelText('密码')).toBeVisible()
    expect(screen.queryByText('或')).toBeNull()
  })
})
