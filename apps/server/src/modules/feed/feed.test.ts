import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import * as posts from '@shiliu/contract/posts'
import * as users from '@shiliu/contract/users'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { collect } from '#modules/collections/collections.service.ts'
import { like } from '#modules/likes/likes.service.ts'
import { setViewCount } from '#modules/posts/posts.admin.service.ts'
import { tx } from '#platform/db/tx.ts'
import { makeCategory, makePost, makeUser } from '#test/factories.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

describe('channels', () => {
  it('pages through a category, newest first, without gaps or overlaps', async () => {
    const test = await createTestApp()
    const author = await makeUser(test.ctx)
    const category = await makeCategory(test.ctx)
    const ids = []
    for (let i = 0; i < 5; i++) ids.push((await makePost(test.ctx, author, { category_id: category.id })).id)
    await makePost(test.ctx, author)
    const page = async (page: number) =>
      test.ok(posts.list, { query: { category: String(category.id), page, limit: 2 } })
    const pages = [await page(1), await page(2), await page(3), await page(4)]
    expect(pages.flatMap((one) => one.posts.map((post) => post.id))).toEqual(ids.toReversed())
    expect(pages.map((one) => one.pagination)).toMatchObject(
      [1, 2, 3, 4].map((page) => ({ page, limit: 2, total: 5, pages: 3 })),
    )
  })

  it('cache one page for equivalent guest URLs', async () => {
    const test = await createTestApp()
    await makePost(test.ctx, await makeUser(test.ctx))
    const { headers } = await test.app.inject({ url: '/api/posts' })
    test.countStatements()
    for (const query of ['page=1', 'limit=20&page=1', 'page=0&x=1', 'page=1&page=2', 'keyword=&_=123']) {
      const again = await test.app.inject({ url: `/api/posts?${query}` })
      expect(again.headers.etag).toBe(headers.etag)
    }
    expect(test.countStatements()).toBe(0)
    expect((await test.app.inject({ url: '/api/posts?limit=1&page=2' })).headers.etag).not.toBe(headers.etag)
  })

  it('runs no list query beyond the last page', async () => {
    const test = await createTestApp()
    await makePost(test.ctx, await makeUser(test.ctx))
    const page = (page: number) => test.ok(posts.list, { query: { page } })
    test.countStatements()
    expect((await page(1)).posts).toHaveLength(1)
    const found = test.countStatements()
    expect((await page(1_000_000)).posts).toEqual([])
    expect(test.countStatements()).toBeLessThan(found - 2)
  })

  it('move a note whose views an administrator sets', async () => {
    const test = await createTestApp()
    const author = await makeUser(test.ctx)
    const older = await makePost(test.ctx, author)
    const newer = await makePost(test.ctx, author)
    const order = async () =>
      (await test.ok(posts.list, { query: { category: 'recommend' } })).posts.map(({ id }) => id)
    expect(await order()).toEqual([newer.id, older.id])
    await tx(test.ctx, (t) => setViewCount(t, older.id, 1000))
    expect(await order()).toEqual([older.id, newer.id])
  })

  it('recommends by engagement over age', async () => {
    const test = await createTestApp()
    const author = await makeUser(test.ctx)
    const liked = await makePost(test.ctx, author)
    const fresh = await makePost(test.ctx, author)
    const order = async () =>
      (await test.ok(posts.list, { query: { category: 'recommend' } })).posts.map(({ id }) => id)
    expect(await order()).toEqual([fresh.id, liked.id])
    await Promise.all([1, 2, 3].map(() => test.ok(posts.get, { params: { id: String(liked.id) } })))
    const { writeViews } = await import('#modules/posts/views.service.ts')
    await writeViews(test.ctx)
    expect(await order()).toEqual([liked.id, fresh.id])
    test.clock.advance(60 * 24 * 3600 * 1000)
    const next = await makePost(test.ctx, author)
    expect(await order()).toEqual([next.id, liked.id, fresh.id])
  })

  it.each([
    { page: '0', limit: '0' },
    { page: '-3', limit: 'x' },
    { page: '1.5', limit: '' },
  ])('replaces invalid parameters by defaults: %j', async (query) => {
    const test = await createTestApp()
    expect((await test.ok(posts.list, { query })).pagination).toMatchObject({ page: 1, limit: 20, total: 0, pages: 0 })
  })

  it('caps the limit and matches nothing for a category slug', async () => {
    const test = await createTestApp()
    const query = { category: 'study', limit: '5000' }
    expect(await test.ok(posts.list, { query })).toMatchObject({ posts: [], pagination: { limit: 100 } })
  })
})

describe('recommended notes by cursor', () => {
  const recommended = (test: TestApp, query: object) =>
    test.ok(posts.list, { query: { category: 'recommend', ...query } })

  async function insertPosts(test: TestApp, userId: number, hotScores: number[]) {
    const common = { user_id: userId, category_id: null, title: '笔记', content: '正文', is_draft: 0, updated_at: 1 }
    const rows = hotScores.map((hot_score) => ({ ...common, hot_score, created_at: test.clock.now() }))
    await test.ctx.db.insertInto('posts').values(rows).execute()
    test.ctx.cache.clear()
  }

  it('go on after a long page that the order has moved in since', async () => {
    const test = await createTestApp()
    const { id } = await makeUser(test.ctx)
    await insertPosts(
      test,
      id,
      Array.from({ length: 110 }, (_, i) => i),
    )
    await recommended(test, { limit: 100 })
    await test.ctx.db.updateTable('posts').set({ hot_score: 0 }).where('hot_score', '=', 109).execute()
    test.ctx.cache.clear()
    const first = await recommended(test, { limit: 100 })
    const rest = await recommended(test, { limit: 100, cursor: first.pagination.next_cursor ?? '' })
    const read = [...first.posts, ...rest.posts].map((post) => post.id)
    expect([read.length, new Set(read).size]).toEqual([110, 110])
  })

  it('keep to one order while the notes’ heat changes', async () => {
    const test = await createTestApp()
    const { id } = await makeUser(test.ctx)
    await insertPosts(test, id, [1, 2, 3, 4, 5, 6, 7, 8, 9])
    const inOrder = (await recommended(test, {})).posts.map((post) => post.id)
    const read: number[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { posts: page, pagination } = await recommended(test, { limit: 3, ...(cursor && { cursor }) })
      read.push(...page.map((post) => post.id))
      cursor = pagination.next_cursor ?? null
      await test.ctx.db
        .updateTable('posts')
        .set((eb) => ({ hot_score: eb(eb.val(0), '-', eb.ref('hot_score')) }))
        .execute()
      test.ctx.cache.clear()
    }
    expect(read).toEqual(inOrder)
  })

  it('leave out none that were published shortly before the first page', async () => {
    const test = await createTestApp()
    const { id } = await makeUser(test.ctx)
    await insertPosts(test, id, [1, 2, 3])
    await recommended(test, { limit: 2 })
    await insertPosts(test, id, [9, 8, 7, 6, 0.5])
    const first = await recommended(test, { limit: 2 })
    const rest = await recommended(test, { limit: 20, cursor: first.pagination.next_cursor ?? '' })
    expect(new Set([...first.posts, ...rest.posts].map((post) => post.id)).size).toBe(8)
  })
})

describe('a user’s notes', () => {
  it('are filtered by category and keyword, without drafts', async () => {
    const test = await createTestApp()
    const author = await makeUser(test.ctx)
    const category = await makeCategory(test.ctx)
    const found = await makePost(test.ctx, author, { title: '图书馆占座', category_id: category.id })
    await makePost(test.ctx, author, { title: '食堂', category_id: category.id })
    await makePost(test.ctx, author, { title: '图书馆' })
    await makePost(test.ctx, author, { title: '图书馆', category_id: category.id, is_draft: true })
    await makePost(test.ctx, await makeUser(test.ctx), { title: '图书馆', category_id: category.id })
    const params = { id: author.user_id }
    const query = { category: String(category.id), keyword: '书馆' }
    const { posts: narrowed, pagination } = await test.ok(users.posts, { params, query })
    expect(narrowed.map(({ id }) => id)).toEqual([found.id])
    expect(pagination.total).toBe(1)
    expect((await test.ok(users.posts, { params, query: {} })).pagination.total).toBe(3)
    expect(await test.ok(users.posts, { params, query: { keyword: '%' } })).toMatchObject({ posts: [] })
    expect(await test.call(users.posts, { params: { id: 'nobody' }, query: {} })).toMatchObject({ status: 404 })
  })
})

it('sorts drafts by their last change on request', async () => {
  const test = await createTestApp()
  const author = await makeUser(test.ctx)
  const [old, young] = [
    await makePost(test.ctx, author, { title: '先写的', is_draft: true }),
    await makePost(test.ctx, author, { title: '后写的', is_draft: true }),
  ]
  const body = { title: '又改了', content: '正文', is_draft: true }
  await test.ok(posts.update, { params: { id: String(old.id) }, body, token: author.token })
  const order = async (sort?: string) => {
    const { posts: drafts } = await test.ok(posts.list, { query: { is_draft: true, sort }, token: author.token })
    return drafts.map(({ id }) => id)
  }
  expect(await order()).toEqual([young.id, old.id])
  expect(await order('updated_at')).toEqual([old.id, young.id])
  expect(await order('password_hash')).toEqual([young.id, old.id])
})

describe('guests’ pages', () => {
  it('are cached with an ETag until their contents change', async () => {
    const test = await createTestApp()
    const author = await makeUser(test.ctx)
    await makePost(test.ctx, author)
    const get = (headers = {}) => test.app.inject({ url: '/api/posts?category=recommend', headers })
    const first = await get()
    test.countStatements()
    const second = await get()
    expect(test.countStatements()).toBe(0)
    expect(second.body).toBe(first.body)
    const unchanged = await get({ 'if-none-match': first.headers.etag })
    expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])
    await makePost(test.ctx, author)
    const changed = await get({ 'if-none-match': first.headers.etag })
    expect(changed.statusCode).toBe(200)
    expect(changed.json().data.pagination.total).toBe(2)
  })

  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip;q=1.0, br;q=0', gunzipSync],
  ])('are sent as %s to clients that accept it', async (encoding, accepted, opened) => {
    const test = await createTestApp()
    const author = await makeUser(test.ctx)
    await Promise.all([1, 2, 3].map(() => makePost(test.ctx, author, { content: '长'.repeat(500) })))
    const get = (headers = {}) => test.app.inject({ url: '/api/posts', headers })
    const plain = await get()
    expect(plain.headers).not.toHaveProperty('content-encoding')
    for (let i = 0; i < 2; i++) {
      const { headers, rawPayload } = await get({ 'accept-encoding': accepted })
      expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'authorization, accept-encoding' })
      expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
      expect(opened(rawPayload).toString()).toBe(plain.body)
    }
  })
})

it('takes a constant number of statements', async () => {
  const test = await createTestApp()
  const author = await makeUser(test.ctx)
  const category = await makeCategory(test.ctx)
  const make = () => makePost(test.ctx, author, { category_id: category.id, pictures: 2, tags: ['甲', '乙'] })
  const cost = async () => {
    await test.ok(users.get, { params: { id: author.user_id } })
    test.countStatementsUncached()
    await test.ok(posts.list, { query: { category: 'recommend' }, token: author.token })
    const feed = test.countStatementsUncached()
    await test.ok(users.posts, { params: { id: author.user_id }, query: {}, token: author.token })
    return [feed, test.countStatements()]
  }
  await make()
  await make()
  await cost()
  const few = await cost()
  for (let i = 0; i < 18; i++) await make()
  expect(await cost()).toEqual(few)
})

describe('the viewer overlay', () => {
  it('shows a viewer’s own likes and collections in the guests’ page', async () => {
    const test = await createTestApp()
    const author = await makeUser(test.ctx)
    const reader = await makeUser(test.ctx)
    // A text that looks like the place of the marks.
    const title = '"liked":false,"collected":false'
    const made = []
    for (let i = 0; i < 3; i++)
      made.push(await makePost(test.ctx, author, { title, content: title, tags: ['"liked"'] }))
    const [first, second, third] = made.map(({ id }) => id)
    await like(test.ctx, reader.id, { target_type: 1, target_id: first ?? 0 })
    await collect(test.ctx, reader.id, first ?? 0)
    await collect(test.ctx, reader.id, third ?? 0)
    const list = async (token?: string) => (await test.ok(posts.list, { token })).posts
    const marks = (await list(reader.token)).map(({ id, liked, collected }) => [id, liked, collected])
    expect(marks).toEqual([
      [third, false, true],
      [second, false, false],
      [first, true, true],
    ])
    const plain = (await list()).map((post) => ({ ...post, liked: false, collected: false }))
    expect(await list(author.token)).toEqual(plain)
    expect((await list(reader.token)).map((post) => ({ ...post, liked: false, collected: false }))).toEqual(plain)
  })

  it('loads concurrent viewers of one page in one statement', async () => {
    const test = await createTestApp()
    const post = await makePost(test.ctx, await makeUser(test.ctx))
    const readers = await Promise.all(Array.from({ length: 8 }, () => makeUser(test.ctx)))
    const marked = [false, true, false, true, true, false, false, true]
    for (const [index, { id }] of readers.entries()) {
      if (marked[index]) await like(test.ctx, id, { target_type: 1, target_id: post.id })
      else await collect(test.ctx, id, post.id)
    }
    const lists = () => Promise.all(readers.map(({ token }) => test.ok(posts.list, { token })))
    await lists()
    test.countStatements()
    const seen = (await lists()).map(({ posts: [shown] }) => [shown?.liked, shown?.collected])
    expect(seen).toEqual(marked.map((liked) => [liked, !liked]))
    expect(test.countStatements()).toBeLessThan(readers.length)
  })
})

it('recommends notes while nothing can be written', async () => {
  const test = await createTestApp()
  const author = await makeUser(test.ctx)
  for (let i = 0; i < 5; i++) await makePost(test.ctx, author)
  const refuse =
    test.ctx.engine === 'mysql'
      ? sql`create trigger full before insert on rankings for each row signal sqlstate '45000'`
      : sql`create trigger full before insert on rankings begin select raise(abort, 'full'); end`
  await refuse.execute(test.ctx.db)
  onTestFinished(async () => {
    await sql`drop trigger full`.execute(test.ctx.db)
  })
  const seen: number[] = []
  let cursor: string | undefined
  do {
    const page = await test.ok(posts.list, { query: { category: 'recommend', limit: 2, cursor } })
    seen.push(...page.posts.map(({ id }) => id))
    cursor = page.pagination.next_cursor ?? undefined
  } while (cursor)
  expect(new Set(seen).size).toBe(5)
  expect(seen).toHaveLength(5)
})
