import { audits } from '@shiliu/contract/admin/audits'
import { categories as api } from '@shiliu/contract/admin/categories'
import { act, renderHook, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { adminSession } from '#api/session.ts'
import { fakeServer, renderInApp, signInAdmin } from '#test/render.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import type { Row } from '../define-resource.ts'
import { admins } from '../resources/admins.ts'
import { categories } from '../resources/categories.ts'
import { createFormStore } from './form-store.ts'
import { RecordDialog } from './RecordDialog.tsx'
import { useRecordForm } from './use-record-form.ts'

/** Categories whose title need not be filled in. */
const resource = {
  ...categories,
  fields: categories.fields.map((field) => (field.name === 'category_title' ? { ...field, required: false } : field)),
}

const row = {
  id: 3,
  name: '校园',
  category_title: 'campus',
  post_count: 0,
  created_at: '2026-01-01T00:00:00.000Z',
  state: 'visible' as const,
  purge_at: null,
  version: 'v1',
}

function Page({ record }: { record: Row | 'new' }) {
  const [edited, setEdited] = useState<Row | 'new' | null>(record)
  return (
    <>
      <RecordDialog resource={resource} record={edited} onClose={() => setEdited(null)} />
      <ConfirmDialog />
    </>
  )
}

const copies = () => Object.keys(localStorage).filter((key) => key.startsWith('copy:'))

/** The audit trail of a record, with one line. */
function auditPage(action: 'update' | 'delete', version: string | null) {
  const after = version === null ? null : { ...row, version }
  const line = { id: 1, admin_id: 2, username: '小王', action, resource: 'categories', record_id: 3, record_name: '' }
  const data = [{ ...line, changed: [], before: null, after, created_at: '2026-01-02T00:00:00.000Z' }]
  const pagination = { page: 1, limit: 1, total: 1, pages: 1 }
  return { data, pagination, total: 1, page: 1, limit: 1, totalPages: 1 }
}

afterEach(() => localStorage.clear())

async function setUp(record: Row | 'new' = row) {
  signInAdmin()
  const server = fakeServer()
  server.reply(api.get, () => ({ data: row }))
  const { user, unmount } = renderInApp(<Page record={record} />)
  await screen.findByRole('form', { name: '分类' })
  const writes = () => server.requests.filter(({ method }) => method !== 'GET')
  return {
    server,
    user,
    writes,
    /** As when the session ends. */
    unmount() {
      adminSession.clear()
      unmount()
    },
  }
}

const name = () => screen.getByRole('textbox', { name: /分类名称/ })
const title = () => screen.getByRole('textbox', { name: /英文标题/ })
const button = (label: string) => screen.getByRole('button', { name: label })
const recordDialog = () => screen.queryByRole('dialog', { name: /分类$/ })

describe('RecordDialog', () => {
  it('reports invalid fields, focuses the first and sends nothing', async () => {
    const { user, writes } = await setUp('new')
    await user.type(title(), 'Campus')
    await user.click(button('创建'))
    expect(name()).toHaveAccessibleDescription('请输入分类名称')
    expect(name()).toBeInvalid()
    expect(name()).toHaveFocus()
    expect(title()).toHaveAccessibleDescription(/只能输入小写英文字母/)
    await user.type(name(), '校园')
    expect(name()).toBeValid()
    expect(title()).toBeInvalid()
    expect(writes()).toEqual([])
  })

  it('sends the required and the changed fields with the version, once for a double click', async () => {
    const { server, user, writes } = await setUp()
    const respond = server.hold(api.update, () => ({}))
    await user.type(name(), '生活')
    await user.dblClick(button('更新'))
    expect(button('更新')).toHaveAttribute('aria-busy', 'true')
    respond()
    expect(await screen.findByText('分类更新成功')).toBeVisible()
    await waitFor(() => expect(recordDialog()).toBeNull())
    expect(writes()).toMatchObject([{ method: 'PUT', path: '/admin/categories/3' }])
    expect(writes()[0]?.body).toEqual({ name: '校园生活', version: 'v1' })
  })

  it('shows a duplicate at its field and keeps the form', async () => {
    const { server, user } = await setUp('new')
    server.reply(api.create, () => ({
      status: 409,
      message: '英文标题已存在',
      error: 'record_duplicate',
      field: 'category_title',
    }))
    await user.type(name(), '校园')
    await user.type(title(), 'campus')
    await user.click(button('创建'))
    await waitFor(() => expect(title()).toHaveAccessibleDescription(/英文标题已存在/))
    expect(title()).toBeInvalid()
    expect(title()).toHaveFocus()
    expect(name()).toHaveValue('校园')
    expect(button('创建')).toBeEnabled()
  })

  it('waits as long as the server says and creates one record, with one key', async () => {
    const { server, user, writes } = await setUp('new')
    const answers = [{ status: 429, retryAfter: 1 }, { data: { id: 5 } }]
    server.reply(api.create, () => answers.shift() ?? { status: 500 })
    await user.type(name(), '校园')
    await user.click(button('创建'))
    expect(await screen.findByText('1 秒后自动再试')).toBeVisible()
    expect(await screen.findByText('分类创建成功', undefined, { timeout: 5000 })).toBeVisible()
    const [first, second] = writes().map(({ key }) => key)
    expect([second, writes().length]).toEqual([first, 2])
    expect(first).toMatch(/^[0-9a-f]{32}$/)
  })

  it('gives the form back when the waiting is called off', async () => {
    const { server, user, writes } = await setUp()
    server.reply(api.update, () => ({ status: 503, retryAfter: 30, message: '服务器正在重启，请 30 秒后再试' }))
    await user.type(name(), '生活')
    await user.click(button('更新'))
    await user.click(await screen.findByRole('button', { name: '不等了' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('服务器正在重启，请 30 秒后再试')
    expect(name()).toHaveValue('校园生活')
    expect(writes()).toHaveLength(1)
  })

  describe('a record that was changed meanwhile', () => {
    /** Saves 校园一, while an administrator made it 生活 with another title. */
    async function conflict() {
      const test = await setUp()
      test.server.reply(api.update, () => ({ status: 409, error: 'conflict' }))
      test.server.reply(api.get, () => ({ data: theirs }))
      test.server.reply(audits.list, () => ({ data: auditPage('update', 'v2') }))
      await test.user.type(name(), '一')
      await test.user.click(button('更新'))
      await screen.findByText(/被管理员/)
      return test
    }
    const theirs = { ...row, name: '生活', category_title: 'life', version: 'v2' }

    it('is shown in both versions, with who changed it', async () => {
      await conflict()
      const [panel] = screen.getAllByRole('alert')
      if (!panel) throw new Error('the conflict is shown')
      expect(panel).toHaveTextContent(/^这条记录被管理员 小王 改过（.+），这里的内容还没有保存。/)
      expect(panel).toHaveFocus()
      const lines = within(panel).getAllByRole('row').slice(1)
      expect(lines.map((line) => line.textContent)).toEqual(['分类名称生活校园一', '英文标题life没有改，保留对方的'])
      expect(name()).toHaveValue('校园一')
      expect(button('更新')).toBeDisabled()
    })

    it('keeps mine on top of theirs', async () => {
      const { server, user, writes } = await conflict()
      await user.click(button('保留我的'))
      expect(screen.queryByText(/被管理员/)).toBeNull()
      expect([name(), title()].map((field) => (field as HTMLInputElement).value)).toEqual(['校园一', 'life'])
      server.reply(api.update, () => ({}))
      await user.click(button('更新'))
      expect(await screen.findByText('分类更新成功')).toBeVisible()
      expect(writes().at(-1)?.body).toEqual({ name: '校园一', version: 'v2' })
    })

    it('takes theirs', async () => {
      const { user } = await conflict()
      await user.click(button('用对方的'))
      expect(name()).toHaveValue('生活')
      await user.click(button('取消'))
      await waitFor(() => expect(recordDialog()).toBeNull())
    })

    it('tries again where their version does not come', async () => {
      const { server, user } = await setUp()
      server.reply(api.update, () => ({ status: 409, error: 'conflict' }))
      server.reply(api.get, () => ({ status: 500, message: '服务器内部错误' }))
      await user.type(name(), '一')
      await user.click(button('更新'))
      expect(await screen.findByText(/还没有保存。服务器内部错误/)).toBeVisible()
      server.reply(api.get, () => ({ data: theirs }))
      // Nobody among the administrators.
      server.reply(audits.list, () => ({ data: auditPage('update', 'v1') }))
      await user.click(button('重试'))
      expect(await screen.findByText('这条记录刚被别人改过，这里的内容还没有保存。')).toBeVisible()
      expect(name()).toHaveValue('校园一')
    })
  })

  it('keeps what was typed into a record that was deleted, as a new one', async () => {
    const { server, user, writes } = await setUp()
    server.reply(api.update, () => ({ status: 404, message: '记录不存在', error: 'record_not_found' }))
    server.reply(audits.list, () => ({ data: auditPage('delete', null) }))
    await user.type(name(), '一')
    await user.click(button('更新'))
    expect(await screen.findByText(/被管理员/)).toHaveTextContent(/小王 删除了（.+）。填写的内容还在这里/)
    expect(screen.getByRole('dialog', { name: '新增分类' })).toBeVisible()
    expect([name(), title()].map((field) => (field as HTMLInputElement).value)).toEqual(['校园一', 'campus'])
    server.reply(api.create, () => ({ data: { id: 9 } }))
    await user.click(button('创建'))
    expect(await screen.findByText('分类创建成功')).toBeVisible()
    expect(writes().at(-1)).toMatchObject({ method: 'POST', body: { name: '校园一', category_title: 'campus' } })
  })

  describe('what was typed', () => {
    it('is there again after the session ended', async () => {
      const first = await setUp()
      await first.user.type(name(), '一')
      first.unmount()
      const { user } = await setUp()
      expect(await screen.findByText('这是你上次填写、还没有保存的内容。')).toBeVisible()
      expect(name()).toHaveValue('校园一')
      await user.click(button('换回记录现在的内容'))
      expect(name()).toHaveValue('校园')
      await user.click(button('取消'))
      await waitFor(() => expect(recordDialog()).toBeNull())
    })

    it('is compared where the record was changed in between', async () => {
      const first = await setUp()
      await first.user.type(name(), '一')
      first.unmount()
      signInAdmin()
      const server = fakeServer()
      server.reply(api.get, () => ({ data: { ...row, name: '生活', version: 'v2' } }))
      server.reply(audits.list, () => ({ data: auditPage('update', 'v2') }))
      renderInApp(<Page record={row} />)
      expect(await screen.findByText(/被管理员/)).toBeVisible()
      expect(screen.getByRole('row', { name: '分类名称 生活 校园一' })).toBeVisible()
    })

    it('is forgotten when it was saved or given up, and never holds a password', async () => {
      const { server, user } = await setUp()
      server.reply(api.update, () => ({}))
      await user.type(name(), '一')
      expect(copies()).toHaveLength(1)
      await user.click(button('更新'))
      await waitFor(() => expect(recordDialog()).toBeNull())
      expect(copies()).toEqual([])
      const form = createFormStore(admins, null)
      form.put('username', 'wang')
      form.put('password', 'secret1')
      expect(form.typed()).toEqual({ version: null, values: expect.objectContaining({ username: 'wang' }) })
      expect(JSON.stringify(form.typed())).not.toContain('secret1')
    })
  })

  it('keeps nothing that its text editor reports after it was saved', () => {
    signInAdmin()
    const ignore = () => {}
    const { result } = renderHook(() => useRecordForm({ resource, record: 'new', onMissing: ignore, onGone: ignore }))
    const report = (text: string) => act(() => result.current.form?.put('name', text))
    report('校园')
    expect(copies()).toHaveLength(1)
    act(() => result.current.forget())
    report('校园一')
    expect(copies()).toEqual([])
  })

  it('asks before changes are discarded, and closes an unchanged form at once', async () => {
    const { user } = await setUp()
    await user.type(name(), '一')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: '继续填写' }))
    expect(name()).toHaveValue('校园一')
    await user.type(name(), '{Backspace}')
    await user.click(button('取消'))
    await waitFor(() => expect(recordDialog()).toBeNull())
  })
})
