/** Cached search results are invalidated by every write that changes them. */
import * as posts from '@shiliu/contract/posts'
import { search } from '@shiliu/contract/search'
import * as users from '@shiliu/contract/users'
import { describe, expect, it } from 'vitest'
import { deleteUserAccount } from '#modules/account/deletion.service.ts'
import { like } from '#modules/likes/likes.service.ts'
import { writeViews } from '#modules/posts/views.service.ts'
import { makeCategory, makeUser } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'

async function setUp() {
  const test = await createTestApp()
  const author = await makeUser(test.ctx, { nickname: '石榴籽' })
  const reader = await makeUser(test.ctx, { nickname: '读者' })
  const category_id = (await makeCategory(test.ctx)).id
  /** Results of a guest and a user; requested twice, so that the second response comes from the cache. */
  const find = async (query: object) => {
    const answers = []
    for (const token of [undefined, reader.token, undefined, reader.token]) {
      const { data, tagStats, pagination } = await test.ok(search, { query, ...(token && { token }) })
      answers.push({
        ids: data?.map(({ id }) => id),
        tags: tagStats?.map(({ label }) => label),
        total: pagination?.total,
      })
    }
    for (const answer of answers) expect(answer).toEqual(answers[0])
    return answers[0]
  }
  const publish = async (fields: object) => {
    const body = { title: '标题', content: '正文', category_id, ...fields }
    return (await test.ok(posts.create, { body, token: author.token })).id
  }
  const update = (id: number, fields: object) => {
    const body = { title: '标题', content: '正文', category_id, ...fields }
    return test.ok(posts.update, { params: { id: String(id) }, body, token: author.token })
  }
  const remove = (id: number) => test.ok(posts.remove, { params: { id: String(id) }, token: author.token })
  return { test, author, reader, find, publish, update, remove }
}

const found = (...ids: number[]) => expect.objectContaining({ ids, total: ids.length })

describe('a note is found as it is now', () => {
  it.each([
    ['title', { title: '期末复习' }],
    ['text', { content: '我们的期末考' }],
    ['tags', { tags: ['期末'] }],
  ])('by its %s: published, changed and deleted', async (_, fields) => {
    const { find, publish, update, remove } = await setUp()
    expect(await find({ keyword: '期末' })).toEqual(found())
    const id = await publish(fields)
    expect(await find({ keyword: '期末' })).toEqual(found(id))
    await update(id, { tags: [] })
    expect(await find({ keyword: '期末' })).toEqual(found())
    await update(id, fields)
    expect(await find({ keyword: '期末' })).toEqual(found(id))
    await remove(id)
    expect(await find({ keyword: '期末' })).toEqual(found())
  })

  it('when a draft is published and taken back', async () => {
    const { find, publish, update } = await setUp()
    const draft = { title: '秘密', tags: ['树洞'], is_draft: true }
    const id = await publish(draft)
    const queries = [{ keyword: '秘密' }, { tag: '树洞' }, { keyword: '秘密', tag: '树洞' }]
    for (const query of queries) expect(await find(query)).toEqual(found())
    await update(id, { ...draft, is_draft: false })
    for (const query of queries) expect(await find(query)).toEqual(found(id))
    await update(id, draft)
    for (const query of queries) expect(await find(query)).toEqual(found())
  })

  it('with the tags to narrow by', async () => {
    const { find, publish, update } = await setUp()
    const id = await publish({ title: '社团招新', tags: ['音乐'] })
    expect(await find({ keyword: '社团' })).toEqual({ ids: [id], tags: ['音乐'], total: 1 })
    await update(id, { title: '社团招新', tags: ['篮球'] })
    expect(await find({ keyword: '社团' })).toEqual({ ids: [id], tags: ['篮球'], total: 1 })
    expect(await find({ tag: '音乐' })).toEqual(found())
    expect(await find({ keyword: '社团', tag: '篮球' })).toEqual(found(id))
  })

  it('under its author’s new nickname, and under the old one no longer', async () => {
    const { test, author, find, publish } = await setUp()
    const ids = [await publish({ title: '第一篇' }), await publish({ title: '第二篇' })]
    expect(await find({ keyword: '石榴' })).toEqual(found(...ids))
    expect(await find({ keyword: '橙子 二篇' })).toEqual(found())
    const params = { id: author.user_id }
    await test.ok(users.update, { params, body: { nickname: '橙子' }, token: author.token })
    expect(await find({ keyword: '石榴' })).toEqual(found())
    expect(await find({ keyword: '橙子' })).toEqual(found(...ids))
    expect(await find({ keyword: '橙子 二篇' })).toEqual(found(ids[1] ?? 0))
  })

  it('until its author is deleted', async () => {
    const { test, author, find, publish } = await setUp()
    const ids = [await publish({ title: '告别' }), await publish({ title: '告别' })]
    expect(await find({ keyword: '告别' })).toEqual(found(...ids))
    await deleteUserAccount(test.ctx, author.id)
    expect(await find({ keyword: '告别' })).toEqual(found())
  })

  it('while others are found from memory', async () => {
    const { test, reader, find, publish } = await setUp()
    const id = await publish({ title: '无关' })
    await find({ keyword: '无关' })
    test.countStatementsUncached()
    const asked = async () => {
      await test.ok(search, { query: { keyword: '无关' }, token: reader.token })
      return test.countStatements()
    }
    const remembered = await asked()
    await publish({ title: '别的' })
    test.countStatementsUncached()
    expect(await asked()).toBe(remembered)
    expect(await find({ keyword: '无关' })).toEqual(found(id))
  })
})

it('shows new heat after a minute at the latest', async () => {
  const { test, reader, find, publish } = await setUp()
  const ids = [await publish({ title: '热度' }), await publish({ title: '热度' })]
  // The second of the author's day ranks behind the first.
  expect(await find({ keyword: '热度' })).toEqual(found(...ids))
  for (let i = 0; i < 2; i++) {
    const fan = i === 0 ? reader : await makeUser(test.ctx)
    await like(test.ctx, fan.id, { target_type: 1, target_id: ids[1] ?? 0 })
  }
  await writeViews(test.ctx)
  test.clock.advance(60_000)
  expect(await find({ keyword: '热度' })).toEqual(found(...ids.toReversed()))
})

it('finds users as they are now', async () => {
  const { test, author, reader } = await setUp()
  const find = async (keyword: string) => {
    const ask = () => test.ok(users.search, { query: { keyword }, token: reader.token })
    await ask()
    return (await ask()).users.map(({ id }) => id)
  }
  expect(await find('石榴')).toEqual([author.id])
  const other = await makeUser(test.ctx, { nickname: '石榴树' })
  expect(await find('石榴')).toEqual([author.id, other.id])
  const params = { id: other.user_id }
  await test.ok(users.update, { params, body: { nickname: '橙子' }, token: other.token })
  expect(await find('石榴')).toEqual([author.id])
  expect(await find('橙子')).toEqual([other.id])
  await deleteUserAccount(test.ctx, other.id)
  expect(await find('橙子')).toEqual([])
})
