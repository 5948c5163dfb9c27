import { audits } from '@shiliu/contract/admin/audits'
import * as api from '@shiliu/contract/admin/tag-merges'
import { tags as office } from '@shiliu/contract/admin/tags'
import * as posts from '@shiliu/contract/posts'
import { search, suggestions } from '@shiliu/contract/search'
import * as tags from '@shiliu/contract/tags'
import { describe, expect, it } from 'vitest'
import { createPost } from '#modules/posts/post-mutations.service.ts'
import { continueMerges } from '#modules/posts/tag-merging.service.ts'
import { counterDrift } from '#test/counters.ts'
import { makeAdmin, makeCategory, makePost, makeUser } from '#test/factories.ts'
import { afterReading, signal } from '#test/interleave.ts'
import { createTestApp } from '#test/test-app.ts'

async function stage() {
  const test = await createTestApp()
  const { token } = await makeAdmin(test.ctx)
  const author = await makeUser(test.ctx)
  const note = async (...names: string[]) => (await makePost(test.ctx, author, { tags: names })).id
  const tagsOf = async (id: number) =>
    (await test.ok(posts.get, { params: { id: String(id) } })).tags.map(({ name }) => name)
  const idOf = async (name: string) => {
    const { data } = await test.ok(office.list, { token, query: { name } })
    return data.find((row) => row.name === name)?.id ?? 0
  }
  const merge = async (from: string, into: string) =>
    test.call(api.merge, { token, params: { id: String(await idOf(from)) }, body: { into } })
  const undo = (id: number) => test.call(api.undoMerge, { token, params: { id: String(id) } })
  const counts = async () =>
    Object.fromEntries((await test.ok(tags.list)).map(({ name, use_count }) => [name, use_count]))
  const found = async (tag: string) => (await test.ok(search, { query: { tag } })).data?.map(({ id }) => id)
  return { test, token, author, note, tagsOf, idOf, merge, undo, counts, found }
}

describe('merging a tag into another', () => {
  it('gives each note one of the two, keeps counters and place, and leads the old name there', async () => {
    const { test, token, note, tagsOf, idOf, merge, counts, found } = await stage()
    const one = await note('校园', '自习室', '夜晚')
    const both = await note('自习室', '图书馆')
    const other = await note('图书馆')
    const params = { id: String(await idOf('自习室')) }
    expect(await test.ok(api.previewMerge, { token, params, body: { into: '图书馆' } })).toMatchObject({
      notes: 2,
      both: 1,
    })
    expect(await merge('自习室', '图书馆')).toMatchObject({ status: 200 })
    expect([await tagsOf(one), await tagsOf(both), await tagsOf(other)]).toEqual([
      ['校园', '图书馆', '夜晚'],
      ['图书馆'],
      ['图书馆'],
    ])
    expect(await counts()).toEqual({ 图书馆: 3, 校园: 1, 夜晚: 1 })
    const later = await note('自习室', '图书馆')
    expect(await tagsOf(later)).toEqual(['图书馆'])
    expect((await found('自习室'))?.toSorted((a, b) => a - b)).toEqual([one, both, other, later])
    expect((await test.ok(suggestions, { query: { keyword: '自习' } })).suggestions).toContain('图书馆')
    expect(await idOf('自习室')).toBe(0)
    const taken = await test.call(office.create, { token, body: { name: '自习室' } })
    expect(taken).toMatchObject({ status: 409, message: '「自习室」是标签「图书馆」的同义词' })
  })

  it('is undone: the notes have the tag again, but for those that were changed since', async () => {
    const { test, token, author, note, tagsOf, merge, undo, counts } = await stage()
    const one = await note('校园', '自习室')
    const both = await note('自习室', '图书馆')
    const changed = await note('自习室')
    const { category_id } = await test.ok(posts.get, { params: { id: String(changed) } })
    const before = await counts()
    const { data } = await merge('自习室', '图书馆')
    await test.ok(posts.update, {
      token: author.token,
      params: { id: String(changed) },
      body: { title: '改过', content: '改过', category_id, tags: ['校园'] },
    })
    const later = await note('自习室')
    expect(await undo(data.merge_id)).toMatchObject({ status: 200 })
    expect([await tagsOf(one), await tagsOf(both), await tagsOf(changed), await tagsOf(later)]).toEqual([
      ['校园', '自习室'],
      ['自习室', '图书馆'],
      ['校园'],
      ['图书馆'],
    ])
    expect(await counts()).toEqual({ ...before, 自习室: 2, 图书馆: 2, 校园: 2 })
    expect(await undo(data.merge_id)).toMatchObject({ status: 409, error: 'already_undone' })
    const { data: lines } = await test.ok(audits.list, { token, query: { resource: 'tags' } })
    expect(lines.map((line) => [line.action, line.record_name])).toEqual([
      ['undo', '自习室'],
      ['update', '自习室 → 图书馆'],
    ])
  })

  it('takes synonyms along, and is undone in the order of the merges', async () => {
    const { test, token, note, tagsOf, idOf, merge, undo } = await stage()
    await note('一', '二', '三')
    const first = await merge('一', '二')
    const second = await merge('二', '三')
    const names = async () =>
      (await test.ok(api.synonyms, { token, params: { id: String(await idOf('三')) } })).synonyms.map(
        ({ name }) => name,
      )
    expect((await names()).toSorted()).toEqual(['一', '二'])
    expect(await tagsOf(await note('一'))).toEqual(['三'])
    expect(await undo(first.data.merge_id)).toMatchObject({ status: 409, message: /请先撤销那一次/ })
    expect(await undo(second.data.merge_id)).toMatchObject({ status: 200 })
    expect(await undo(first.data.merge_id)).toMatchObject({ status: 200 })
    expect(await names()).toEqual([])
    expect(await tagsOf(await note('一'))).toEqual(['一'])
  })

  it('goes on in the background, and drafts and hidden notes are moved, too', async () => {
    const { test, author, note, merge, counts } = await stage()
    for (let i = 0; i < 5; i++) await note('自习室')
    await note('图书馆')
    await makePost(test.ctx, author, { tags: ['自习室'], is_draft: true })
    await Promise.all([merge('自习室', '图书馆'), continueMerges(test.ctx)])
    await continueMerges(test.ctx)
    expect(await counts()).toEqual({ 图书馆: 6 })
    const left = await test.ctx.db.selectFrom('post_tags').select('tag_id').distinct().execute()
    expect(left).toHaveLength(1)
  })
})

it.each([false, true])(
  'a note (draft: %s) that looked its tag up before that was merged gets the other',
  async (is_draft) => {
    const { test, author, note, tagsOf, merge } = await stage()
    await note('自习室', '图书馆')
    const [reached, merged] = [signal(), signal()]
    const isTag = (row: object) => Reflect.get(row, 'name_key') === '自习室'
    const meanwhile = () => {
      reached.resolve()
      // SQLite has one writer: the merge waits for the note.
      return test.ctx.engine === 'sqlite' ? Promise.resolve() : merged.promise
    }
    const { id: category_id } = await makeCategory(test.ctx)
    const fields = { title: '晚自习', content: '几点关门', tags: ['自习室'], category_id, is_draft }
    const saving = createPost(afterReading(test.ctx, isTag, meanwhile), author.id, fields)
    await reached.promise
    const merging = merge('自习室', '图书馆').finally(() => merged.resolve())
    const id = await saving
    expect(await merging).toMatchObject({ status: 200 })
    await continueMerges(test.ctx)
    if (!is_draft) expect(await tagsOf(id)).toEqual(['图书馆'])
    const left = await test.ctx.db
      .selectFrom('post_tags')
      .innerJoin('tags', 'tags.id', 'post_tags.tag_id')
      .select(['tags.name', 'post_tags.post_id'])
      .where('tags.merged_into', 'is not', null)
      .execute()
    expect(left).toEqual([])
    expect(await counterDrift(test.ctx)).toEqual([])
  },
)

it('no note that is saved while its tag is merged stays at that tag', { timeout: 60_000 }, async () => {
  const { test, author, note, merge } = await stage()
  for (let i = 0; i < 12; i++) {
    const [from, into] = [`甲${i}`, `乙${i}`]
    await note(from, into)
    const saved = Array.from({ length: 4 }, (_, n) =>
      makePost(test.ctx, author, { tags: [from], is_draft: n % 2 === 1 }),
    )
    await Promise.all([...saved, merge(from, into)])
  }
  await continueMerges(test.ctx)
  const left = await test.ctx.db
    .selectFrom('post_tags')
    .innerJoin('tags', 'tags.id', 'post_tags.tag_id')
    .select(['tags.name', 'post_tags.post_id'])
    .where('tags.merged_into', 'is not', null)
    .execute()
  expect(left).toEqual([])
  expect(await counterDrift(test.ctx)).toEqual([])
})

it('a keyword that is a synonym finds the notes of the tag, beside what has the word itself', async () => {
  const { test, token, author, note, idOf, merge, undo } = await stage()
  const tagged = await note('图书馆')
  const written = (await makePost(test.ctx, author, { title: '去 library 自习', tags: [] })).id
  const other = await note('食堂')
  const params = { id: String(await idOf('图书馆')) }
  const found = async (keyword: string) =>
    (await test.ok(search, { query: { keyword } })).data?.map(({ id }) => id).toSorted((a, b) => a - b)
  expect(await found('library')).toEqual([written])
  await test.ok(api.addSynonym, { token, params, body: { name: 'Library' } })
  expect(await found('LIBRARY')).toEqual([tagged, written])
  expect(await found('library 自习')).toEqual([written])
  const { data } = await merge('食堂', '图书馆')
  expect(await found('食堂')).toEqual([tagged, other])
  await undo(data.merge_id)
  expect(await found('食堂')).toEqual([other])
  expect(await found('library')).toEqual([tagged, written])
})

it('synonyms are added and removed by editors', async () => {
  const { test, token, note, tagsOf, idOf } = await stage()
  await note('图书馆')
  const params = { id: String(await idOf('图书馆')) }
  const { id } = await test.ok(api.addSynonym, { token, params, body: { name: 'Library' } })
  expect(await tagsOf(await note('ｌｉｂｒａｒｙ'))).toEqual(['图书馆'])
  const again = await test.call(api.addSynonym, { token, params, body: { name: 'library' } })
  expect(again).toMatchObject({ status: 409, message: '已经是同义词了' })
  await test.ok(api.removeSynonym, { token, params: { id: String(id) } })
  expect(await tagsOf(await note('library'))).toEqual(['library'])
  const viewer = await makeAdmin(test.ctx, 'viewer')
  expect(await test.call(api.addSynonym, { token: viewer.token, params, body: { name: '书' } })).toMatchObject({
    status: 403,
  })
})
