import { tags as office } from '@shiliu/contract/admin/tags'
import * as posts from '@shiliu/contract/posts'
import { suggestions } from '@shiliu/contract/search'
import * as tags from '@shiliu/contract/tags'
import { describe, expect, it } from 'vitest'
import type { Ctx } from '#deps.ts'
import { tx } from '#platform/db/tx.ts'
import { makeAdmin, makeCategory, makePost, makeUser } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'
import { addToUseCount, ensureTags } from './tags.service.ts'

const using = (ctx: Ctx, names: string[], delta = 1) =>
  tx(ctx, async (t) => {
    const ids = await ensureTags(t, names)
    await addToUseCount(t, ids, delta)
    return ids
  })

describe('ensureTags', () => {
  it('finds tags by their normalised name, keeps the order and creates what is missing', async () => {
    const test = await createTestApp()
    const [study, food] = await using(test.ctx, ['学习', ' 美食 '])
    const ids = await using(test.ctx, ['美食', '  ', 'Ｖｌｏｇ', 'vlog', 'VLOG', '学习'])
    expect(ids).toEqual([food, expect.any(Number), study])
    const names = (await test.ok(tags.list)).map((tag) => tag.name)
    expect(names.toSorted()).toEqual(['学习', '美食', 'Ｖｌｏｇ'])
  })

  it('takes a constant number of statements', async () => {
    const test = await createTestApp()
    const names = Array.from({ length: 10 }, (_, i) => `标签${i}`)
    await using(test.ctx, names)
    test.countStatements()
    await tx(test.ctx, (t) => ensureTags(t, names.slice(0, 1)))
    const one = test.countStatements()
    await tx(test.ctx, (t) => ensureTags(t, names))
    expect(test.countStatements()).toBe(one)
  })

  it('creates the same new tags for fifty concurrent posts', async () => {
    const test = await createTestApp()
    const names = ['开学', '军训', '社团']
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, i) => using(test.ctx, i % 2 ? names : names.toReversed())),
    )
    expect(new Set(all.flat()).size).toBe(3)
    const list = await test.ok(tags.list)
    expect(list.map((tag) => tag.use_count)).toEqual([50, 50, 50])
  })

  it('takes a name that grows when normalised', async () => {
    const test = await createTestApp()
    const [id] = await using(test.ctx, ['ﷺ'.repeat(8)])
    expect(await using(test.ctx, ['ﷺ'.repeat(8)])).toEqual([id])
  })
})

describe('lists of tags', () => {
  it('list used tags only, most used first', async () => {
    const test = await createTestApp()
    await using(test.ctx, ['少'])
    for (let i = 0; i < 3; i++) await using(test.ctx, ['多'])
    await using(test.ctx, ['无'], 0)
    const all = await test.ok(tags.list)
    expect(all.map((tag) => [tag.name, tag.use_count])).toEqual([
      ['多', 3],
      ['少', 1],
    ])
    expect(all[0]?.created_at).toMatch(/^\d{4}-.*Z$/)
    expect((await test.ok(tags.hot)).map((tag) => tag.name)).toEqual(['多', '少'])
    expect(await test.ok(tags.hot, { query: { limit: 1 } })).toHaveLength(1)
  })

  it('offer the tags of administrators before a post uses them', async () => {
    const test = await createTestApp()
    const { token } = await makeAdmin(test.ctx)
    const listed = async (read: () => Promise<tags.Tag[]>) =>
      (await read()).map(({ name, use_count }) => [name, use_count])
    const all = () => test.ok(tags.list)
    const hot = (limit?: number) => test.ok(tags.hot, { query: { limit } })
    expect(await listed(all)).toEqual([])
    const { id } = await test.ok(office.create, { body: { name: '军训' }, token })
    await test.ok(office.create, { body: { name: '社团招新' }, token })
    expect(await listed(all)).toEqual([
      ['军训', 0],
      ['社团招新', 0],
    ])
    await using(test.ctx, ['社团招新', '图书馆'])
    await using(test.ctx, ['草稿里的'], 0)
    expect(await listed(all)).toEqual([
      ['图书馆', 1],
      ['社团招新', 1],
      ['军训', 0],
    ])
    expect(await listed(hot)).toEqual(await listed(all))
    expect(await listed(() => hot(2))).toEqual([
      ['图书馆', 1],
      ['社团招新', 1],
    ])
    expect((await test.ok(suggestions)).suggestions).toEqual(['图书馆', '社团招新'])
    // An administrator who names a draft's tag offers it.
    const draftTag = (await test.ok(office.list, { query: { name: '草稿里的' }, token })).data[0]?.id
    await test.ok(office.update, { params: { id: String(draftTag) }, body: { name: '迎新' }, token })
    await test.ok(office.remove, { params: { id: String(id) }, token })
    expect((await listed(all)).at(-1)).toEqual(['迎新', 0])
    expect(await test.ok(tags.list)).toHaveLength(3)
  })

  it('exclude tags that only drafts carry', async () => {
    const test = await createTestApp()
    const author = await makeUser(test.ctx)
    const draft = await makePost(test.ctx, author, { is_draft: true, tags: ['秘密'] })
    expect(await test.ok(tags.list)).toEqual([])
    const dropped = await makePost(test.ctx, author, { is_draft: true, tags: ['丢弃'] })
    await test.ok(posts.remove, { params: { id: String(dropped.id) }, token: author.token })
    expect(await test.ok(tags.list)).toEqual([])
    const published = { title: '标题', content: '正文', category_id: (await makeCategory(test.ctx)).id }
    await test.ok(posts.update, { params: { id: String(draft.id) }, body: published, token: author.token })
    expect(await test.ok(tags.list)).toMatchObject([{ name: '秘密', use_count: 1 }])
  })

  it('are invalidated for guests after a change', async () => {
    const test = await createTestApp()
    await using(test.ctx, ['旧'])
    expect(await test.ok(tags.hot)).toHaveLength(1)
    await using(test.ctx, ['新'])
    expect(await test.ok(tags.hot)).toHaveLength(2)
  })

  it.each(['0', '-1', 'x', '1000'])('replace an invalid limit=%s', async (limit) => {
    const test = await createTestApp()
    await using(test.ctx, ['一'])
    expect(await test.ok(tags.hot, { query: { limit } })).toHaveLength(1)
  })
})
