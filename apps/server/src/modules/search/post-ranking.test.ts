/** The order of found notes, also where more match than are ranked (docs/decisions/027-search-words-and-order.md). */
import * as posts from '@shiliu/contract/posts'
import { search } from '@shiliu/contract/search'
import { expect, it, onTestFinished } from 'vitest'
import { createCategory } from '#modules/categories/categories.service.ts'
import { makePost, makeUser } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'
import { RANKED } from './post-ranking.service.ts'
import { reindex } from './reindex.service.ts'

function rank(some: Partial<typeof RANKED>) {
  const before = { ...RANKED }
  Object.assign(RANKED, some)
  onTestFinished(() => void Object.assign(RANKED, before))
}

async function setUp() {
  const test = await createTestApp()
  const author = await makeUser(test.ctx)
  const note = { content: '正文', category_id: null, user_id: author.id, is_draft: 0, updated_at: 1, created_at: 1 }
  /** Ids in the order of the rows. */
  const insert = async (rows: { title: string; content?: string; hot_score?: number }[]) => {
    await test.ctx.db
      .insertInto('posts')
      .values(rows.map((row, i) => ({ ...note, hot_score: 0, ...row, created_at: i })))
      .execute()
    await reindex(test.ctx)
    const ids = await test.ctx.db.selectFrom('posts').select('id').orderBy('id', 'desc').limit(rows.length).execute()
    return ids.map(({ id }) => id).toReversed()
  }
  const find = async (query: object) =>
    (await test.ok(search, { query: { keyword: '秋天', ...query } })).data?.map(({ id }) => id) ?? []
  const walk = async (limit: number, between: (read: number[]) => Promise<unknown> = async () => {}) => {
    const read: number[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { keyword: '秋天', limit, ...(cursor && { cursor }) }
      const { data, pagination } = await test.ok(search, { query })
      read.push(...(data ?? []).map(({ id }) => id))
      cursor = pagination?.next_cursor ?? null
      await between(read)
    }
    return read
  }
  return { test, author, insert, find, walk }
}

it('ranks the newest, older ones by title, and the hottest of all before the rest', async () => {
  rank({ newest: 5, newestByTitle: 2, hottest: 2 })
  const { insert, find, walk } = await setUp()
  const ids = await insert([
    { title: '秋天', hot_score: 1 },
    { title: '旧', content: '秋天', hot_score: 90 },
    { title: '旧', content: '秋天', hot_score: 3 },
    { title: '旧', content: '秋天', hot_score: 80 },
    { title: '无关', hot_score: 99 },
    { title: '秋天', hot_score: 2 },
    { title: '秋天', hot_score: 1 },
    { title: '旧', content: '秋天', hot_score: 4 },
    ...[5, 9, 6, 8, 7].map((hot_score) => ({ title: '新', content: '秋天', hot_score })),
  ])
  const order = [5, 6, 1, 3, 9, 11, 12, 10, 8, 7, 2, 0].map((index) => ids[index])
  expect(await find({ limit: 100 })).toEqual(order)
  for (const limit of [1, 3, 5]) expect(await walk(limit)).toEqual(order)
  expect([
    ...(await find({ limit: 5 })),
    ...(await find({ limit: 5, page: 2 })),
    ...(await find({ limit: 5, page: 3 })),
  ]).toEqual(order)
})

it('puts whole words before beginnings of words, within titles, tags and texts', async () => {
  const { test, author, find } = await setUp()
  await createCategory(test.ctx, { name: '学习', category_title: 'study' })
  const make = async (fields: object) => (await makePost(test.ctx, author, fields)).id
  const begins = await make({ title: 'airport 见' })
  const whole = await make({ title: '用 AI 画画' })
  const tagged = await make({ title: '画画', tags: ['AI'] })
  const inText = await make({ title: '日记', content: 'AI' })
  const beginsInText = await make({ title: '日记', content: 'aim' })
  await make({ title: 'email' })
  expect(await find({ keyword: 'ai' })).toEqual([whole, begins, tagged, inText, beginsInText])
})

it('puts whole words before beginnings of words among older titles, too', async () => {
  rank({ newest: 2, newestByTitle: 10, hottest: 1 })
  const { insert, find } = await setUp()
  const ids = await insert([
    { title: 'airport' },
    { title: '用 AI 画画' },
    { title: 'aim' },
    { title: '日记', content: 'AI' },
    ...[1, 2].map(() => ({ title: '新', content: 'AI' })),
  ])
  expect(await find({ keyword: 'ai' })).toEqual([1, 2, 0, 5, 4, 3].map((index) => ids[index]))
})

it('shows each note once, whatever is published and deleted meanwhile', async () => {
  rank({ newest: 50, newestByTitle: 10, hottest: 5 })
  const { test, author, insert, walk, find } = await setUp()
  // The oldest notes have the word in their title, too far back to be among the newest.
  const ids = await insert(
    Array.from({ length: 130 }, (_, i) => ({ title: i < 12 ? '秋天的树' : '日记', content: '秋天', hot_score: i % 7 })),
  )
  const pages = []
  for (let page = 1; page <= 7; page++) pages.push(...(await find({ page, limit: 20 })))
  expect(pages.toSorted((a, b) => a - b)).toEqual(ids)
  expect(pages.slice(0, 10).toSorted((a, b) => a - b)).toEqual(ids.slice(2, 12))
  expect(await find({ page: 8, limit: 20 })).toEqual([])
  const gone = new Set<number>()
  const read = await walk(9, async (so) => {
    for (let i = 0; i < 3; i++) await makePost(test.ctx, author, { title: '秋天' })
    // The one that the cursor was made of, and one of those by title.
    for (const id of [so.at(-1), ids.findLast((id) => !gone.has(id) && id < (ids[12] ?? 0))]) {
      if (id === undefined || gone.has(id)) continue
      gone.add(id)
      await test.ok(posts.remove, { params: { id: String(id) }, token: author.token })
    }
  })
  expect(new Set(read).size).toBe(read.length)
  const lasting = ids.filter((id) => !gone.has(id))
  expect(read).toEqual(expect.arrayContaining(lasting))
})

it('counts tags of more notes than before', async () => {
  const { test, author } = await setUp()
  rank({ newest: 3 })
  for (let i = 0; i < 4; i++) await makePost(test.ctx, author, { title: '秋天', tags: [i === 0 ? '旧' : '新'] })
  const { tagStats, pagination } = await test.ok(search, { query: { keyword: '秋天' } })
  expect(tagStats).toEqual([{ id: '新', label: '新', count: 3 }])
  expect(pagination?.total).toBe(4)
})
