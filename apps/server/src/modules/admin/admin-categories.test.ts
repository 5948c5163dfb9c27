import { categories } from '@shiliu/contract/admin/categories'
import * as guest from '@shiliu/contract/categories'
import type { QueryIn } from '@shiliu/contract/endpoint'
import { describe, expect, it } from 'vitest'
import { createPost } from '#modules/posts/post-mutations.service.ts'
import { makeAdmin, makeUser } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'

async function stage(...names: [name: string, title: string][]) {
  const test = await createTestApp()
  const { token } = await makeAdmin(test.ctx)
  const ids: number[] = []
  for (const [name, category_title] of names) {
    ids.push((await test.ok(categories.create, { body: { name, category_title }, token })).id)
  }
  const list = (query: QueryIn<typeof categories.list>) => test.ok(categories.list, { query, token })
  const names_ = async (query: QueryIn<typeof categories.list>) => (await list(query)).data.map((row) => row.name)
  return { test, token, ids, list, names: names_ }
}

describe('categories in the back office', () => {
  it('are filtered by substring, in which % and _ are plain characters', async () => {
    const { names } = await stage(
      ['100%好', 'percent'],
      ['a_b', 'under'],
      ['ABC', 'upper'],
      ['好看', 'look'],
      ['!', 'bang'],
    )
    expect(await names({ name: '好' })).toEqual(['好看', '100%好'])
    expect(await names({ name: '%' })).toEqual(['100%好'])
    expect(await names({ name: '_' })).toEqual(['a_b'])
    expect(await names({ name: '!' })).toEqual(['!'])
    expect(await names({ name: 'abc' })).toEqual(['ABC'])
    expect(await names({ name: '\\' })).toEqual([])
    expect(await names({ category_title: 'er', name: '' })).toEqual(['ABC', 'a_b', '100%好'])
    expect(await names({ name: '好', category_title: 'look' })).toEqual(['好看'])
  })

  it('are sorted by sortable columns, newest first otherwise', async () => {
    const { names } = await stage(['b', 'bb'], ['c', 'cc'], ['a', 'aa'])
    expect(await names({})).toEqual(['a', 'c', 'b'])
    expect(await names({ sortField: 'name', sortOrder: 'asc' })).toEqual(['a', 'b', 'c'])
    expect(await names({ sortField: 'name', sortOrder: 'DESC' })).toEqual(['c', 'b', 'a'])
    expect(await names({ sortField: 'created_at', sortOrder: 'asc' })).toEqual(['b', 'c', 'a'])
    expect(await names({ sortField: 'post_count', sortOrder: 'asc' })).toEqual(['b', 'c', 'a'])
    for (const sortField of ['name_key', 'constructor', 'id; drop table categories', '']) {
      expect(await names({ sortField, sortOrder: 'asc' })).toEqual(['a', 'c', 'b'])
    }
  })

  it('are paged with a constant number of statements', async () => {
    const { test, list } = await stage(['a', 'aa'], ['b', 'bb'], ['c', 'cc'])
    test.countStatements()
    const second = await list({ page: 2, limit: 2 })
    expect(second).toMatchObject({ data: [{ name: 'a' }], pagination: { page: 2, limit: 2, total: 3, pages: 2 } })
    const cost = test.countStatements()
    await list({ limit: 100 })
    expect(test.countStatements()).toBe(cost)
    expect((await list({ page: 'x', limit: '0' })).pagination).toMatchObject({ page: 1, limit: 20 })
  })

  it('are read, changed and deleted one by one; a whole row may be sent', async () => {
    const { test, token, ids } = await stage(['学习', 'study'], ['校园', 'campus'])
    const params = { id: String(ids[0]) }
    const row = await test.ok(categories.get, { params, token })
    expect(await test.ok(guest.list)).toHaveLength(2)
    await test.ok(categories.update, { params, body: { ...row, name: '学习交流' }, token })
    expect((await test.ok(guest.list))[0]).toMatchObject({ name: '学习交流', id: row.id, created_at: row.created_at })
    const taken = { ...row, version: undefined, category_title: 'campus' }
    expect(await test.call(categories.update, { params, body: taken, token })).toMatchObject({
      status: 409,
      error: 'record_duplicate',
      message: '英文标题已存在',
      field: 'category_title',
    })
    await test.ok(categories.remove, { params, token })
    for (const endpoint of [categories.get, categories.remove]) {
      expect(await test.call(endpoint, { params, token })).toMatchObject({ status: 404 })
    }
    expect(await test.call(categories.update, { params, body: row, token })).toMatchObject({ status: 404 })
  })

  it('are deleted all or none, where one is in use', async () => {
    const { test, token, ids } = await stage(['学习', 'study'], ['校园', 'campus'], ['生活', 'life'])
    const author = await makeUser(test.ctx)
    const post = { title: '标题', content: '正文', is_draft: false }
    await createPost(test.ctx, author.id, { ...post, category_id: ids[1] ?? null })
    const refused = await test.call(categories.removeMany, { body: { ids }, token })
    expect(refused).toMatchObject({
      status: 400,
      error: 'category_in_use',
      message: '分类「校园」下还有笔记，不能删除',
    })
    expect(await test.ok(guest.list)).toHaveLength(3)
    const body = { ids: [ids[0] ?? 0, String(ids[2]), 999] }
    expect(await test.ok(categories.removeMany, { body, token })).toEqual({ deletedCount: 2, missing: [999] })
    expect(await test.ok(guest.list)).toHaveLength(1)
    for (const wrong of [{}, { ids: [] }, { ids: ['x'] }]) {
      expect(await test.call(categories.removeMany, { body: wrong as never, token })).toMatchObject({ status: 400 })
    }
  })

  it('are for administrators', async () => {
    const { test } = await stage()
    const user = await makeUser(test.ctx)
    for (const endpoint of [categories.list, categories.create, categories.removeMany]) {
      expect(await test.call(endpoint)).toMatchObject({ status: 401 })
      expect(await test.call(endpoint, { token: user.token })).toMatchObject({ status: 403 })
    }
  })
})
