import { posts as adminPosts } from '@shiliu/contract/admin/posts'
import * as categories from '@shiliu/contract/categories'
import * as notifications from '@shiliu/contract/notifications'
import * as posts from '@shiliu/contract/posts'
import * as tags from '@shiliu/contract/tags'
import * as users from '@shiliu/contract/users'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '#platform/db/client.ts'
import { makeAdmin, makeCategory, makePost, makeUser, storePicture } from '#test/factories.ts'
import { beforeNextTransaction } from '#test/interleave.ts'
import { smallFile } from '#test/pictures.ts'
import { createTestApp } from '#test/test-app.ts'
import { loadPostCards } from './post-cards.ts'
import { writeViews } from './views.service.ts'

async function setUp() {
  const test = await createTestApp()
  const author = await makeUser(test.ctx)
  const reader = await makeUser(test.ctx)
  const category = await makeCategory(test.ctx, '学习')
  return { test, author, reader, category }
}

describe('publishing', () => {
  it('returns the post with images in order, tags and category', async () => {
    const { test, author, category } = await setUp()
    const urls = []
    for (const seed of [1, 2, 3]) urls.push((await storePicture(test.ctx, author.id, await smallFile(seed))).url)
    const images = urls.toReversed()
    const body = {
      title: ' 期末复习 ',
      content: '<p>一起</p>加油',
      images,
      tags: ['高数', '期末'],
      category_id: category.id,
    }
    const { id } = await test.ok(posts.create, { body, token: author.token })
    const post = await test.ok(posts.get, { params: { id: String(id) } })
    expect(post).toMatchObject({
      title: '期末复习',
      content: '一起<br>加油',
      images,
      category: '学习',
      is_draft: 0,
      user_id: author.id,
      author_account: author.user_id,
      liked: false,
    })
    expect(post.tags.map((tag) => tag.name)).toEqual(['高数', '期末'])
    expect(post.pictures[0]).toMatchObject({ width: 60, height: 80, thumbhash: expect.any(String) })
    expect(await test.ok(users.getStats, { params: { id: author.user_id } })).toMatchObject({ post_count: 1 })
    expect(await test.ok(categories.list)).toMatchObject([{ post_count: 1 }])
    expect(await test.ok(tags.hot, { query: {} })).toMatchObject([{ use_count: 1 }, { use_count: 1 }])
  })

  it('reduces titles and tags to one line and treats null images and tags as not sent', async () => {
    const { test, author, category } = await setUp()
    const note = { title: '第一行\n\u202e第二行\u0000\ud800', content: '正文', category_id: category.id }
    const tagged = { ...note, tags: ['高\u0000数', '\u200b', ' '] }
    const { id } = await test.ok(posts.create, { body: tagged, token: author.token })
    const wanted = { title: '第一行 第二行\ufffd', tags: [{ name: '高数' }] }
    expect(await test.ok(posts.get, { params: { id: String(id) } })).toMatchObject(wanted)
    const body = { ...note, images: null, tags: null }
    await test.ok(posts.update, { params: { id: String(id) }, body, token: author.token })
    expect(await test.ok(posts.get, { params: { id: String(id) } })).toMatchObject(wanted)
  })

  it.each([
    ['title', { title: '  ' }, '请输入标题'],
    ['title', { title: '\u200b\u0000' }, '请输入标题'],
    ['title', { title: '长'.repeat(101) }, '标题不能超过100个字'],
    ['content', { content: '<br> <b></b>' }, '请输入正文'],
    ['content', { content: '字'.repeat(2001) }, '正文不能超过2000个字'],
    ['category_id', { category_id: null }, '请选择分类'],
    ['category_id', { category_id: 99_999 }, '所选分类不存在，请重新选择'],
    ['tags', { tags: Array.from({ length: 11 }, (_, i) => `标签${i}`) }, '最多只能选择10个标签'],
    ['tags.0', { tags: ['一二三四五六七八九'] }, '每个标签不能超过8个字'],
    ['images', { images: Array.from({ length: 10 }, () => '/uploads/x') }, '最多只能上传9张图片'],
    ['images', { images: ['https://elsewhere.example/a.jpg'] }, '图片不是本站上传的，请重新上传'],
  ])('rejects an invalid %s and writes nothing', async (field, wrong, message) => {
    const { test, author, category } = await setUp()
    const body = { title: '标题', content: '正文', category_id: category.id, tags: ['新标签'], ...wrong }
    const refused = await test.call(posts.create, { body, token: author.token })
    expect(refused).toMatchObject({ status: 400, code: 400, field, message })
    expect(await test.ok(posts.list, { query: {} })).toMatchObject({ posts: [], pagination: { total: 0 } })
    expect(await test.ctx.db.selectFrom('tags').selectAll().execute()).toEqual([])
  })

  it('counts a tag repeated in another letter case once', async () => {
    const { test, author } = await setUp()
    await makePost(test.ctx, author, { tags: ['Vlog', 'vlog', 'ＶＬＯＧ', ' '] })
    expect(await test.ok(tags.list)).toMatchObject([{ name: 'Vlog', use_count: 1 }])
  })

  it('notifies a mentioned user once, also after an edit', async () => {
    const { test, author, reader } = await setUp()
    const content = `和[@${reader.nickname}:${reader.user_id}]、[@我:${author.user_id}]一起`
    const { id } = await makePost(test.ctx, author, { content })
    const unread = async (token: string) => (await test.ok(notifications.unreadCount, { token })).count
    expect(await unread(reader.token)).toBe(1)
    const body = { title: '改', content: `${content}<br>再见`, category_id: (await makeCategory(test.ctx)).id }
    await test.ok(posts.update, { params: { id: String(id) }, body, token: author.token })
    expect(await unread(reader.token)).toBe(1)
    expect(await unread(author.token)).toBe(0)
  })
})

describe('changing', () => {
  it('keeps images and tags that are not sent and removes those sent empty', async () => {
    const { test, author, category } = await setUp()
    const { id } = await makePost(test.ctx, author, { pictures: 2, tags: ['旧'] })
    const params = { id: String(id) }
    const body = { title: '新标题', content: '新正文', category_id: category.id }
    await test.ok(posts.update, { params, body, token: author.token })
    const kept = await test.ok(posts.get, { params })
    expect(kept).toMatchObject({ title: '新标题', category: '学习', tags: [{ name: '旧' }] })
    expect(kept.images).toHaveLength(2)
    await test.ok(posts.update, { params, body: { ...body, images: [], tags: [] }, token: author.token })
    expect(await test.ok(posts.get, { params })).toMatchObject({ images: [], tags: [] })
    expect(await test.ok(tags.list)).toEqual([])
  })

  it('lets the author keep an external picture that an administrator added, and add none', async () => {
    const { test, author, category } = await setUp()
    const { id } = await makePost(test.ctx, author, { pictures: 1 })
    const params = { id: String(id) }
    const { images: own } = await test.ok(posts.get, { params })
    const images = ['https://elsewhere.example/a.webp', ...own]
    await test.ok(adminPosts.update, { params, body: { images }, token: (await makeAdmin(test.ctx)).token })
    const body = { title: '标题', content: '正文', category_id: category.id }
    await test.ok(posts.update, { params, body: { ...body, images: images.toReversed() }, token: author.token })
    expect(await test.ok(posts.get, { params })).toMatchObject({ images: images.toReversed() })
    const other = { ...body, images: ['https://elsewhere.example/b.webp'] }
    const refused = await test.call(posts.update, { params, body: other, token: author.token })
    expect(refused).toMatchObject({ status: 400, error: 'image_foreign' })
    expect(await test.ok(posts.get, { params })).toMatchObject({ images: images.toReversed() })
  })

  it('moves every counter when a post becomes a draft, is published again and deleted', async () => {
    const { test, author, category } = await setUp()
    const { id } = await makePost(test.ctx, author, { category_id: category.id, tags: ['榴'] })
    const params = { id: String(id) }
    const counters = async () => [
      (await test.ok(users.getStats, { params: { id: author.user_id } })).post_count,
      (await test.ok(categories.list))[0]?.post_count,
      (await test.ok(tags.list))[0]?.use_count ?? 0,
      (await test.ok(posts.list, { query: { category: 'recommend' } })).pagination.total,
    ]
    expect(await counters()).toEqual([1, 1, 1, 1])
    const body = { title: 't', content: 'c', category_id: category.id }
    await test.ok(posts.update, { params, body: { ...body, is_draft: true }, token: author.token })
    expect(await counters()).toEqual([0, 0, 0, 0])
    await test.ok(posts.update, { params, body, token: author.token })
    expect(await counters()).toEqual([1, 1, 1, 1])
    await test.ok(posts.remove, { params, token: author.token })
    expect(await counters()).toEqual([0, 0, 0, 0])
    expect(await test.call(posts.get, { params })).toMatchObject({ status: 404, message: '笔记不存在或已被删除' })
  })

  it('keeps the time of the first publication when a post is republished', async () => {
    const { test, author, category } = await setUp()
    const { id } = await makePost(test.ctx, author, { category_id: category.id, is_draft: true })
    const body = { title: 't', content: 'c', category_id: category.id }
    const save = async (is_draft: boolean) => {
      test.clock.advance(3600 * 1000)
      await test.ok(posts.update, { params: { id: String(id) }, body: { ...body, is_draft }, token: author.token })
      const { created_at, hot_score } = await test.ctx.db
        .selectFrom('posts')
        .select(['created_at', 'hot_score'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return { created_at, hot_score }
    }
    const draft = await save(true)
    const first = await save(false)
    expect(first.created_at).toBeGreaterThan(draft.created_at)
    for (const is_draft of [true, true, false, true, false]) expect(await save(is_draft)).toEqual(first)
  })

  it('lets only the author change or delete', async () => {
    const { test, author, reader, category } = await setUp()
    const published = { id: String((await makePost(test.ctx, author)).id) }
    const draft = { id: String((await makePost(test.ctx, author, { is_draft: true })).id) }
    const body = { title: 't', content: 'c', category_id: category.id }
    const as = { token: reader.token }
    expect(await test.call(posts.update, { params: published, body, ...as })).toMatchObject({ status: 403 })
    expect(await test.call(posts.remove, { params: published, ...as })).toMatchObject({ status: 403 })
    expect(await test.call(posts.update, { params: draft, body, ...as })).toMatchObject({ status: 404 })
    expect(await test.call(posts.remove, { params: draft, ...as })).toMatchObject({ status: 404 })
    expect(await test.call(posts.remove, { params: published })).toMatchObject({ status: 401 })
  })
})

describe('drafts', () => {
  it('may be empty, are visible to their author only and become posts when published', async () => {
    const { test, author, reader, category } = await setUp()
    const { id } = await test.ok(posts.create, { body: { is_draft: true }, token: author.token })
    const params = { id: String(id) }
    expect(await test.call(posts.get, { params, token: reader.token })).toMatchObject({ status: 404 })
    expect(await test.call(posts.get, { params })).toMatchObject({ status: 404 })
    const { token } = await makeAdmin(test.ctx)
    expect(await test.call(posts.get, { params, token })).toMatchObject({ status: 404 })
    expect(await test.ok(posts.get, { params, token: author.token })).toMatchObject({ is_draft: 1, category: null })
    const drafts = { is_draft: 1 } as const
    expect(await test.ok(posts.list, { query: drafts, token: author.token })).toMatchObject({ posts: [{ id }] })
    expect(await test.ok(posts.list, { query: drafts, token: reader.token })).toMatchObject({ posts: [] })
    expect(await test.call(posts.list, { query: drafts })).toMatchObject({ status: 401 })
    const foreign = { ...drafts, user_id: String(author.id) }
    expect(await test.ok(posts.list, { query: foreign, token: reader.token })).toMatchObject({ posts: [] })
    const body = { title: '成文', content: '好了', category_id: category.id }
    await test.ok(posts.update, { params, body, token: author.token })
    expect(await test.ok(posts.list, { query: { category: String(category.id) } })).toMatchObject({ posts: [{ id }] })
  })
})

it('hides a draft from lists whose ids were found while it was published', async () => {
  const { test, author, reader } = await setUp()
  const { id } = await makePost(test.ctx, author, { is_draft: true })
  const seen = async (viewer: Parameters<typeof loadPostCards>[1]) =>
    (await loadPostCards(test.ctx, viewer, [id])).map((card) => card.id)
  expect([await seen(null), await seen(reader.id), await seen(author.id), await seen('admin')]).toEqual([
    [],
    [],
    [id],
    [id],
  ])
})

describe('views', () => {
  it('are shown at once, written later, and not counted with skipViewCount or HEAD', async () => {
    const { test, author } = await setUp()
    const { id } = await makePost(test.ctx, author)
    const params = { id: String(id) }
    expect(await test.ok(posts.get, { params })).toMatchObject({ view_count: 1 })
    expect(await test.ok(posts.get, { params, query: { skipViewCount: 'true' } })).toMatchObject({ view_count: 1 })
    const head = await test.app.inject({ method: 'HEAD', url: `/api/posts/${id}` })
    expect([head.statusCode, head.body]).toEqual([200, ''])
    const written = () => test.ctx.db.selectFrom('posts').select('view_count').executeTakeFirstOrThrow()
    expect(await written()).toEqual({ view_count: 0 })
    await writeViews(test.ctx)
    expect(await written()).toEqual({ view_count: 1 })
    expect(await test.ok(posts.get, { params })).toMatchObject({ view_count: 2 })
  })

  it('never decrease while they are written', async () => {
    const { test, author } = await setUp()
    const { id } = await makePost(test.ctx, author)
    const params = { id: String(id) }
    const read = async () => (await test.ok(posts.get, { params, query: { skipViewCount: true } })).view_count
    await test.ok(posts.get, { params })
    const seen: number[] = []
    await writeViews(beforeNextTransaction(test.ctx, async () => seen.push(await read())))
    expect([...seen, await read()]).toEqual([1, 1])
    await writeViews(test.ctx)
    expect(await read()).toBe(1)
  })

  it('count ten times an hour for one reader and 300 times for guests of one address', async () => {
    const { test, author, reader } = await setUp()
    const { id } = await makePost(test.ctx, author)
    const params = { id: String(id) }
    const views = async (times: number, token?: string) => {
      let shown = 0
      for (let i = 0; i < times; i++) shown = (await test.ok(posts.get, { params, ...(token && { token }) })).view_count
      return shown
    }
    expect(await views(12, reader.token)).toBe(10)
    expect(await views(2, author.token)).toBe(12)
    expect(await views(302)).toBe(312)
    const elsewhere = await test.app.inject({ url: `/api/posts/${id}`, remoteAddress: '10.1.2.3' })
    expect(elsewhere.json().data.view_count).toBe(313)
    test.clock.advance(3600 * 1000)
    expect(await views(11, reader.token)).toBe(323)
  })

  it('serve stale cards for at most a minute after an unpublished change', async () => {
    const { test, author } = await setUp()
    const { id } = await makePost(test.ctx, author)
    const read = async () => {
      const { title, view_count } = await test.ok(posts.get, { params: { id: String(id) } })
      await writeViews(test.ctx)
      return { title, view_count }
    }
    await read()
    // Like the CLI, which publishes no change.
    await test.ctx.db.updateTable('posts').set({ title: '新标题' }).execute()
    for (const view_count of [2, 3]) {
      test.clock.advance(25_000)
      expect(await read()).toMatchObject({ view_count })
    }
    test.clock.advance(25_000)
    expect(await read()).toEqual({ title: '新标题', view_count: 4 })
  })

  it('survive a temporary database failure', async () => {
    const { test, author } = await setUp()
    const { id } = await makePost(test.ctx, author)
    const params = { id: String(id) }
    for (let i = 0; i < 3; i++) await test.ok(posts.get, { params })
    const away = openDatabase(test.ctx.config.database)
    await away.db.selectFrom('posts').select('id').execute()
    await away.close()
    await expect(writeViews({ ...test.ctx, db: away.db })).rejects.toThrow()
    await writeViews(test.ctx)
    const written = test.ctx.db.selectFrom('posts').select('view_count').executeTakeFirstOrThrow()
    expect(await written).toEqual({ view_count: 3 })
  })
})

it.each(['abc', '1e3', '0x1', '-1', '1.5', '99999999999999999999'])('answers 404 for the id %s', async (id) => {
  const test = await createTestApp()
  expect(await test.call(posts.get, { params: { id } })).toMatchObject({ status: 404 })
})

it('takes a constant number of statements for any number of pictures and tags', async () => {
  const { test, author, reader } = await setUp()
  const bare = await makePost(test.ctx, author)
  const tagNames = Array.from({ length: 10 }, (_, i) => `标签${i}`)
  const full = await makePost(test.ctx, author, { pictures: 9, tags: tagNames })
  const cost = async (id: number) => {
    test.countStatementsUncached()
    const post = await test.ok(posts.get, { params: { id: String(id) }, token: reader.token })
    return { statements: test.countStatements(), pictures: post.pictures.length, tags: post.tags.length }
  }
  await cost(bare.id)
  const { statements } = await cost(bare.id)
  expect(await cost(full.id)).toEqual({ statements, pictures: 9, tags: 10 })
})
