import { categories as api } from '@shiliu/contract/admin/categories'
import type { AdminRole } from '@shiliu/contract/admin/roles'
import { screen, waitFor } from '@testing-library/react'
import { useLocation } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, renderInApp, signInAdmin } from '#test/render.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { categories } from '../resources/categories.ts'
import { TablePage } from './TablePage.tsx'

const row = (id: number) => ({
  id,
  name: `分类${id}`,
  category_title: 'title',
  post_count: 0,
  created_at: '2026-01-01T00:00:00.000Z',
  state: 'visible' as const,
  purge_at: null,
  version: 'v1',
})

function Address() {
  return <output data-testid="address">{useLocation().search}</output>
}

/** A wide screen with two pages of two categories each. */
async function setUp(path = '/', role: AdminRole = 'owner') {
  signInAdmin(role)
  const server = fakeServer()
  server.reply(api.list, ({ query }) => {
    const page = Number(query.page)
    const data = [row(page * 2 - 1), row(page * 2)]
    const pagination = { page, limit: 20, total: 4, pages: 2 }
    return { data: { data, pagination, total: 4, page, limit: 20, totalPages: 2 } }
  })
  const { user } = renderInApp(
    <>
      <TablePage resource={categories} />
      <ConfirmDialog />
      <Address />
    </>,
    { path },
  )
  await screen.findAllByRole('button', { name: / 查看分类/ })
  const lists = () => server.requests.filter(({ method }) => method === 'GET').map(({ query }) => query)
  return { server, user, lists }
}

const button = (name: string) => screen.getByRole('button', { name })
const address = () => screen.getByTestId('address').textContent
const checkbox = (name: string) => screen.getByRole('checkbox', { name })

describe('TablePage', () => {
  beforeEach(() => {
    vi.spyOn(globalThis, 'matchMedia').mockImplementation((query) => ({
      addEventListener() {},
      removeEventListener() {},
      addListener() {},
      removeListener() {},
      dispatchEvent: () => false,
      onchange: null,
      media: query,
      matches: query.startsWith('(min-width'),
    }))
  })

  it('requests the page, filter and order of its address', async () => {
    const { lists } = await setUp('/?page=2&name=校&sortField=post_count&sortOrder=desc')
    expect(lists().at(-1)).toEqual({
      page: '2',
      limit: '20',
      name: '校',
      sortField: 'post_count',
      sortOrder: 'desc',
    })
    expect(screen.getByRole('textbox', { name: '分类名称' })).toHaveValue('校')
    expect(button('按笔记数降序')).toHaveAttribute('aria-pressed', 'true')
    expect(screen.getByRole('columnheader', { name: '笔记数' })).toHaveAttribute('aria-sort', 'descending')
  })

  it('puts a submitted filter into the address and returns to the first page', async () => {
    const { user, lists } = await setUp('/?page=2')
    await user.type(screen.getByRole('textbox', { name: '分类名称' }), 'a')
    expect(address()).toBe('?page=2')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('?name=a'))
    await waitFor(() => expect(lists().at(-1)).toEqual({ page: '1', limit: '20', name: 'a' }))
    await user.click(button('清空'))
    await waitFor(() => expect(address()).toBe(''))
    expect(screen.getByRole('textbox', { name: '分类名称' })).toHaveValue('')
  })

  it('sorts by a column and returns to the default order', async () => {
    const { user, lists } = await setUp('/?page=2')
    await user.click(button('按ID升序'))
    expect(address()).toBe('?sortField=id&sortOrder=asc')
    await waitFor(() => expect(lists().at(-1)).toMatchObject({ page: '1', sortField: 'id', sortOrder: 'asc' }))
    await user.click(button('按ID升序'))
    expect(address()).toBe('')
  })

  it('keeps the selection from page to page until a filter is applied', async () => {
    const { user } = await setUp()
    await user.click(button('批量删除'))
    await user.click(checkbox('选择本页全部'))
    expect(button('确认删除 (2)')).toBeVisible()
    await user.click(button('第 2 页'))
    await user.click(await screen.findByRole('checkbox', { name: '3 选择分类「分类3」' }))
    expect(checkbox('选择本页全部')).toBePartiallyChecked()
    expect(button('确认删除 (3)')).toBeVisible()
    await user.type(screen.getByRole('textbox', { name: '分类名称' }), 'a{Enter}')
    expect(button('确认删除 (0)')).toBeVisible()
  })

  it('deletes the selected rows after a confirmation', async () => {
    const { server, user } = await setUp()
    server.reply(api.impact, () => ({ data: [] }))
    server.reply(api.removeMany, () => ({ data: { deletedCount: 1, missing: [2] } }))
    await user.click(button('批量删除'))
    await user.click(button('确认删除 (0)'))
    expect(screen.getByText('请选择要删除的项目')).toBeVisible()
    await user.click(checkbox('选择本页全部'))
    await user.click(button('确认删除 (2)'))
    await user.click(await screen.findByRole('button', { name: '删除 2 项' }))
    expect(await screen.findByText('已删除 1 项，另有 1 项之前就不在了')).toBeVisible()
    const deletions = server.requests.filter(({ method }) => method === 'DELETE')
    expect(deletions.map(({ body }) => body)).toEqual([{ ids: [1, 2] }])
    expect(button('批量删除')).toBeVisible()
  })

  it('deletes nothing that something else depends on', async () => {
    const { server, user } = await setUp()
    server.reply(api.impact, () => ({ data: [{ noun: '笔记', count: 3, fate: 'blocks' as const }] }))
    await user.click(button('删除分类「分类1」'))
    const dialog = await screen.findByRole('dialog', { name: '暂时不能删除' })
    expect(dialog).toHaveTextContent('分类「分类1」还有笔记 3，先处理它们才能删除。')
    await user.click(button('知道了'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.requests.some(({ method }) => method === 'DELETE')).toBe(false)
  })

  it('shows a failure with a retry', async () => {
    const { server, user } = await setUp()
    server.reply(api.list, () => ({ status: 500, message: '服务器内部错误' }))
    await user.click(button('刷新'))
    expect(await screen.findByRole('alert')).toHaveTextContent('服务器内部错误，下面是之前的内容')
    expect(button('1 查看分类「分类1」')).toBeVisible()
    server.requests.length = 0
    await user.click(button('重新加载'))
    await waitFor(() => expect(server.requests).toHaveLength(1))
  })

  it.each<[AdminRole, string[]]>([
    ['administrator', ['导出 CSV', '批量删除', '新增分类', '编辑分类「分类1」', '删除分类「分类1」']],
    ['editor', ['批量删除', '新增分类', '编辑分类「分类1」', '删除分类「分类1」']],
    ['viewer', []],
  ])('offers %s only what the role may do', async (role, offered) => {
    await setUp('/', role)
    const all = ['导出 CSV', '批量删除', '新增分类', '编辑分类「分类1」', '删除分类「分类1」']
    expect(all.filter((name) => screen.queryByRole('button', { name }))).toEqual(offered)
  })
})
