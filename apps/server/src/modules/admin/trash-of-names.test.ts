/** Tags and categories in the trash: gone for everybody, kept with all that belongs to them, and back as they were. */

import { categories as officeCategories } from '@shiliu/contract/admin/categories'
import * as moderation from '@shiliu/contract/admin/moderation'
import { DEFAULT_SETTINGS } from '@shiliu/contract/admin/settings'
import { tags as officeTags } from '@shiliu/contract/admin/tags'
import * as categories from '@shiliu/contract/categories'
import { TARGET } from '@shiliu/contract/limits'
import * as posts from '@shiliu/contract/posts'
import * as search from '@shiliu/contract/search'
import * as tags from '@shiliu/contract/tags'
import { describe, expect, it } from 'vitest'
import { purgeTrash } from '#modules/review/trash.service.ts'
import { DAY_MS } from '#platform/clock.ts'
import { counterDrift } from '#test/counters.ts'
import { makeAdmin, makeCategory, makePost, makeUser } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'

const KEPT_MS = DEFAULT_SETTINGS.trash_days * DAY_MS

const param = (id: number) => ({ params: { id: String(id) } })

async function stage() {
  const test = await createTestApp()
  const { token } = await makeAdmin(test.ctx, 'editor')
  const owner = await makeAdmin(test.ctx)
  const author = await makeUser(test.ctx)
  const idOf = async (name: string) =>
    (await test.ctx.db.selectFrom('tags').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
  const shown = async (id: number) => test.ok(posts.get, { ...param(id), query: {} })
  const offered = async () => (await test.ok(tags.list)).map(({ name, use_count }) => [name, use_count])
  const found = async (keyword: string) =>
    (await test.ok(search.search, { query: { type: 'all', keyword } })).data?.map(({ id }) => id)
  return { test, token, owner, author, idOf, shown, offered, found }
}

describe('a tag in the trash', () => {
  it('is nowhere, and comes back as it was', async () => {
    const { test, token, author, idOf, shown, offered, found } = await stage()
    const { id } = await makePost(test.ctx, author, { title: '考试', tags: ['图书馆', '自习'] })
    const tagId = await idOf('图书馆')
    await test.ok(officeTags.remove, { ...param(tagId), token })
    expect((await shown(id)).tags.map(({ name }) => name)).toEqual(['自习'])
    expect(await offered()).toEqual([['自习', 1]])
    expect((await test.ok(search.suggestions)).suggestions).toEqual(['自习'])
    expect(await found('图书馆')).toEqual([])
    const facets = await test.ok(search.search, { query: { type: 'all', keyword: '考试' } })
    expect(JSON.stringify(facets)).not.toContain('图书馆')
    expect((await test.ok(officeTags.list, { query: {}, token })).total).toBe(1)
    expect(await test.call(officeTags.get, { ...param(tagId), token })).toMatchObject({ status: 404 })
    expect(await test.call(officeTags.remove, { ...param(tagId), token })).toMatchObject({ status: 404 })
    const body = { name: '别名' }
    expect(await test.call(officeTags.update, { ...param(tagId), body, token })).toMatchObject({ status: 404 })
    const trash = await test.ok(officeTags.list, { query: { state: 'deleted' }, token })
    const purge_at = expect.stringMatching(/^2026-10-01T/)
    expect(trash).toMatchObject({ total: 1, data: [{ id: tagId, name: '图书馆', state: 'deleted', purge_at }] })
    expect(await counterDrift(test.ctx)).toEqual([])

    const answer = await test.ok(officeTags.restore, { body: { ids: [tagId, 999_999] }, token })
    expect(answer).toEqual({ restoredCount: 1, missing: [999_999] })
    expect((await shown(id)).tags.map(({ name }) => name)).toEqual(['图书馆', '自习'])
    expect(await offered()).toEqual(expect.arrayContaining([['图书馆', 1]]))
    expect(await found('图书馆')).toEqual([id])
    expect(await counterDrift(test.ctx)).toEqual([])
    const again = await test.call(officeTags.restore, { body: { ids: [tagId] }, token })
    expect(again).toMatchObject({ status: 404, message: expect.stringContaining('不在回收站里') })
  })

  it('stays on a note whose author edits it, who may use the name anew', async () => {
    const { test, token, author, idOf, shown } = await stage()
    const { id } = await makePost(test.ctx, author, { tags: ['图书馆', '自习'] })
    const before = await shown(id)
    const first = await idOf('图书馆')
    await test.ok(officeTags.remove, { ...param(first), token })
    const { title, content, category_id } = before
    const save = (names: string[]) =>
      test.ok(posts.update, { ...param(id), body: { title, content, category_id, tags: names }, token: author.token })
    await save(['自习', '图书馆'])
    expect(await counterDrift(test.ctx)).toEqual([])
    const again = (await shown(id)).tags.find(({ name }) => name === '图书馆')?.id
    expect(again).not.toBe(first)
    const refused = await test.call(officeTags.restore, { body: { ids: [first] }, token })
    expect(refused).toMatchObject({ status: 409, field: 'name', message: expect.stringContaining('「图书馆」') })
    expect((await test.ok(officeTags.list, { query: { state: 'deleted' }, token })).total).toBe(1)
    await test.ok(officeTags.restore, { body: { ids: [first], name: '图书馆二' }, token })
    expect((await shown(id)).tags.map(({ name }) => name)).toEqual(['自习', '图书馆', '图书馆二'])
    expect(await counterDrift(test.ctx)).toEqual([])
  })

  it('is refused together with one of the same name, and leaves nothing half restored', async () => {
    const { test, token, idOf } = await stage()
    const ids: number[] = []
    for (const name of ['军训', '迎新', '军训']) {
      await test.ok(officeTags.create, { body: { name }, token })
      const id = name === '军训' && ids.length > 0 ? Math.max((await idOf('迎新')) + 1) : await idOf(name)
      ids.push(id)
      await test.ok(officeTags.removeMany, { body: { ids: [id] }, token })
    }
    expect(await test.call(officeTags.restore, { body: { ids }, token })).toMatchObject({ status: 409 })
    expect((await test.ok(officeTags.list, { query: { state: 'deleted' }, token })).total).toBe(3)
    await test.ok(officeTags.restore, { body: { ids: ids.slice(0, 2) }, token })
    expect((await test.ok(officeTags.list, { query: {}, token })).total).toBe(2)
  })

  it('is purged after thirty days, or at once by an owner', async () => {
    const { test, token, owner, author, idOf, shown } = await stage()
    const { id } = await makePost(test.ctx, author, { tags: ['图书馆', '自习', '夜跑'] })
    const ids = [await idOf('图书馆'), await idOf('自习')]
    await test.ok(officeTags.removeMany, { body: { ids }, token })
    const purge = (tokenOf: string, which = ids) =>
      test.call(officeTags.purge, { body: { ids: which }, token: tokenOf })
    expect(await purge(token)).toMatchObject({ status: 403 })
    expect(await purge(owner.token, [await idOf('夜跑')])).toMatchObject({ status: 404 })
    expect(await purge(owner.token, ids.slice(0, 1))).toMatchObject({ status: 200, data: { deletedCount: 1 } })
    test.clock.advance(KEPT_MS - 1000)
    await purgeTrash(test.ctx)
    expect((await test.ok(officeTags.list, { query: { state: 'deleted' }, token: owner.token })).total).toBe(1)
    test.clock.advance(2000)
    await purgeTrash(test.ctx)
    expect(await test.ctx.db.selectFrom('trash').selectAll().execute()).toEqual([])
    const left = await test.ctx.db.selectFrom('tags').select('name').execute()
    expect(left).toEqual([{ name: '夜跑' }])
    expect((await shown(id)).tags).toHaveLength(1)
    expect(await counterDrift(test.ctx)).toEqual([])
  })
})

describe('a category in the trash', () => {
  it('frees its names, and comes back with the drafts that were in it', async () => {
    const { test, token, author } = await stage()
    const body = { name: '学习', category_title: 'study' }
    const { id } = await test.ok(officeCategories.create, { body, token })
    const draft = await makePost(test.ctx, author, { category_id: id, is_draft: true })
    const show = () => test.ok(posts.get, { ...param(draft.id), query: {}, token: author.token })
    await test.ok(categories.remove, { ...param(id), token })
    expect(await test.ok(categories.list)).toEqual([])
    expect(await test.call(categories.get, param(id))).toMatchObject({ status: 404 })
    expect(await show()).toMatchObject({ category_id: null, category: null })
    // What the author sees is no category, and saving that changes nothing.
    const unsorted = { title: '改了', content: '正文', category_id: null, is_draft: true }
    await test.ok(posts.update, { ...param(draft.id), body: unsorted, token: author.token })
    const publish = { ...unsorted, is_draft: false }
    const refused = await test.call(posts.update, { ...param(draft.id), body: publish, token: author.token })
    expect(refused).toMatchObject({ status: 400, field: 'category_id' })
    const stale = { ...publish, category_id: id }
    expect(await test.call(posts.create, { body: stale, token: author.token })).toMatchObject({ status: 400 })

    const second = await test.ok(officeCategories.create, { body, token })
    const restore = (names: object = {}) =>
      test.call(officeCategories.restore, { body: { ids: [id], ...names }, token })
    expect(await restore()).toMatchObject({ status: 409, field: 'name', message: expect.stringContaining('「学习」') })
    expect(await restore({ name: '学习二' })).toMatchObject({ status: 409, field: 'category_title' })
    await test.ok(officeCategories.remove, { ...param(second.id), token })
    expect(await restore()).toMatchObject({ status: 200, data: { restoredCount: 1 } })
    expect(await test.ok(categories.list)).toMatchObject([{ id, ...body }])
    expect(await show()).toMatchObject({ title: '改了', category_id: id, category: '学习' })
    const both = { ids: [second.id], name: '学习二', category_title: 'studytwo' }
    await test.ok(officeCategories.restore, { body: both, token })
    expect(await test.ok(categories.list)).toHaveLength(2)
  })

  it('lets a hidden note come back without it, and gives it back', async () => {
    const { test, owner, token, author, shown } = await stage()
    const category = await makeCategory(test.ctx, '社团')
    const { id } = await makePost(test.ctx, author, { category_id: category.id })
    const decide = (action: 'hide' | 'restore') =>
      test.ok(moderation.moderate, {
        body: { target_type: TARGET.post, ids: [id], action, reason: '测试' },
        token: owner.token,
      })
    const channel = async () =>
      (await test.ok(posts.list, { query: { category: String(category.id) } })).posts.map((post) => post.id)
    expect(await test.call(officeCategories.remove, { ...param(category.id), token })).toMatchObject({
      error: 'category_in_use',
    })
    await decide('hide')
    await test.ok(officeCategories.remove, { ...param(category.id), token })
    await decide('restore')
    expect(await shown(id)).toMatchObject({ category_id: null, category: null })
    expect(await channel()).toEqual([])
    expect(await counterDrift(test.ctx)).toEqual([])
    await test.ok(officeCategories.restore, { body: { ids: [category.id] }, token })
    expect(await shown(id)).toMatchObject({ category_id: category.id, category: '社团' })
    expect(await channel()).toEqual([id])
    expect(await counterDrift(test.ctx)).toEqual([])
    await decide('hide')
    await test.ok(officeCategories.remove, { ...param(category.id), token })
    await decide('restore')
    test.clock.advance(KEPT_MS + 1000)
    await purgeTrash(test.ctx)
    expect(await shown(id)).toMatchObject({ category_id: null })
    expect(await counterDrift(test.ctx)).toEqual([])
  })
})
