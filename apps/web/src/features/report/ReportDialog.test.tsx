/** Reporting: from the button to what was sent, once however often it is pressed. */
import { create } from '@shiliu/contract/reports'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { userSession } from '#api/session.ts'
import { ReportButton } from '#entities/report/ReportButton.tsx'
import { closeReport, openReport, reportTarget } from '#entities/report/report-dialog.ts'
import { authDialog } from '#entities/user/require-login.ts'
import { fakeServer, renderInApp, signIn, viewer } from '../../../test/render.tsx'
import { ReportDialog } from './ReportDialog.tsx'

function setUp({ ownerId = 9, signedIn = true } = {}) {
  closeReport()
  if (signedIn) signIn()
  const server = fakeServer()
  const page = (
    <>
      <ReportButton kind="comment" id={7} ownerId={ownerId} label="举报 小二 的评论" />
      <ReportDialog />
    </>
  )
  return { server, ...renderInApp(page) }
}

const open = () => screen.getByRole('button', { name: '举报 小二 的评论' })
const send = () => screen.getByRole('button', { name: '举报' })

it('sends one report, however often it is pressed, and thanks', async () => {
  const { server, user } = setUp()
  const respond = server.hold(create, () => ({ data: { id: 1, repeated: false } }))
  await user.click(open())
  expect(await screen.findByRole('dialog', { name: '举报评论' })).toBeVisible()
  expect(send()).toBeDisabled()
  await user.click(screen.getByRole('radio', { name: '辱骂或骚扰' }))
  await user.type(screen.getByLabelText('补充说明（可以不写）'), '一直在骂人')
  expect(screen.getByText('5/500')).toBeVisible()
  await user.dblClick(send())
  await user.keyboard('{Enter}')
  respond()
  expect(await screen.findByText('谢谢你的举报，处理好会通知你')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.requests.map(({ body }) => body)).toEqual([
    { target_type: 2, target_id: 7, reason: 'abuse', text: '一直在骂人' },
  ])
})

it('says so to who reported it before', async () => {
  const { server, user } = setUp()
  server.reply(create, () => ({ data: { id: 1, repeated: true } }))
  await user.click(open())
  await user.click(await screen.findByRole('radio', { name: '其他' }))
  await user.click(send())
  expect(await screen.findByText('你已经举报过了，处理好会通知你')).toBeVisible()
})

it('keeps what was written when the server refuses, and sends it again', async () => {
  const { server, user } = setUp()
  server.reply(create, () => ({ status: 404, message: '评论不存在' }))
  await user.click(open())
  await user.click(await screen.findByRole('radio', { name: '其他' }))
  await user.type(screen.getByLabelText('补充说明（可以不写）'), '说明')
  await user.click(send())
  expect(await screen.findByText('评论不存在')).toHaveAttribute('role', 'alert')
  expect(screen.getByLabelText('补充说明（可以不写）')).toHaveValue('说明')
  server.reply(create, () => ({ data: { id: 1, repeated: false } }))
  await user.click(send())
  expect(await screen.findByText('谢谢你的举报，处理好会通知你')).toBeVisible()
})

it('counts what is too long and does not send it', async () => {
  const { server, user } = setUp()
  await user.click(open())
  await user.click(await screen.findByRole('radio', { name: '其他' }))
  await user.click(screen.getByLabelText('补充说明（可以不写）'))
  await user.paste('长'.repeat(501))
  expect(screen.getByText('说明不能超过500个字')).toBeVisible()
  expect(send()).toBeDisabled()
  expect(server.requests).toEqual([])
})

it('leads who is signed out to signing in', async () => {
  const { user } = setUp({ signedIn: false })
  await user.click(open())
  expect(screen.getByText('请先登录')).toBeVisible()
  expect(authDialog.get()).toBe('login')
  expect(reportTarget.get()).toBeNull()
  authDialog.set(null)
})

it('is filled in by keyboard alone; Esc sends nothing and gives the focus back', async () => {
  const { server, user } = setUp()
  act(() => open().focus())
  await user.keyboard('{Enter}')
  const first = await screen.findByRole('radio', { name: '广告或刷屏' })
  await waitFor(() => expect(first).toHaveFocus())
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('radio', { name: '辱骂或骚扰' })).toBeChecked()
  await user.tab()
  expect(screen.getByLabelText('补充说明（可以不写）')).toHaveFocus()
  await user.keyboard('骂人{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(open()).toHaveFocus())
  expect(server.requests).toEqual([])
})

it('begins anew for another target', async () => {
  const { user } = setUp()
  await user.click(open())
  await user.click(await screen.findByRole('radio', { name: '其他' }))
  await user.type(screen.getByLabelText('补充说明（可以不写）'), '说明')
  await user.click(screen.getByRole('button', { name: '取消' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  act(() => openReport({ kind: 'user', id: 3 }))
  expect(await screen.findByRole('dialog', { name: '举报用户' })).toBeVisible()
  expect(screen.getByRole('radio', { name: '其他' })).not.toBeChecked()
  expect(screen.getByLabelText('补充说明（可以不写）')).toHaveValue('')
})

it('closes when the session ends, and stays closed', async () => {
  const { user } = setUp()
  await user.click(open())
  expect(await screen.findByRole('dialog')).toBeVisible()
  act(() => userSession.clear())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(reportTarget.get()).toBeNull()
})

it('is not offered at what one wrote oneself', () => {
  setUp({ ownerId: viewer.id })
  expect(screen.queryByRole('button')).toBeNull()
})
