import * as auth from '@shiliu/contract/auth'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fakeServer, renderInApp, signIn } from '#test/render.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { Devices } from './Devices.tsx'

const time = new Date().toISOString()
const device = (id: number, user_agent: string, current = false): auth.Device => ({
  id,
  user_agent,
  location: current ? '浙江' : null,
  created_at: time,
  last_activity: time,
  current,
})

function setUp(devices: auth.Device[]) {
  signIn()
  let left = devices
  const server = fakeServer()
  server.reply(auth.listSessions, () => ({ data: left }))
  server.reply(auth.endOtherSessions, () => {
    left = left.filter(({ current }) => current)
    return { data: { ended: 1 } }
  })
  const { user } = renderInApp(
    <>
      <Devices />
      <ConfirmDialog />
    </>,
  )
  return { server, user }
}

describe('Devices', () => {
  it('names each device in words, with place and last use, and ends all others once that is confirmed', async () => {
    const { server, user } = setUp([device(1, 'iPhone Safari', true), device(2, 'Windows NT Firefox')])
    expect(await screen.findByText('iPhone · Safari')).toBeVisible()
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'iPhone · Safari这台设备浙江 · 最近使用 刚刚',
      'Windows · Firefox未知地点 · 最近使用 刚刚退出',
    ])
    await user.click(screen.getByRole('button', { name: '其他全部退出' }))
    expect(await screen.findByText('1 台设备要重新登录，这台设备不受影响')).toBeVisible()
    expect(server.requests.filter(({ method }) => method === 'DELETE')).toEqual([])
    await user.click(screen.getAllByRole('button', { name: '全部退出' }).at(-1) as HTMLElement)
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    expect(screen.queryByRole('button', { name: '其他全部退出' })).toBeNull()
    await waitFor(() => expect(screen.getByRole('button', { name: '返回' })).toHaveFocus())
  })

  it('offers nothing to end where this is the only one', async () => {
    setUp([device(1, 'iPhone Safari', true)])
    expect(await screen.findByText('iPhone · Safari')).toBeVisible()
    expect(screen.queryByRole('button', { name: /退出/ })).toBeNull()
  })

  it('ends one once for a double click', async () => {
    const { server, user } = setUp([device(1, 'iPhone Safari', true), device(2, 'Windows Firefox')])
    server.reply(auth.endSession, () => ({}))
    const button = await screen.findByRole('button', { name: '让Windows · Firefox退出登录' })
    await user.dblClick(button)
    expect(await screen.findByText('已退出登录')).toBeVisible()
    expect(server.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  })

  it('says why one could not be ended', async () => {
    const { server, user } = setUp([device(1, 'iPhone Safari', true), device(2, 'Windows Firefox')])
    server.reply(auth.endSession, () => ({ status: 404, message: '这个设备已经退出登录', error: 'record_not_found' }))
    await user.click(await screen.findByRole('button', { name: '让Windows · Firefox退出登录' }))
    expect(await screen.findByText('这个设备已经退出登录')).toBeVisible()
  })
})
