import * as adminAuth from '@shiliu/contract/admin/auth'
import * as auth from '@shiliu/contract/auth'
import * as categories from '@shiliu/contract/categories'
import * as comments from '@shiliu/contract/comments'
import { NOTICE } from '@shiliu/contract/limits'
import * as notifications from '@shiliu/contract/notifications'
import * as posts from '@shiliu/contract/posts'
import * as search from '@shiliu/contract/search'
import * as tags from '@shiliu/contract/tags'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recount } from '#modules/account/recount.service.ts'
import { hotScore } from '#modules/posts/hot-score.ts'
import { createTestApp, openTestApp } from '#test/test-app.ts'
import type { Row, TableWithIds } from './demo.repo.ts'
import { seedBulk } from './seed-bulk.ts'
import { DEMO_ADMIN, DEMO_PASSWORD, seedDemo } from './seed-demo.ts'

type App = Awaited<ReturnType<typeof openTestApp>>

async function wrongCounters(ctx: App['ctx']): Promise<string[]> {
  const reports = await recount(ctx, { check: true })
  return reports.filter(({ wrong }) => wrong > 0).map(({ counter }) => counter)
}

describe('the demo', () => {
  let test: App
  let token: string

  beforeAll(async () => {
    test = await openTestApp()
    expect(await seedDemo(test.ctx, undefined, { pictures: 4 })).toBe(true)
    const signedIn = await test.ok(auth.login, { body: { user_id: 'shiliu01', password: DEMO_PASSWORD } })
    token = signedIn.tokens.access_token
  })
  afterAll(() => test.close())

  /** Casts, because the type of a table parameter cannot be inferred. */
  const rows = async <T extends TableWithIds>(table: T) =>
    (await test.ctx.db
      .selectFrom(table as 'posts')
      .selectAll()
      .execute()) as unknown[] as Row<T>[]

  it('has the promised numbers of users, posts, comments and reactions', async () => {
    expect(await rows('users')).toHaveLength(50)
    const all = await rows('posts')
    expect(all.filter((post) => post.is_draft === 0).length).toBeGreaterThanOrEqual(300)
    for (const category of await test.ok(categories.list)) expect(category.post_count).toBeGreaterThan(20)
    expect((await rows('comments')).length).toBeGreaterThan(1000)
    expect((await rows('comments')).some((comment) => comment.parent_id !== comment.root_id)).toBe(true)
    expect((await rows('likes')).length).toBeGreaterThan(3000)
    expect((await rows('collections')).length).toBeGreaterThan(500)
    expect((await rows('follows')).length).toBeGreaterThan(300)
    const drafts = await test.ok(posts.list, { query: { is_draft: true }, token })
    expect(drafts.posts).toHaveLength(3)
    const { admin } = await test.ok(adminAuth.login, { body: { username: DEMO_ADMIN, password: DEMO_PASSWORD } })
    expect(admin.username).toBe(DEMO_ADMIN)
  })

  it('has correct counters and hot scores', async () => {
    expect(await wrongCounters(test.ctx)).toEqual([])
    for (const post of await rows('posts')) expect(post.hot_score).toBeCloseTo(hotScore(post), 4)
  })

  it('gives every post one to nine pictures', async () => {
    const images = await test.ctx.db
      .selectFrom('post_images')
      .select((eb) => ['post_id', eb.fn.countAll().as('n')])
      .groupBy('post_id')
      .execute()
    expect(images).toHaveLength((await rows('posts')).length)
    for (const { n } of images) expect(Number(n)).toBeLessThanOrEqual(9)
  })

  it('notifies nobody of their own actions, and the first user of every type', async () => {
    const all = await rows('notifications')
    expect(all.filter((notice) => notice.user_id === notice.sender_id)).toEqual([])
    const unread = all.filter((notice) => notice.user_id === 1 && notice.is_read === 0)
    expect(new Set(unread.map((notice) => notice.type))).toEqual(new Set(Object.values(NOTICE)))
    const { total } = await test.ok(notifications.unreadByType, { token })
    expect(total).toBe(unread.length)
    expect((await test.ok(notifications.comments, { token })).notifications[0]?.comment_content).toBeTruthy()
  })

  it('has no future times, and ids in order of time', async () => {
    const now = test.clock.now()
    for (const table of ['posts', 'comments', 'likes', 'collections', 'follows', 'notifications'] as const) {
      const times = (await rows(table)).toSorted((a, b) => a.id - b.id).map((row) => row.created_at)
      expect(Math.max(...times)).toBeLessThan(now)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
    }
  })

  it('is searchable and shows threads and hot tags', async () => {
    const title = '钟楼为什么总是慢四分钟'
    const found = await test.ok(search.search, { query: { keyword: title } })
    expect(JSON.stringify(found)).toContain(title)
    expect((await test.ok(tags.hot)).every((tag) => tag.use_count > 10)).toBe(true)
    const { posts: hottest } = await test.ok(posts.list, { query: { category: 'recommend' } })
    expect(hottest).toHaveLength(20)
    const [first] = hottest
    const { comments: threads } = await test.ok(comments.listOfPost, { params: { id: String(first?.id) } })
    expect(threads.length).toBeGreaterThan(0)
  })

  it('uses the services’ event keys for notifications', async () => {
    const like = (await rows('likes')).find((row) => row.target_type === 1 && row.user_id === 1)
    const key = `like:post:${like?.target_id}:1`
    expect((await rows('notifications')).map((notice) => notice.event_key)).toContain(key)
  })

  it('does not change a site with users', async () => {
    const before = (await rows('posts')).length
    expect(await seedDemo(test.ctx)).toBe(false)
    expect((await rows('posts')).length).toBe(before)
  })
})

it('adds any number of users and posts with correct counters', async () => {
  const { ctx } = await createTestApp()
  const stages: string[] = []
  const wish = { users: 30, posts: 40, password: 'secret1', pictures: 2 }
  await seedBulk(ctx, wish, (stage, done) => stages.push(`${stage} ${done}`))
  await seedBulk(ctx, { ...wish, users: 0, posts: 10 }, () => undefined)
  expect(stages).toEqual(['users 30', 'posts 40'])
  expect(await ctx.db.selectFrom('posts').select('id').execute()).toHaveLength(50)
  expect(await wrongCounters(ctx)).toEqual([])
})
