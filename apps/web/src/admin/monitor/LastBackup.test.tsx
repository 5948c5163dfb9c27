import type { dashboard } from '@shiliu/contract/admin/monitor'
import type { OutputOf } from '@shiliu/contract/endpoint'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderInApp, signInAdmin } from '#test/render.tsx'
import { LastBackup } from './LastBackup.tsx'

type Backup = OutputOf<typeof dashboard>['backup']

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

function textFor(state: Partial<Backup>) {
  const made = { last_at: null, is_ahead: false, bytes: null }
  const none: Backup = { schedule: 'folder', ...made, running_since: null, problem: null }
  renderInApp(<LastBackup {...none} {...state} />)
  return screen.getByRole('region', { name: '备份' }).textContent
}

it('says that there is none, and leads whoever may to where it is turned on', () => {
  signInAdmin('administrator')
  expect(textFor({ schedule: 'off' })).toBe('备份还没有备份自动备份没有打开，在「网站设置」里打开')
  expect(screen.getByRole('link')).toHaveAttribute('href', '/admin/settings#backup')
})

it('leads nobody to settings that they may not open', () => {
  signInAdmin('moderator')
  expect(textFor({ schedule: 'off' })).toBe('备份还没有备份自动备份没有打开，请管理员打开')
  expect(screen.queryByRole('link')).toBeNull()
})

it('says how old and large the last one is', () => {
  expect(textFor({ last_at: hoursAgo(3), bytes: 42 * 1024 * 1024 })).toBe('备份3小时前42 MB，已核对')
})

it('says that the time of the last one is in the future, whatever this clock says', () => {
  const text = textFor({ last_at: hoursAgo(3), is_ahead: true, bytes: 1024 })
  expect(text).toMatch(/^备份\d{4}.*1 KB，已核对最近一份的时间在将来：那时服务器的时钟不对，看不出它有多旧$/)
})

it('says since when one is being made, beside the last', () => {
  const text = textFor({ last_at: hoursAgo(24), bytes: 1024, running_since: hoursAgo(0.1) })
  expect(text).toMatch(/^备份1天前1 KB，已核对正在备份，6分钟前开始$/)
})

it('says why the last one of the timer failed', () => {
  const text = textFor({ problem: '磁盘放不下备份：/backups' })
  expect(text).toBe('备份还没有备份最近一次自动备份没有做成：磁盘放不下备份：/backups')
})
