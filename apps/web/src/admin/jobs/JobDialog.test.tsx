import * as jobs from '@shiliu/contract/admin/jobs'
import * as categories from '@shiliu/contract/categories'
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { fakeServer, renderInApp, signInAdmin } from '#test/render.tsx'
import { type JobChoice, JobDialog } from './JobDialog.tsx'

const job: jobs.Job = {
  id: 7,
  title: '隐藏 101 篇笔记',
  resource: 'posts',
  action: 'hide',
  reason: '刷屏',
  filter: {},
  username: 'admin',
  state: 'waiting',
  note: null,
  total: 101,
  done: 0,
  changed: 0,
  skipped: 0,
  failed: 0,
  undo_id: null,
  undone: false,
  created_at: '2026-09-01T00:00:00.000Z',
  started_at: null,
  ended_at: null,
}

async function setUp(choice: Partial<JobChoice> = {}) {
  signInAdmin('moderator')
  const server = fakeServer()
  server.reply(jobs.create, () => ({ data: job }))
  server.reply(jobs.list, () => ({ data: { data: [], pagination: { page: 1, limit: 20, total: 0, pages: 0 } } }))
  server.reply(categories.list, () => ({ data: [] }))
  const onStarted = vi.fn()
  const chosen: JobChoice = {
    resource: 'posts',
    action: 'hide',
    total: 101,
    rows: { filter: { title: '广告' } },
    ...choice,
  }
  const { user } = renderInApp(<JobDialog choice={chosen} onClose={() => {}} onStarted={onStarted} />)
  const dialog = await screen.findByRole('dialog')
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  const sent = () => server.requests.filter(({ method }) => method === 'POST').map(({ body }) => body)
  return { user, dialog, press, sent, onStarted }
}

it('sends the filter with the number that was typed', async () => {
  const { user, press, sent, onStarted } = await setUp()
  await user.click(screen.getByRole('radio', { name: '重复发布' }))
  await press('隐藏')
  expect(screen.getByRole('alert')).toHaveTextContent('请输入 101')
  await user.type(screen.getByLabelText(/请输入这个数字/), '100')
  await press('隐藏')
  expect(sent()).toEqual([])
  await user.clear(screen.getByLabelText(/请输入这个数字/))
  await user.type(screen.getByLabelText(/请输入这个数字/), '101')
  await press('隐藏')
  await vi.waitFor(() => expect(onStarted).toHaveBeenCalledOnce())
  const body = { resource: 'posts', action: 'hide', filter: { title: '广告' }, total: 101, reason: '重复发布' }
  expect(sent()).toEqual([body])
})

it('asks for no number of a hundred rows, nor for a reason where none is told', async () => {
  const { user, press, sent } = await setUp({ action: 'untag', total: 100, rows: { ids: [1, 2] } })
  expect(screen.queryByLabelText(/请输入这个数字/)).toBeNull()
  expect(screen.queryByRole('radio')).toBeNull()
  await press('移除标签')
  expect(screen.getByRole('alert')).toHaveTextContent('请填写标签')
  await user.type(screen.getByLabelText('标签'), '春天')
  await press('移除标签')
  await vi.waitFor(() => expect(sent()).toEqual([{ resource: 'posts', action: 'untag', ids: [1, 2], tag: '春天' }]))
})
