import * as categories from '@shiliu/contract/categories'
import type { QueryIn } from '@shiliu/contract/endpoint'
import { describe, expect, it } from 'vitest'
import { createPost } from '#modules/posts/post-mutations.service.ts'
import { tx } from '#platform/db/tx.ts'
import { emptyTrash, makeAdmin, makeUser } from '#test/factories.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { addToPostCount, countPublished, requireCategory, trashCategories } from './categories.service.ts'

const study = { name: '学习', category_title: 'study' }
const campus = { name: '校园', category_title: 'campus' }

async function withAdmin() {
  const test = await createTestApp()
  const { token } = await makeAdmin(test.ctx)
  const create = async (body: categories.CategoryInput) => (await test.ok(categories.create, { body, token })).id
  return { test, token, create }
}

async function publish(test: TestApp, category_id: number, is_draft = false) {
  const author = await makeUser(test.ctx)
  return createPost(test.ctx, author.id, { title: '标题', content: '正文', category_id, is_draft })
}

describe('categories', () => {
  it('are listed in order of creation and invalidated for guests after a change', async () => {
    const { test, token, create } = await withAdmin()
    expect(await test.ok(categories.list)).toEqual([])
    const id = await create(study)
    await create(campus)
    const list = await test.ok(categories.list)
    expect(list.map((category) => category.category_title)).toEqual(['study', 'campus'])
    expect(list[0]).toEqual({ id, ...study, post_count: 0, created_at: expect.stringMatching(/Z$/) })
    await test.ok(categories.update, { params: { id: String(id) }, body: { ...study, name: '学习交流' }, token })
    expect((await test.ok(categories.list))[0]?.name).toBe('学习交流')
    expect(await test.ok(categories.get, { params: { id: String(id) } })).toMatchObject({ name: '学习交流' })
    await test.ok(categories.remove, { params: { id: String(id) }, token })
    expect(await test.ok(categories.list)).toHaveLength(1)
  })

  it('are filtered by substring and sorted on request', async () => {
    const { test, create } = await withAdmin()
    const named = { '100%好': 'percent', a_b: 'under', ABC: 'upper', 好看: 'look' }
    for (const [name, category_title] of Object.entries(named)) await create({ name, category_title })
    await publish(test, (await test.ok(categories.list))[1]?.id ?? 0)
    const names = async (query: QueryIn<typeof categories.list>, token?: string) =>
      (await test.ok(categories.list, { query, ...(token && { token }) })).map((category) => category.name)
    expect(await names({ name: '', category_title: ' ', sortField: '' })).toEqual(Object.keys(named))
    expect(await names({ name: '好' })).toEqual(['100%好', '好看'])
    expect(await names({ name: '好', category_title: 'LOOK' })).toEqual(['好看'])
    for (const [name, found] of [
      ['%', '100%好'],
      ['_', 'a_b'],
      ['abc', 'ABC'],
    ]) {
      expect(await names({ name })).toEqual([found])
    }
    expect(await names({ name: '没有' })).toEqual([])
    expect(await names({ sortField: 'name', sortOrder: 'asc' })).toEqual(['100%好', 'ABC', 'a_b', '好看'])
    expect(await names({ sortField: 'name', name: '好' })).toEqual(['好看', '100%好'])
    expect(await names({ sortField: 'post_count' })).toEqual(['a_b', '好看', 'ABC', '100%好'])
    expect(await names({ sortField: 'post_count', order: 'ASC' })).toEqual(['100%好', 'ABC', '好看', 'a_b'])
    expect(await names({ sortField: 'created_at', sortOrder: 'asc' })).toEqual(Object.keys(named))
    for (const sortField of ['name_key', 'constructor']) {
      expect(await names({ sortField, sortOrder: 'desc' })).toEqual(Object.keys(named))
    }
    const user = await makeUser(test.ctx)
    expect(await names({ name: '好看' }, user.token)).toEqual(['好看'])
  })

  it.each([
    [{ name: '学习', category_title: 'other' }, 'category_name_taken', 'name'],
    [{ name: ' 学习 ', category_title: 'other' }, 'category_name_taken', 'name'],
    [{ name: '别的', category_title: 'study' }, 'category_title_taken', 'category_title'],
    [{ name: 'categories_name_key_key', category_title: 'study' }, 'category_title_taken', 'category_title'],
  ])('reject duplicates: %j', async (body, error, field) => {
    const { test, token, create } = await withAdmin()
    await create(study)
    const other = await create(campus)
    expect(await test.call(categories.create, { body, token })).toMatchObject({ status: 400, error, field })
    const params = { id: String(other) }
    expect(await test.call(categories.update, { params, body, token })).toMatchObject({ status: 400, error, field })
    expect(await test.ok(categories.get, { params })).toMatchObject(campus)
  })

  it.each([
    [{ name: '', category_title: 'ok' }, 'name', '请输入分类名称'],
    [{ name: '一', category_title: '' }, 'category_title', '请输入英文标题'],
    [{ name: '一', category_title: 'Study' }, 'category_title', '只能输入小写英文字母'],
    [{ name: '一'.repeat(51), category_title: 'ok' }, 'name', '分类名称不能超过50个字'],
    [{ name: '一', category_title: 'a'.repeat(51) }, 'category_title', '英文标题不能超过50个字母'],
    [{ name: '一', category_title: 'recommend' }, 'category_title', '这个英文标题不能使用，请换一个'],
  ])('report the invalid field of %j', async (body, field, message) => {
    const { test, token } = await withAdmin()
    expect(await test.call(categories.create, { body, token })).toMatchObject({ status: 400, field, message })
  })

  it('are written by administrators only', async () => {
    const { test } = await withAdmin()
    const user = await makeUser(test.ctx)
    expect(await test.call(categories.create, { body: study })).toMatchObject({ status: 401 })
    expect(await test.call(categories.create, { body: study, token: user.token })).toMatchObject({ status: 403 })
  })

  it('answer 404 where they do not exist', async () => {
    const { test, token } = await withAdmin()
    for (const id of ['999', 'abc', '1x']) {
      const params = { id }
      expect(await test.call(categories.get, { params })).toMatchObject({ status: 404 })
      expect(await test.call(categories.update, { params, body: study, token })).toMatchObject({ status: 404 })
      expect(await test.call(categories.remove, { params, token })).toMatchObject({ status: 404 })
    }
    await expect(requireCategory(test.ctx, 999)).rejects.toMatchObject({ code: 'category_not_found', status: 400 })
  })

  it('cannot be deleted with published posts; a draft loses its category', async () => {
    const { test, token, create } = await withAdmin()
    const [used, drafted] = [await create(study), await create(campus)]
    await publish(test, used)
    const draft = await publish(test, drafted, true)
    expect(await test.call(categories.remove, { params: { id: String(used) }, token })).toMatchObject({
      status: 400,
      error: 'category_in_use',
      message: expect.stringContaining('学习'),
    })
    await test.ok(categories.remove, { params: { id: String(drafted) }, token })
    await emptyTrash(test)
    const row = await test.ctx.db
      .selectFrom('posts')
      .select('category_id')
      .where('id', '=', draft)
      .executeTakeFirstOrThrow()
    expect(row.category_id).toBeNull()
    expect(await countPublished(test.ctx)).toBe(1)
  })

  it('are not deleted while a post is being published in them', async () => {
    const { test, create } = await withAdmin()
    const ids = await Promise.all(
      Array.from({ length: 12 }, (_, i) => create({ name: `分类${i}`, category_title: 'x'.repeat(i + 1) })),
    )
    await Promise.all(
      ids.flatMap((id) => [
        publish(test, id).catch((error) => expect(error).toMatchObject({ code: 'category_not_found' })),
        tx(test.ctx, (t) => trashCategories(t, [id])).catch((error) =>
          expect(error).toMatchObject({ code: 'category_in_use' }),
        ),
      ]),
    )
    const posts = await test.ctx.db.selectFrom('posts').select('category_id').execute()
    const kept = await test.ok(categories.list)
    expect(posts.map((post) => post.category_id).toSorted()).toEqual(kept.map((category) => category.id).toSorted())
    expect(kept.every((category) => category.post_count === 1)).toBe(true)
  })

  it('reject counting posts of a deleted category', async () => {
    const { test } = await withAdmin()
    await expect(tx(test.ctx, (t) => addToPostCount(t, 999, 1))).rejects.toMatchObject({ code: 'category_not_found' })
  })
})
