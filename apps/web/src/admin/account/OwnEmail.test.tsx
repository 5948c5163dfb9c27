import * as auth from '@shiliu/contract/admin/auth'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fakeServer, renderInApp, signInAdmin } from '#test/render.tsx'
import { OwnEmail } from './OwnEmail.tsx'

type Own = { email: string | null; pending: string | null }

async function setUp(own: Own) {
  signInAdmin()
  const server = fakeServer()
  server.reply(auth.getEmail, () => ({ data: own }))
  const { user } = renderInApp(<OwnEmail />)
  const address = await screen.findByRole('textbox', { name: '邮箱' })
  const sent = () => server.requests.filter(({ method }) => method !== 'GET').map(({ body }) => body)
  return { server, user, sent, address }
}

describe('OwnEmail', () => {
  it('offers to delete only what there is', async () => {
    await setUp({ email: null, pending: null })
    expect(screen.queryByRole('button', { name: '删除邮箱' })).toBeNull()
    expect(screen.getByRole('button', { name: '发送验证码' })).toHaveAttribute('aria-disabled', 'true')
  })

  it('forgets an address that waits for its code', async () => {
    const { server, user, sent, address } = await setUp({ email: null, pending: 'a@example.com' })
    server.reply(auth.setEmail, () => ({ data: { email: null, pending: null } }))
    await user.clear(address)
    await user.type(screen.getByLabelText('确认当前密码'), 'secret')
    await user.click(screen.getByRole('button', { name: '不绑定了' }))
    await waitFor(() => expect(screen.queryByLabelText('邮件验证码')).toBeNull())
    expect(sent()).toEqual([{ email: '', currentPassword: 'secret' }])
  })

  it('keeps the focus in the section once the code was typed', async () => {
    const { server, user } = await setUp({ email: null, pending: 'a@example.com' })
    server.reply(auth.confirmEmail, () => ({ data: { email: 'a@example.com', pending: null } }))
    await user.type(await screen.findByLabelText('邮件验证码'), 'abcd2345{Enter}')
    await waitFor(() => expect(screen.queryByLabelText('邮件验证码')).toBeNull())
    expect(screen.getByRole('region', { name: '邮箱' })).toHaveFocus()
  })
})
