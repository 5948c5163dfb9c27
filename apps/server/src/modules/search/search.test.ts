import * as posts from '@shiliu/contract/posts'
import { search, searchPosts } from '@shiliu/contract/search'
import * as users from '@shiliu/contract/users'
import { describe, expect, inject, it } from 'vitest'
import { follow } from '#modules/follows/follows.service.ts'
import { like } from '#modules/likes/likes.service.ts'
import { indexUsers } from '#modules/users/users.service.ts'
import { chunks } from '#platform/db/rows.ts'
import { tx } from '#platform/db/tx.ts'
import { keywordPhrases } from '#platform/search/tokens.ts'
import { makePost, makeUser } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'

async function setUp() {
  const test = await createTestApp()
  const author = await makeUser(test.ctx, { nickname: '石榴籽' })
  const make = async (fields: object) => (await makePost(test.ctx, author, fields)).id
  const find = (query: object, token?: string) => test.ok(search, { query, token })
  const idsOf = async (query: object) => (await find(query)).data?.map((post) => post.id)
  return { test, author, make, find, idsOf }
}

describe('searching notes', () => {
  it('answers in the shape of each type', async () => {
    const { test, author, make, find } = await setUp()
    const id = await make({ title: '图书馆占座', tags: ['学习'] })
    const page = { page: 1, limit: 20, total: 1, pages: 1 }
    const tagStats = [{ id: '学习', label: '学习', count: 1 }]
    const all = await find({ keyword: ' 书馆 ' })
    expect(all).toMatchObject({ keyword: '书馆', tag: '', type: 'all', data: [{ id }], tagStats, pagination: page })
    expect(all).not.toHaveProperty('posts')
    const typed = await find({ keyword: '书馆', type: 'posts' })
    expect(typed).toMatchObject({ type: 'posts', posts: { data: [{ id }], tagStats, pagination: page } })
    expect(typed).not.toHaveProperty('data')
    expect(await test.ok(searchPosts, { query: { keyword: '书馆' } })).toEqual(typed)
    const people = await find({ keyword: '榴籽', type: 'users' }, author.token)
    expect(people).toMatchObject({ users: { data: [{ id: author.id, buttonType: 'self' }], pagination: page } })
    expect(await find({ keyword: 'a', type: 'video' })).toEqual({ keyword: 'a', tag: '', type: 'video' })
    const detail = await test.ok(posts.get, { params: { id: String(id) }, query: { skipViewCount: true } })
    expect(all.data).toEqual([detail])
  })

  it('finds nothing where nothing is asked', async () => {
    const { make, find } = await setUp()
    await make({})
    const nothing = {
      data: [],
      tagStats: [],
      pagination: { page: 1, limit: 20, total: 0, pages: 0, next_cursor: null },
    }
    expect(await find({})).toEqual({ keyword: '', tag: '', type: 'all', ...nothing })
    expect(await find({ keyword: ' ', type: 'posts' })).toMatchObject({ posts: nothing })
    expect(await find({ type: 'users' })).toMatchObject({ users: { data: [], pagination: { total: 0 } } })
  })

  it('finds any part of a title, text, tag or author’s name, whatever its width and case', async () => {
    const { author, make, idsOf } = await setUp()
    const id = await make({ title: 'ＶＬＯＧ日常', content: '今天去了<b>图书</b>馆', tags: ['打卡'] })
    await make({ title: '别的' })
    for (const keyword of ['vlog', '日常', '图书馆', '书', '打卡', '石榴籽 vlog']) {
      const found = await idsOf({ keyword })
      expect(found, keyword).toContain(id)
    }
    // A 小石榴号 finds the person, not everything they wrote.
    expect(await idsOf({ keyword: author.user_id })).toEqual([])
    expect(await idsOf({ keyword: '日去' })).toEqual([])
    expect(await idsOf({ keyword: '常今' })).toEqual([])
  })

  it.each(['%', '%%%', '"', '*', "'; drop table posts; --", '(', '-学', '\\', '~+<>@'])(
    'takes %j for what it is',
    async (keyword) => {
      const { make, find } = await setUp()
      await make({ title: '笔记', tags: ['其他'] })
      expect((await find({ keyword })).data).toEqual([])
      expect((await find({ keyword, type: 'users' })).users?.data).toEqual([])
      expect(await find({ tag: keyword })).toMatchObject({ data: [] })
    },
  )

  it('takes an underscore for the letter of a 小石榴号 that it is', async () => {
    const { test, make, find } = await setUp()
    await make({ title: '笔记', tags: ['其他'] })
    expect((await find({ keyword: '_' })).data).toEqual([])
    expect((await find({ keyword: '_', type: 'users' })).users?.data).toEqual([])
    const { id } = await makeUser(test.ctx, { user_id: 'shi_liu' })
    expect((await find({ keyword: '_', type: 'users' })).users?.data).toMatchObject([{ id }])
  })

  it('never finds a draft, nor what became one or was deleted', async () => {
    const { test, author, make, find, idsOf } = await setUp()
    await make({ title: '秘密计划', tags: ['秘密'], is_draft: true })
    const id = await make({ title: '秘密公开', tags: ['秘密'] })
    for (const query of [{ keyword: '秘密' }, { tag: '秘密' }]) expect(await idsOf(query)).toEqual([id])
    expect((await find({ keyword: '秘密' }, author.token)).tagStats).toEqual([{ id: '秘密', label: '秘密', count: 1 }])
    const params = { id: String(id) }
    const body = { title: '秘密收回', content: '', is_draft: true }
    await test.ok(posts.update, { params, body, token: author.token })
    for (const query of [{ keyword: '秘密' }, { tag: '秘密' }]) expect(await idsOf(query)).toEqual([])
    await test.ok(posts.remove, { params, token: author.token })
    expect(await find({ keyword: '秘密' })).toMatchObject({ tagStats: [], pagination: { total: 0 } })
  })

  it('puts a hit in the title before one in a tag before one in the text; among equals the hottest', async () => {
    const { test, author, make, idsOf } = await setUp()
    const title = await make({ title: '考研经验' })
    const both = await make({ title: '经验', tags: ['考研'] })
    const tag = await make({ title: '分享', content: '经验', tags: ['考研'] })
    const text = await make({ title: '日记', content: '今天考研' })
    const hotText = await make({ title: '日记', content: '考研' })
    await make({ title: '日记', content: '考试研究' })
    for (const target_id of [text, hotText]) await like(test.ctx, author.id, { target_type: 1, target_id })
    expect(await idsOf({ keyword: '考研' })).toEqual([title, tag, both, hotText, text])
    expect(await idsOf({ keyword: '经验 考研' })).toEqual([title, both, tag])
    expect(await idsOf({ keyword: '考研', page: 2, limit: 2 })).toEqual([both, hotText])
  })

  it('narrows by tag, hottest first, and counts the ten most frequent tags of all hits', async () => {
    const { make, find } = await setUp()
    const ids = []
    for (let i = 0; i < 12; i++) ids.push(await make({ title: `社团${i}`, tags: ['招新', `第${i}`] }))
    const plain = await make({ title: '社团', tags: ['第0'] })
    await make({ title: '别的', tags: ['招新'] })
    const all = await find({ keyword: '社团', limit: 1 })
    expect(all.pagination).toMatchObject({ total: 13, pages: 13 })
    expect(all.tagStats).toHaveLength(10)
    expect(all.tagStats?.slice(0, 2).map(({ label, count }) => [label, count])).toEqual([
      ['招新', 12],
      ['第0', 2],
    ])
    const narrowed = await find({ keyword: '社团', tag: ' 第0 ' })
    expect(narrowed.data?.map(({ id }) => id)).toEqual([plain, ids[0]])
    expect(narrowed.tagStats).toEqual(all.tagStats)
    expect(await find({ tag: '招新' })).toMatchObject({ pagination: { total: 13 }, tagStats: [] })
  })

  it('takes as many statements for many hits as for one, and none to find them again', async () => {
    const { test, author, make, find } = await setUp()
    const cost = async (query: object) => {
      test.countStatements()
      await find(query, author.token)
      return test.countStatements()
    }
    const costs = async () => {
      const counts = []
      for (const type of ['all', 'users']) {
        test.ctx.cache.clear()
        const query = { keyword: '石榴', type }
        counts.push({ type, first: await cost(query), again: await cost(query) })
      }
      return counts
    }
    for (let i = 0; i < 2; i++) await make({ title: '石榴', tags: ['树'] })
    await makeUser(test.ctx, { nickname: '石榴树' })
    await find({ keyword: '石榴' }, author.token)
    const few = await costs()
    for (let i = 0; i < 10; i++) {
      await make({ title: '石榴', tags: [`树${i}`] })
      await makeUser(test.ctx, { nickname: '石榴树' })
    }
    expect(await costs()).toEqual(few)
    expect(few).toEqual([
      { type: 'all', first: 9, again: 1 },
      { type: 'users', first: 10, again: 4 },
    ])
  })
})

describe('searching users', () => {
  it('finds a part of nickname or 小石榴号; whose id it is comes first', async () => {
    const { test } = await setUp()
    const exact = await makeUser(test.ctx, { user_id: 'Shi_1', nickname: '小明' })
    const other = await makeUser(test.ctx, { user_id: 'ashi_12', nickname: '小红Mia' })
    const find = async (keyword: string) =>
      (await test.ok(users.search, { query: { keyword, limit: 50 } })).users.map((user) => user.id)
    expect(await find('shi_1')).toEqual([exact.id, other.id])
    expect(await find('HI_12')).toEqual([other.id])
    expect(await find('红mi')).toEqual([other.id])
    expect(await find('小')).toEqual([exact.id, other.id])
    expect(await find('shi1')).toEqual([])
    await follow(test.ctx, exact.id, other.user_id)
    test.clock.advance(60_000)
    expect(await find('shi_1.')).toEqual([other.id, exact.id])
    expect(await find('ＳＨＩ_1')).toEqual([exact.id, other.id])
    expect(await find('%')).toEqual([])
  })

  it('is remembered by what is looked for, however it is written', async () => {
    const { test, find } = await setUp()
    const cost = async (keyword: string) => {
      test.countStatements()
      await find({ keyword, type: 'users' })
      return test.countStatements()
    }
    const first = await cost('石榴 籽')
    const again = await cost('石榴 籽')
    expect(again).toBeLessThan(first)
    for (const keyword of ['石榴! 籽', '“石榴” (籽)', '籽 石榴']) expect(await cost(keyword), keyword).toBe(again)
  })

  it('shows the three newest notes of each, and how much they are liked', async () => {
    const { test, author, make, find } = await setUp()
    const other = await makeUser(test.ctx, { nickname: '石榴花' })
    const [, bare, second, third] = [
      await make({ title: '最早' }),
      await make({ title: '没有图' }),
      await make({ title: '两张图', pictures: 2 }),
      await make({ title: '一张图', pictures: 1 }),
    ]
    await make({ title: '草稿', is_draft: true, pictures: 1 })
    await like(test.ctx, other.id, { target_type: 1, target_id: third })
    const found = (await find({ keyword: '石榴', type: 'users' })).users?.data
    const shown = await test.ok(posts.get, { params: { id: String(second) }, query: { skipViewCount: true } })
    const covers = [
      { id: third, title: '一张图', picture: { width: expect.any(Number) } },
      { id: second, title: '两张图', picture: shown.pictures[0] },
      { id: bare, title: '没有图', picture: null },
    ]
    expect(found).toMatchObject([
      { id: author.id, likes_and_collects: 1, covers },
      { id: other.id, likes_and_collects: 0, covers: [] },
    ])
  })

  it('counts all, and goes on by followers beyond those whose order is remembered', async () => {
    const { test, find } = await setUp()
    const { ctx } = test
    const created_at = test.clock.now()
    // Beyond what other tests have counted up to in a database that is used again.
    const FIRST_ID = 1_000_000
    const about = { password_hash: '', avatar: '', bio: '', location: '', interests: null, nickname: '众人' }
    const people = Array.from({ length: 620 }, (_, i) => ({
      id: FIRST_ID + i,
      user_id: `many${i}`,
      user_id_key: `many${i}`,
      fans_count: i,
      created_at,
      updated_at: created_at,
      ...about,
    }))
    for (const some of chunks(people, 310)) await ctx.db.insertInto('users').values(some).execute()
    await tx(ctx, (t) => indexUsers(t, people))
    const page = async (keyword: string, n: number) => {
      const { users } = await find({ keyword, type: 'users', page: n, limit: 100 })
      return { ids: users?.data.map(({ id }) => id), total: users?.pagination.total }
    }
    const byFollowers = people.map(({ id }) => id).toReversed()
    expect(await page('众人', 6)).toEqual({ ids: byFollowers.slice(500, 600), total: 620 })
    expect(await page('众人', 7)).toEqual({ ids: byFollowers.slice(600), total: 620 })
    expect(await page('众人', 8)).toEqual({ ids: [], total: 620 })
    // The owner of «many1» has the fewest followers of all whose 小石榴号 holds it, and comes first.
    const holding = people.filter(({ user_id }) => user_id.startsWith('many1')).map(({ id }) => id)
    expect(await page('many1', 1)).toEqual({
      ids: [FIRST_ID + 1, ...holding.toReversed().filter((id) => id !== FIRST_ID + 1)].slice(0, 100),
      total: holding.length,
    })
    const walked = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { users } = await find({ keyword: '众人', type: 'users', limit: 90, ...(cursor && { cursor }) })
      walked.push(...(users?.data ?? []).map(({ id }) => id))
      cursor = users?.pagination.next_cursor ?? null
    }
    expect(walked).toEqual(byFollowers)
  })

  it('answers cards with the viewer’s relation and pages', async () => {
    const { test, author } = await setUp()
    for (let i = 0; i < 3; i++) await makeUser(test.ctx, { nickname: '同名' })
    const found = await test.ok(users.search, { query: { keyword: '同名', page: 2, limit: 2 }, token: author.token })
    expect(found).toMatchObject({
      keyword: '同名',
      users: [{ nickname: '同名', post_count: 0, isFollowing: false, isMutual: false, buttonType: 'follow' }],
      pagination: { page: 2, limit: 2, total: 3, pages: 2 },
    })
    for (const query of [{}, { keyword: ' ' }]) {
      expect(await test.call(users.search, { query: query as { keyword: string } })).toMatchObject({
        status: 400,
        field: 'keyword',
        message: '请输入搜索关键词',
      })
    }
  })
})

// SQLite has one writer.
if (inject('engine') === 'mysql') {
  it('finds all that was written at once, in whatever order it was committed', async () => {
    const { ctx } = await createTestApp()
    const write = async (id: number) => {
      const writing = await ctx.db.startTransaction().execute()
      await ctx.search.put(writing, 'notes', [{ id, texts: [`${id}号，写到一半`] }])
      return writing
    }
    const written = [await write(1), await write(2), await write(3)]
    for (const writing of written.toReversed()) await writing.commit().execute()
    await (await write(4)).commit().execute()
    const found = (keyword: string) => ctx.search.newest(ctx.db, 'notes', keywordPhrases(keyword), { most: 10 })
    for (const keyword of ['写到', '写到一半', '号写到一半 到一'])
      expect.soft({ keyword, ...(await found(keyword)) }).toEqual({ keyword, ids: [4, 3, 2, 1], total: 4 })
    expect(await found('2号写到一半')).toEqual({ ids: [2], total: 1 })
    expect(await found('一半写到')).toEqual({ ids: [], total: 0 })
  })
}
