import { categories as api } from '@shiliu/contract/admin/categories'
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { fakeServer, renderInApp, signInAdmin } from '#test/render.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import type { Row } from '../define-resource.ts'
import { categories } from '../resources/categories.ts'
import { RecordDialog } from './RecordDialog.tsx'

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

async function setUp(record: Row | 'new' = row) {
  signInAdmin()
  const server = fakeServer()
  server.reply(api.get, () => ({ data: row }))
  const { user } = renderInApp(<Page record={record} />)
  await screen.findByRole('form', { name: '分类' })
  const writes = () => server.requests.filter(({ method }) => method !== 'GET')
  return { server, user, writes }
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

  it('offers to load the record again after a conflict and asks before the changes are lost', async () => {
    const { server, user } = await setUp()
    server.reply(api.update, () => ({ status: 409, message: '内容已被其他人修改，请刷新后重试', error: 'conflict' }))
    await user.type(name(), '一')
    await user.click(button('更新'))
    expect(await screen.findByText('这条记录刚被别人改过，这里的内容还没有保存。')).toBeVisible()
    expect(name()).toHaveValue('校园一')
    server.reply(api.get, () => ({ data: { ...row, name: '校园二', version: 'v2' } }))
    await user.click(button('重新载入'))
    const question = await screen.findByRole('dialog', { name: '重新载入？' })
    await user.click(within(question).getByRole('button', { name: '重新载入' }))
    await waitFor(() => expect(name()).toHaveValue('校园二'))
    expect(screen.queryByText(/刚被别人改过/)).toBeNull()
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

  it('closes when the record was deleted meanwhile', async () => {
    const { server, user } = await setUp()
    server.reply(api.update, () => ({ status: 404, message: '记录不存在', error: 'record_not_found' }))
    await user.type(name(), '一')
    await user.click(button('更新'))
    expect(await screen.findByText('操作失败: 记录不存在')).toBeVisible()
    await waitFor(() => expect(recordDialog()).toBeNull())
  })
})
