/** Appealing: from the button to what was sent, once however often it is pressed, and what is said of it. */
import { appealComment } from '@shiliu/contract/appeals'
import type { Moderation } from '@shiliu/contract/moderation'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer, renderInApp, signIn } from '../../../test/render.tsx'
import { AppealLine } from './AppealLine.tsx'

const HIDDEN: Moderation = { state: 'hidden', reason: '广告', can_appeal: true }
const SENT = { state: 'open', text: '不是广告', answer: null, created_at: '2026-09-01T00:00:00.000Z' } as const

function setUp(moderation: Moderation = HIDDEN) {
  signIn()
  const server = fakeServer()
  return { server, ...renderInApp(<AppealLine target={{ target_type: 2, target_id: 7 }} moderation={moderation} />) }
}

const field = () => screen.getByLabelText('为什么应该恢复')
const send = () => screen.getByRole('button', { name: '提交申诉' })

it('sends one appeal, however often it is pressed', async () => {
  const { server, user } = setUp()
  const respond = server.hold(appealComment, () => ({ data: SENT }))
  await user.click(screen.getByRole('button', { name: '申诉' }))
  expect(await screen.findByRole('dialog', { name: '为这条评论申诉' })).toBeVisible()
  await user.type(field(), '不是广告')
  expect(screen.getByText('4/500')).toBeVisible()
  await user.dblClick(send())
  respond()
  expect(await screen.findByText('申诉已提交，处理好会通知你')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.requests.map(({ body }) => body)).toEqual([{ text: '不是广告' }])
})

it('asks for a reason, and counts one that is too long', async () => {
  const { server, user } = setUp()
  await user.click(screen.getByRole('button', { name: '申诉' }))
  await screen.findByRole('dialog')
  await user.type(field(), '  ')
  await user.click(send())
  expect(screen.getByText('请写下申诉的理由')).toBeVisible()
  await user.click(field())
  await user.paste('长'.repeat(501))
  await user.click(send())
  expect(screen.getByText('申诉的理由不能超过500个字')).toBeVisible()
  expect(server.requests).toEqual([])
})

it('keeps what was written when the server refuses', async () => {
  const { server, user } = setUp()
  server.reply(appealComment, () => ({ status: 409, message: '已经申诉过了，请等待处理' }))
  await user.click(screen.getByRole('button', { name: '申诉' }))
  await screen.findByRole('dialog')
  await user.type(field(), '不是广告')
  await user.click(send())
  expect(await screen.findByText('已经申诉过了，请等待处理')).toHaveAttribute('role', 'alert')
  expect(field()).toHaveValue('不是广告')
})

it.each([
  [{ ...SENT }, '申诉中，处理好会通知你'],
  [{ ...SENT, state: 'refused', answer: '确实是广告' }, '申诉未通过：确实是广告'],
] as const)('says what became of it: %o', (appeal, words) => {
  setUp({ ...HIDDEN, can_appeal: false, appeal })
  expect(screen.getByText(words)).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})
