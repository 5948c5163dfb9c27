import { DEFAULT_SETTINGS, type Settings, type SettingsState } from '@shiliu/contract/admin/settings'
import * as api from '@shiliu/contract/admin/settings-file'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fakeServer, renderInApp, signInAdmin } from '#test/render.tsx'
import { SettingsFile } from './SettingsFile.tsx'

const FILE = { format: api.SETTINGS_FORMAT, settings: { site_name: '紫荆园', mail_domains: [] }, note: '' }
const PREVIEW: api.SettingsPreview = {
  changes: [
    { name: 'site_name', label: '网站名称', before: '小石榴', after: '紫荆园' },
    { name: 'mail_domains', label: '允许的邮箱域名', before: ['a.edu.cn', 'b.edu.cn'], after: [] },
  ],
  unknown: ['of_later'],
}
const IMPORTED: SettingsState = {
  settings: { ...DEFAULT_SETTINGS, site_name: '紫荆园' } satisfies Settings,
  defaults: DEFAULT_SETTINGS,
  changes: [],
  has_invitation: false,
  has_campus: false,
}

function setUp(disabled = false) {
  signInAdmin()
  const server = fakeServer()
  server.reply(api.previewFile, () => ({ data: PREVIEW }))
  const { user } = renderInApp(<SettingsFile disabled={disabled} />)
  const choose = (content: unknown) =>
    user.upload(screen.getByLabelText('设置文件'), new File([JSON.stringify(content)], 'a.json'))
  const imports = () => server.requests.filter(({ path }) => path === '/admin/settings/import').map(({ body }) => body)
  return { server, user, choose, imports }
}

describe('SettingsFile', () => {
  it('shows what a file changes, and changes it only then', async () => {
    const { server, user, choose, imports } = setUp()
    server.reply(api.importFile, () => ({ data: IMPORTED }))
    await choose(FILE)
    const dialog = await screen.findByRole('dialog', { name: '导入设置' })
    expect(dialog).toHaveTextContent('小石榴 → 紫荆园')
    expect(dialog).toHaveTextContent('a.edu.cn、b.edu.cn → 空')
    expect(dialog).toHaveTextContent('不会导入：of_later')
    expect(imports()).toEqual([])
    await user.dblClick(screen.getByRole('button', { name: '导入 2 项' }))
    expect(await screen.findByText('设置已导入')).toBeVisible()
    const { format, settings } = FILE
    const began = { site_name: '小石榴', mail_domains: ['a.edu.cn', 'b.edu.cn'] }
    expect(imports()).toEqual([{ format, settings, began }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('refuses what is no file of settings, and says why the server refuses one', async () => {
    const { server, choose } = setUp()
    await choose([1])
    expect(await screen.findByText('不能导入: 这不是导出的设置文件')).toBeVisible()
    expect(server.requests).toEqual([])
    server.reply(api.previewFile, () => ({ status: 400, message: '「端口」要在 1 到 65535 之间' }))
    await choose(FILE)
    expect(await screen.findByText('不能导入: 「端口」要在 1 到 65535 之间')).toBeVisible()
    server.reply(api.previewFile, () => ({ data: { changes: [], unknown: [] } }))
    await choose(FILE)
    expect(await screen.findByText('和现在的设置一样，没有要改的')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('says in the dialog why it was not imported, and no more of it at the next file', async () => {
    const { server, user, choose } = setUp()
    server.reply(api.importFile, () => ({ status: 409, error: 'conflict', message: '设置刚被别人改过' }))
    await choose(FILE)
    await user.click(await screen.findByRole('button', { name: '导入 2 项' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('设置刚被别人改过')
    await user.click(screen.getByRole('button', { name: '取消' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await choose(FILE)
    expect(await screen.findByRole('button', { name: '导入 2 项' })).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('takes no file over what is typed, and says what to do first', async () => {
    const { user } = setUp(true)
    const button = screen.getByRole('button', { name: '导入设置' })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    expect(button).toHaveAccessibleDescription('先保存或放弃下面的改动，再导入')
    await user.click(button)
    expect(screen.getByRole('button', { name: '导出设置' })).not.toHaveAttribute('aria-disabled')
  })
})
