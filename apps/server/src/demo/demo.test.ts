import { announcements } from '@shiliu/contract/admin/announcements'
import * as appeals from '@shiliu/contract/admin/appeals'
import { audits } from '@shiliu/contract/admin/audits'
import * as adminAuth from '@shiliu/contract/admin/auth'
import * as queue from '@shiliu/contract/admin/queue'
import * as reports from '@shiliu/contract/admin/reports'
import * as userPage from '@shiliu/contract/admin/user-page'
import { words } from '@shiliu/contract/admin/words'
import * as auth from '@shiliu/contract/auth'
import * as categories from '@shiliu/contract/categories'
import * as comments from '@shiliu/contract/comments'
import { NOTICE, TARGET } from '@shiliu/contract/limits'
import * as notifications from '@shiliu/contract/notifications'
import * as posts from '@shiliu/contract/posts'
import * as search from '@shiliu/contract/search'
import * as tags from '@shiliu/contract/tags'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recount } from '#modules/account/recount.service.ts'
import { TRASHED } from '#modules/moderation/trash-rows.service.ts'
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
    const fifty = (await rows('users')).filter(({ user_id }) => /^shiliu\d\d$/.test(user_id))
    expect(fifty.filter((user) => user.is_active === 1 && user.is_hidden === 0)).toHaveLength(50)
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
    expect(admin).toMatchObject({ username: DEMO_ADMIN, role: 'owner' })
    for (const role of ['administrator', 'moderator', 'editor', 'viewer'] as const) {
      const body = { username: role, password: DEMO_PASSWORD }
      expect((await test.ok(adminAuth.login, { body })).admin.role).toBe(role)
    }
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
    // What the site itself tells has its receiver as sender.
    const all = (await rows('notifications')).filter(({ type }) => type !== NOTICE.moderation)
    expect(all.filter((notice) => notice.user_id === notice.sender_id)).toEqual([])
    const unread = all.filter((notice) => notice.user_id === 1 && notice.is_read === 0)
    expect(new Set(unread.map((notice) => notice.type))).toEqual(
      new Set(Object.values(NOTICE).filter((type) => type !== NOTICE.moderation && type !== NOTICE.announcement)),
    )
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

  it('shows something in each area of moderation', async () => {
    const signIn = { body: { username: 'moderator', password: DEMO_PASSWORD } }
    const { tokens } = await test.ok(adminAuth.login, signIn)
    const as = { token: tokens.access_token }
    const waiting = await test.ok(queue.list, as)
    expect(waiting.data.map(({ target_type }) => target_type).toSorted()).toEqual([1, 1, 1, 1, 2, 2])
    expect(waiting.data.every(({ words }) => words.length > 0)).toBe(true)

    const open = await test.ok(reports.list, { ...as, query: { state: 'open' } })
    expect(open.data.map(({ target_type, count }) => [target_type, count])).toEqual([
      [1, 4],
      [2, 3],
      [3, 2],
      [1, 1],
    ])
    expect(open.data[0]?.assigned?.username).toBe('moderator')
    const resolved = await test.ok(reports.list, { ...as, query: { state: 'resolved' } })
    expect(resolved.data.map(({ outcome }) => outcome)).toEqual(['hide', 'hide', 'hide'])
    const objections = await test.ok(appeals.list, { ...as, query: { state: 'open' } })
    expect(objections.data).toMatchObject([{ against: { state: 'hidden', reason: '广告或引流' } }])

    const sanctions = await test.ctx.db.selectFrom('account_sanctions').selectAll().orderBy('id').execute()
    expect(sanctions.map(({ kind }) => kind)).toEqual(['warn', 'ban', 'mute'])
    expect(sanctions.slice(1).every(({ until }) => (until ?? 0) > test.clock.now())).toBe(true)
    const rude = (await rows('users')).find(({ user_id }) => user_id === 'buguonaozi')?.id ?? 0
    expect((await test.ok(userPage.listNotes, { ...as, params: { id: String(rude) } })).notes).toHaveLength(1)
    const trash = await test.ctx.db.selectFrom('trash').select('target_type').execute()
    expect(trash.map(({ target_type }) => target_type).toSorted()).toEqual([TARGET.post, TRASHED.user])
    expect((await test.ok(words.list, as)).pagination.total).toBe(8)
    expect((await test.ok(announcements.list, as)).data).toMatchObject([{ progress: 'active', category: '毕业' }])
    expect((await test.ok(audits.list, as)).data.length).toBeGreaterThan(5)
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
