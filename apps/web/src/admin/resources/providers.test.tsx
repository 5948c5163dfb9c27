import { providers as api } from '@shiliu/contract/admin/providers'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer, renderInApp, signInAdmin } from '#test/render.tsx'
import { RecordDialog } from '../form/RecordDialog.tsx'
import { providers } from './providers.ts'

const row = {
  id: 3,
  name: '校园账号',
  kind: 'cas' as const,
  address: 'https://cas.example.edu.cn',
  client_id: '',
  has_secret: 0 as const,
  scope: '',
  name_attribute: '',
  badge_attribute: '',
  badges: '',
  ends_session: 0 as const,
  is_active: 1 as const,
  accounts: 2,
  return_url: 'https://shiliu.test/campus/3',
  created_at: '2026-01-01T00:00:00.000Z',
  version: 'v1',
}

it('asks at a checkbox before an address is changed that accounts are linked by, and sends the tick', async () => {
  signInAdmin()
  const server = fakeServer()
  server.reply(api.get, () => ({ data: row }))
  const { user } = renderInApp(<RecordDialog resource={providers} record={row} onClose={() => {}} />)
  const message = '2 个账号连接着它；确定要改，请勾选「确认」再保存'
  server.reply(api.update, () => ({ status: 400, error: 'invalid_input', field: 'confirmed', message }))
  await user.type(await screen.findByRole('textbox', { name: /^地址/ }), '/cas')
  await user.click(screen.getByRole('button', { name: '更新' }))
  const tick = screen.getByRole('checkbox', { name: '确认' })
  await expect.poll(() => tick).toHaveAccessibleDescription(expect.stringContaining(message))
  server.reply(api.update, () => ({}))
  await user.click(tick)
  await user.click(screen.getByRole('button', { name: '更新' }))
  expect(await screen.findByText('校园登录更新成功')).toBeVisible()
  const sent = server.requests.filter(({ method }) => method === 'PUT').at(-1)?.body
  expect(sent).toMatchObject({ address: 'https://cas.example.edu.cn/cas', confirmed: true, version: 'v1' })
})
