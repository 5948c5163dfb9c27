import * as auth from '@shiliu/contract/auth'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { NO_EMAIL, signedIn } from '#test/data.ts'
import { fakeServer, renderInApp } from '#test/render.tsx'
import { site } from '#ui/site.ts'
import { RegisterForm } from './RegisterForm.tsx'

const field = (label: string) => screen.getByLabelText(label)

function setUp(mode: 'open' | 'invite' | 'closed' = 'open', rules: object = NO_EMAIL) {
  const server = fakeServer()
  let pictures = 0
  server.reply(auth.checkUserId, () => ({ data: { isUnique: true } }))
  server.reply(auth.registration, () => ({ data: { mode, captcha: true, mail: false, ...NO_EMAIL, ...rules } }))
  server.reply(auth.captcha, () => ({ data: { captchaId: `c${++pictures}`, captchaSvg: '<svg/>' } }))
  const onDone = vi.fn()
  const { user } = renderInApp(<RegisterForm done={false} onDone={onDone} />)

  async function fill(values: { id?: string; password?: string; again?: string } = {}) {
    await screen.findByLabelText('小石榴号')
    const set = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
    set('小石榴号', values.id ?? 'me_1')
    set('昵称', '我')
    set('密码', values.password ?? 'secret')
    set('确认密码', values.again ?? values.password ?? 'secret')
    // The focus stays: leaving the id checks it alone.
    fireEvent.click(screen.getByRole('button', { name: '注册' }))
  }

  async function enterCaptcha(text: string) {
    await screen.findByAltText('验证码')
    const [first] = screen.getAllByRole('textbox', { name: '验证码' })
    if (first) await user.click(first)
    await user.keyboard(text)
    await user.click(screen.getByRole('button', { name: '确定' }))
  }

  const registrations = () => server.requests.filter(({ path }) => path === '/auth/register').map(({ body }) => body)
  return { server, user, onDone, fill, enterCaptcha, registrations }
}

describe('RegisterForm', () => {
  it('shows no form until it is known what is asked for, and leads into it', async () => {
    setUp('invite')
    expect(screen.getByText('加载中')).toBeInTheDocument()
    expect(screen.queryByLabelText('小石榴号')).toBeNull()
    expect(await screen.findByLabelText('邀请码')).toBeVisible()
    expect(field('小石榴号')).toHaveFocus()
  })

  it('reports each invalid field and asks for no captcha', async () => {
    const { fill } = setUp()
    await fill({ id: 'a-b', password: '12345', again: '12346' })
    expect(field('小石榴号')).toHaveAccessibleDescription('小石榴号只能包含字母、数字和下划线')
    expect(field('密码')).toHaveAccessibleDescription('密码至少需要6位')
    expect(field('确认密码')).toHaveAccessibleDescription('两次输入的密码不一致')
    expect(field('确认密码')).toBeInvalid()
    expect(field('昵称')).toBeValid()
    expect(field('小石榴号')).toHaveFocus()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('reports a taken id when its field is left', async () => {
    const { server, user } = setUp()
    server.reply(auth.checkUserId, ({ query }) => ({ data: { isUnique: query.user_id !== 'taken' } }))
    await user.type(await screen.findByLabelText('小石榴号'), 'taken')
    await user.tab()
    await waitFor(() => expect(field('小石榴号')).toHaveAccessibleDescription('该账号已被注册'))
    await user.type(field('小石榴号'), '2')
    expect(field('小石榴号')).toBeValid()
  })

  it('registers with the captcha, once for a double click', async () => {
    const { server, user, onDone, fill, enterCaptcha, registrations } = setUp()
    const respond = server.hold(auth.register, () => ({ data: signedIn }))
    await fill()
    await enterCaptcha('aB3d')
    await user.click(screen.getByRole('button', { name: '确定' }))
    respond()
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
    expect(registrations()).toEqual([
      { user_id: 'me_1', nickname: '我', password: 'secret', captchaId: 'c1', captchaText: 'aB3d' },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('sends the invitation code where the site asks for one, and says at its field what is wrong', async () => {
    const { server, user, fill, enterCaptcha, registrations } = setUp('invite')
    const message = '邀请码不正确'
    server.reply(auth.register, () => ({ status: 400, message, error: 'invitation_wrong', field: 'invitation_code' }))
    await user.type(await screen.findByLabelText('邀请码'), 'shiliu')
    await fill()
    await enterCaptcha('aB3d')
    await waitFor(() => expect(field('邀请码')).toHaveAccessibleDescription(message))
    expect(registrations()).toMatchObject([{ invitation_code: 'shiliu' }])
  })

  it('asks for an invitation code when the server turns out to want one', async () => {
    const { server, user, onDone, fill, enterCaptcha, registrations } = setUp()
    const message = '请输入邀请码'
    server.reply(auth.registration, () => ({ status: 503, message: '服务暂时不可用' }))
    server.reply(auth.register, () => ({ status: 400, message, error: 'invitation_wrong', field: 'invitation_code' }))
    await fill()
    await enterCaptcha('aB3d')
    expect(await screen.findByLabelText('邀请码')).toHaveAccessibleDescription(message)
    server.reply(auth.register, () => ({ data: signedIn }))
    await user.type(field('邀请码'), 'shiliu')
    await user.click(screen.getByRole('button', { name: '注册' }))
    await enterCaptcha('bC4e')
    await waitFor(() => expect(onDone).toHaveBeenCalled())
    expect(registrations()).toMatchObject([{}, { invitation_code: 'shiliu' }])
  })

  it('says that registration is closed, and where to find the administrators', async () => {
    site.set({ ...site.get(), contact: '校团委 301 室' })
    onTestFinished(() => site.set({ ...site.get(), contact: '' }))
    setUp('closed')
    expect(await screen.findByText('本站现在不开放注册，需要账号请联系管理员（校团委 301 室）')).toBeVisible()
    expect(screen.queryByRole('button', { name: '注册' })).toBeNull()
  })

  it('asks again with a new picture after a wrong captcha', async () => {
    const { server, onDone, fill, enterCaptcha, registrations } = setUp()
    const wrong = {
      status: 400,
      message: '验证码错误，请重新输入',
      error: 'captcha_wrong',
      field: 'captchaText',
    } as const
    server.reply(auth.register, () => wrong)
    await fill()
    await enterCaptcha('0000')
    expect(await screen.findByRole('alert')).toHaveTextContent('验证码错误，请重新输入')
    await waitFor(() => expect(screen.getAllByRole('textbox', { name: '验证码' })[0]).toHaveValue(''))
    server.reply(auth.register, () => ({ data: signedIn }))
    await waitFor(() => expect(server.requests.filter(({ path }) => path === '/auth/captcha')).toHaveLength(2))
    await enterCaptcha('1111')
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
    expect(registrations()).toMatchObject([{ captchaId: 'c1' }, { captchaId: 'c2', captchaText: '1111' }])
  })

  it('says what helps where the site takes no captcha and this browser computes no proof', async () => {
    const { fill } = setUp('open', { captcha: false })
    await fill()
    expect(await screen.findByRole('alert')).toHaveTextContent('请用 https:// 开头的网址打开本站再试')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('says why there is no picture', async () => {
    const { server, user, fill } = setUp()
    server.reply(auth.captcha, () => ({ status: 429, message: '操作太频繁，请 40 秒后再试' }))
    await fill()
    expect(await screen.findByRole('alert')).toHaveTextContent('操作太频繁，请 40 秒后再试')
    server.reply(auth.captcha, () => ({ data: { captchaId: 'c1', captchaSvg: '<svg/>' } }))
    await user.click(screen.getByRole('button', { name: '换一张验证码' }))
    await screen.findByAltText('验证码')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('shows at its field that the id was taken meanwhile', async () => {
    const { server, fill, enterCaptcha } = setUp()
    const message = '该账号已被注册，小石榴号已存在'
    server.reply(auth.register, () => ({ status: 400, message, error: 'user_id_taken' }))
    await fill()
    await enterCaptcha('aB3d')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(field('小石榴号')).toHaveAccessibleDescription(message)
    expect(field('密码')).toHaveValue('secret')
  })

  it('sends a code to the address where the site asks for one, and registers with it', async () => {
    const { server, user, onDone, fill, enterCaptcha, registrations } = setUp('open', { email: 'required' })
    server.reply(auth.sendRegistrationCode, () => ({ data: { delayed: false } }))
    server.reply(auth.register, () => ({ data: signedIn }))
    await user.type(await screen.findByLabelText('邮箱'), 'me@example.com{Enter}')
    await enterCaptcha('aB3d')
    await waitFor(() => expect(field('邮件验证码')).toHaveFocus())
    expect(screen.getByRole('button', { name: /秒后重发/ })).toHaveAttribute('aria-disabled', 'true')
    await fill()
    expect(registrations()).toEqual([])
    await user.type(field('邮件验证码'), 'abcd-2345')
    await user.click(screen.getByRole('button', { name: '注册' }))
    await enterCaptcha('bC4e')
    await waitFor(() => expect(onDone).toHaveBeenCalled())
    expect(registrations()).toMatchObject([{ email: 'me@example.com', email_code: 'abcd-2345' }])
    const asked = server.requests.filter(({ path }) => path === '/auth/registration-email').map(({ body }) => body)
    expect(asked).toEqual([{ email: 'me@example.com', captchaId: 'c1', captchaText: 'aB3d' }])
  })

  it('registers without an address where it may be left out, and not with one that has no code', async () => {
    const { user, fill, enterCaptcha, server, registrations } = setUp('open', { email: 'optional' })
    server.reply(auth.register, () => ({ data: signedIn }))
    await user.type(await screen.findByLabelText('邮箱'), 'me@example.com')
    await fill()
    expect(field('邮箱')).toHaveAccessibleDescription(/请先获取验证码/)
    await user.clear(field('邮箱'))
    await user.click(screen.getByRole('button', { name: '注册' }))
    await enterCaptcha('aB3d')
    await waitFor(() => expect(registrations()).toHaveLength(1))
    expect(registrations()[0]).not.toHaveProperty('email')
  })

  it('may be left without an address also after a wrong code, where it may be left out', async () => {
    const { user, fill, enterCaptcha, server, registrations } = setUp('open', { email: 'optional' })
    server.reply(auth.sendRegistrationCode, () => ({ data: { delayed: false } }))
    await user.type(await screen.findByLabelText('邮箱'), 'me@example.com{Enter}')
    await enterCaptcha('bC4e')
    await user.type(await screen.findByLabelText('邮件验证码'), 'abcd-2345')
    const wrong = '验证码不对或已经过期，请核对邮件，或重新获取'
    server.reply(auth.register, () => ({ status: 400, message: wrong, error: 'code_wrong', field: 'email_code' }))
    await fill()
    await enterCaptcha('dD5f')
    await waitFor(() => expect(field('邮件验证码')).toHaveAccessibleDescription(new RegExp(wrong)))
    server.reply(auth.register, () => ({ data: signedIn }))
    await user.clear(field('邮箱'))
    await user.click(screen.getByRole('button', { name: '注册' }))
    await enterCaptcha('eE6g')
    await waitFor(() => expect(registrations()).toHaveLength(2))
    expect(registrations()[1]).not.toHaveProperty('email')
  })

  it('shows at the address’s fields what the server says of them, and that mail is away', async () => {
    const { server, user, fill, enterCaptcha } = setUp('open', { email: 'required', mail_delayed: true })
    expect(await screen.findByRole('alert')).toHaveTextContent('本站的邮件现在发不出去')
    const message = '请用这些域名的邮箱：example.edu.cn'
    server.reply(auth.sendRegistrationCode, () => ({ status: 400, message, error: 'email_domain', field: 'email' }))
    await user.type(field('邮箱'), 'me@example.com{Enter}')
    await enterCaptcha('aB3d')
    await waitFor(() => expect(field('邮箱')).toHaveAccessibleDescription(new RegExp(message)))
    server.reply(auth.sendRegistrationCode, () => ({ data: { delayed: true } }))
    await user.type(field('邮箱'), '.cn{Enter}')
    await enterCaptcha('bC4e')
    await user.type(await screen.findByLabelText('邮件验证码'), 'abcd-2345')
    expect(field('邮件验证码')).toHaveAccessibleDescription('恢复以后会发到 me@example.com.cn，30 分钟内有效。')
    const wrong = '验证码不对或已经过期，请核对邮件，或重新获取'
    server.reply(auth.register, () => ({ status: 400, message: wrong, error: 'code_wrong', field: 'email_code' }))
    await fill()
    await enterCaptcha('dD5f')
    await waitFor(() => expect(field('邮件验证码')).toHaveAccessibleDescription(new RegExp(wrong)))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('asks for an address when the server turns out to want one', async () => {
    const { server, fill, enterCaptcha } = setUp()
    const message = '请填写邮箱，并输入邮件里的验证码'
    server.reply(auth.register, () => ({ status: 400, message, error: 'email_required', field: 'email' }))
    await fill()
    await enterCaptcha('aB3d')
    expect(await screen.findByLabelText('邮箱')).toHaveAccessibleDescription(new RegExp(message))
  })
})
