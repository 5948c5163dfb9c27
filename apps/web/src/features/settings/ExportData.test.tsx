import * as api from '@shiliu/contract/data-export'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fakeServer, renderInApp, signIn } from '#test/render.tsx'
import { ExportData } from './ExportData.tsx'

const time = '2026-09-01T04:00:00.000Z'
const none: api.DataExportState = { export: null, next_at: null }
const made = (state: 'waiting' | 'ready' | 'failed', next_at: string | null): api.DataExportState => ({
  export: {
    state,
    created_at: time,
    ready_at: state === 'ready' ? time : null,
    expires_at: state === 'waiting' ? null : time,
    bytes: 3.5 * 1024 ** 3,
    problem: state === 'failed' ? '服务器的磁盘快满了' : null,
    retry_at: null,
  },
  next_at,
})

function setUp(state: api.DataExportState) {
  signIn()
  const server = fakeServer()
  server.reply(api.get, () => ({ data: state }))
  return { server, ...renderInApp(<ExportData />) }
}

describe('ExportData', () => {
  it('asks for a file once, and then waits for it', async () => {
    const { server, user } = setUp(none)
    const respond = server.hold(api.request, () => ({ data: made('waiting', time) }))
    const button = await screen.findByRole('button', { name: '开始打包' })
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
    await user.dblClick(button)
    respond()
    expect(await screen.findByText(/已经排上队/)).toBeVisible()
    expect(button).toHaveAttribute('aria-disabled', 'true')
    expect(button).toHaveFocus()
    await user.click(button)
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  it('lets the browser fetch the file by a link of its own', async () => {
    const { server, user } = setUp(made('ready', time))
    server.reply(api.link, () => ({ data: { url: '/api/auth/export/file?ticket=t', expires_at: time } }))
    const opened: string[] = []
    const { click } = HTMLAnchorElement.prototype
    HTMLAnchorElement.prototype.click = function () {
      opened.push(this.getAttribute('href') ?? '')
    }
    onTestFinished(() => {
      HTMLAnchorElement.prototype.click = click
    })
    await user.click(await screen.findByRole('button', { name: '下载' }))
    await waitFor(() => expect(opened).toEqual(['/api/auth/export/file?ticket=t']))
    expect(screen.getByText(/3\.5 GB/)).toBeVisible()
    expect(screen.queryByRole('button', { name: '重新打包一份' })).toBeNull()
  })

  it('says why it failed, and lets it be tried again', async () => {
    setUp(made('failed', null))
    expect(await screen.findByText('没有打包成功：服务器的磁盘快满了。')).toBeVisible()
    expect(screen.getByRole('button', { name: '再试一次' })).not.toHaveAttribute('aria-disabled')
  })

  it('says when it is tried again by itself', async () => {
    const state = made('waiting', time)
    if (state.export) Object.assign(state.export, { problem: '图片存储没有回应', retry_at: time })
    setUp(state)
    expect(await screen.findByText(/^图片存储没有回应，2026.* 自动再试。/)).toBeVisible()
    expect(screen.getByRole('button', { name: '开始打包' })).toHaveAttribute('aria-disabled', 'true')
  })
})
