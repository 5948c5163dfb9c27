import * as auth from '@shiliu/contract/auth'
import * as campus from '@shiliu/contract/campus'
import { screen, waitFor } from '@testing-library/react'
import { Route, Routes, useLocation } from 'react-router'
import { describe, expect, it, onTestFinished } from 'vitest'
import { userSession } from '#api/session.ts'
import { deviceTokens, rememberDevice } from '#api/sign-in.ts'
import { sessionItems } from '#api/storage.ts'
import { signedIn } from '#test/data.ts'
import { fakeServer, renderInApp, signIn } from '#test/render.tsx'
import { CampusPage } from './CampusPage.tsx'

const nothing = { signed_in: null, registration: null, linked: false, ends_session: false }
const registration = {
  code: 'once',
  user_id: 'zhangsan',
  nickname: '张三',
  badge: '学生',
  invitation: false,
  closed: false,
}

function Address() {
  const { pathname, search } = useLocation()
  return <p data-testid="address">{pathname + search}</p>
}

function setUp(path = '/campus/3?code=x&state=y') {
  onTestFinished(() => userSession.clear())
  const server = fakeServer()
  server.reply(campus.list, () => ({ data: { providers: [], local_passwords: true } }))
  const render = () =>
    renderInApp(
      <>
        <Routes>
          <Route path="/campus/:id" element={<CampusPage />} />
          <Route path="*" element={null} />
        </Routes>
        <Address />
      </>,
      { path },
    )
  const finishes = () => server.requests.filter(({ path }) => path === '/auth/campus/3/finish')
  return { server, render, finishes }
}

describe('CampusPage', () => {
  it('completes the sign-in once, starts the session and goes on where it was begun', async () => {
    const { server, render, finishes } = setUp()
    rememberDevice('user', 'ann', 'of ann')
    rememberDevice('admin', 'ann', 'of an administrator')
    onTestFinished(() => localStorage.clear())
    sessionItems.write('campusReturn', '/search_result/all?keyword=a')
    server.reply(campus.finish, () => ({ data: { ...nothing, signed_in: signedIn } }))
    render()
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/search_result/all?keyword=a'))
    expect(userSession.get()?.info.user_id).toBe('me')
    expect(finishes().map(({ body }) => body)).toEqual([{ query: 'code=x&state=y', device_tokens: ['of ann'] }])
    expect(deviceTokens('user')).toEqual(['of ann', signedIn.device_token])
  })

  it('goes nowhere else', async () => {
    const { server, render } = setUp()
    sessionItems.write('campusReturn', '//evil.test')
    server.reply(campus.finish, () => ({ data: { ...nothing, signed_in: signedIn } }))
    render()
    await waitFor(() => expect(userSession.get()).not.toBeNull())
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent(/^\/$/))
  })

  it('asks who comes for the first time, with suggestions, and shows what is refused at its field', async () => {
    const { server, render } = setUp()
    server.reply(campus.finish, () => ({ data: { ...nothing, registration } }))
    server.reply(campus.register, () => ({ status: 400, message: '该账号已被注册', field: 'user_id' }))
    const { user } = render()
    expect(await screen.findByText(/主页上会有学校给的认证「学生」/)).toBeVisible()
    const id = screen.getByLabelText('小石榴号')
    expect(id).toHaveValue('zhangsan')
    await user.clear(screen.getByLabelText('昵称'))
    await user.click(screen.getByRole('button', { name: '完成注册' }))
    expect(screen.getByLabelText('昵称')).toHaveAccessibleDescription('请输入昵称')
    await user.type(screen.getByLabelText('昵称'), '小张')
    await user.dblClick(screen.getByRole('button', { name: '完成注册' }))
    await waitFor(() => expect(id).toHaveAccessibleDescription('该账号已被注册'))
    const sent = server.requests.filter(({ path }) => path === '/auth/campus/register')
    expect(sent.map(({ body }) => body)).toEqual([{ code: 'once', user_id: 'zhangsan', nickname: '小张' }])
    server.reply(campus.register, () => ({ data: signedIn }))
    await user.type(id, '1')
    await user.click(screen.getByRole('button', { name: '完成注册' }))
    await waitFor(() => expect(userSession.get()).not.toBeNull())
  })

  it('offers only linking where nobody may register', async () => {
    const { server, render } = setUp()
    server.reply(campus.finish, () => ({ data: { ...nothing, registration: { ...registration, closed: true } } }))
    render()
    expect(await screen.findByText(/本站现在不开放注册/)).toBeVisible()
    expect(screen.getByRole('button', { name: '连接已有的账号' })).toBeVisible()
    expect(screen.queryByRole('button', { name: '完成注册' })).toBeNull()
  })

  it('links to the account of who is signed in once its password was typed', async () => {
    const { server, render } = setUp()
    server.reply(campus.finish, () => ({ data: { ...nothing, registration } }))
    const links = { has_password: true, local_passwords: true, links: [], providers: [] }
    server.reply(campus.links, () => ({ data: links }))
    server.reply(campus.link, () => ({ status: 400, message: '当前密码错误', field: 'password' }))
    signIn()
    const { user } = render()
    const password = await screen.findByLabelText('密码')
    expect(screen.getByRole('heading', { name: '连接校园账号' })).toBeVisible()
    expect(screen.queryByRole('button', { name: '完成注册' })).toBeNull()
    const send = screen.getByRole('button', { name: '连接' })
    expect(send).toBeDisabled()
    await user.type(password, 'wrong1{Enter}')
    await waitFor(() => expect(password).toHaveAccessibleDescription('当前密码错误'))
    expect(password).toHaveFocus()
    const respond = server.hold(campus.link, () => ({}))
    await user.clear(password)
    await user.type(password, 'secret1')
    await user.dblClick(send)
    respond()
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent(/^\/$/))
    const sent = () => server.requests.filter(({ path }) => path === '/auth/campus/link').map(({ body }) => body)
    expect(sent()).toEqual([
      { code: 'once', password: 'wrong1' },
      { code: 'once', password: 'secret1' },
    ])
  })

  it('links to an account without a password only when asked: somebody else may have signed in in another tab', async () => {
    const { server, render } = setUp()
    server.reply(campus.finish, () => ({ data: { ...nothing, registration } }))
    const links = { has_password: false, local_passwords: true, links: [], providers: [] }
    server.reply(campus.links, () => ({ data: links }))
    const { user } = render()
    expect(await screen.findByRole('button', { name: '连接已有的账号' })).toBeVisible()
    signIn()
    const link = await screen.findByRole('button', { name: '连接到小石榴号 me' })
    await waitFor(() => expect(link).toBeEnabled())
    const sent = () => server.requests.filter(({ path }) => path === '/auth/campus/link').map(({ body }) => body)
    expect(sent()).toEqual([])
    const respond = server.hold(campus.link, () => ({}))
    await user.dblClick(link)
    respond()
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent(/^\/$/))
    expect(sent()).toEqual([{ code: 'once' }])
  })

  it('gives a deleted account back once to who asks for it, and says why where it cannot', async () => {
    const { server, render } = setUp()
    const message = '账号已注销，2026-09-08 12:00 之后彻底清除'
    server.reply(campus.finish, () => ({ status: 400, message, error: 'account_deleted', ticket: 't' }))
    server.reply(auth.restore, () => ({ status: 403, message: '网站正在维护' }))
    const { user } = render()
    expect(await screen.findByText(message)).toBeVisible()
    expect(screen.getByRole('button', { name: '不取回' })).toHaveFocus()
    const take = screen.getByRole('button', { name: '取回账号' })
    await user.click(take)
    expect(await screen.findByRole('alert')).toHaveTextContent('网站正在维护')
    const respond = server.hold(auth.restore, () => ({ data: signedIn }))
    await user.dblClick(take)
    respond()
    await waitFor(() => expect(userSession.get()?.info.user_id).toBe('me'))
    const sent = server.requests.filter(({ path }) => path === '/auth/restore')
    expect(sent.map(({ body }) => body)).toEqual([{ ticket: 't' }, { ticket: 't' }])
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent(/^\/$/))
  })

  it('says why it failed, and that an address is used up', async () => {
    const { server, render } = setUp()
    server.reply(campus.finish, () => ({ status: 503, message: '校园登录暂时不能用，请 30 秒后再试' }))
    render().unmount()
    render()
    expect(await screen.findByText('校园登录暂时不能用，请 30 秒后再试')).toBeVisible()
    const again = setUp('/campus/3')
    again.render()
    expect(await screen.findByText('这次登录已经结束，请重新开始')).toBeVisible()
    expect(again.finishes()).toEqual([])
  })

  it('leads who is signed in away from an address that is used up', async () => {
    const { render, finishes } = setUp('/campus/3')
    signIn()
    render()
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent(/^\/$/))
    expect(finishes()).toEqual([])
  })

  it.each([
    ['campus_expired', '你已经登录了', '这次校园登录已经结束。要连接校园账号，去「账号与安全」'],
    ['campus_taken', '没有连接成功', '校方的话。连接校园账号在「账号与安全」里'],
  ] as const)('tells who is signed in of %s as it is for them', async (error, heading, hint) => {
    const { server, render } = setUp()
    server.reply(campus.finish, () => ({ status: 400, message: '校方的话', error }))
    signIn()
    render()
    expect(await screen.findByRole('heading', { name: heading })).toBeVisible()
    expect(screen.getByText(hint)).toBeVisible()
    expect(screen.queryByRole('button', { name: '重新开始' })).toBeNull()
  })
})
