import * as monitor from '@shiliu/contract/admin/monitor'
import * as site from '@shiliu/contract/site'
import { describe, expect, it } from 'vitest'
import { createComment } from '#modules/comments/comment-mutations.service.ts'
import { like } from '#modules/likes/likes.service.ts'
import { makeAdmin, makePost, makeUser } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'

const HOUR = 3600 * 1000
const DAY = 24 * HOUR

async function stage() {
  const test = await createTestApp()
  return { test, token: (await makeAdmin(test.ctx)).token }
}

describe('activities', () => {
  it('are registrations, posts and comments, newest first, without drafts', async () => {
    const { test, token } = await stage()
    const user = await makeUser(test.ctx, { nickname: '小明' })
    const { id } = await makePost(test.ctx, user, { title: '图书馆', content: `一行<br>${'长'.repeat(200)}` })
    await makePost(test.ctx, user, { is_draft: true })
    const said = await createComment(test.ctx, user.id, { post_id: id, content: '好 &amp; 看', parent_id: null })
    const [comment, post, registration] = await test.ok(monitor.activities, { token })
    const author = { user_id: user.user_id, nickname: '小明', avatar: expect.any(String) }
    const written = { type: 'comment_publish', title: '图书馆', content: '好 & 看', target_id: id, record_id: said.id }
    expect(comment).toMatchObject({ id: `comment_${said.id}`, ...written, ...author })
    expect(post).toMatchObject({ id: `post_${id}`, type: 'post_publish', title: '图书馆', target_id: id, ...author })
    expect(post?.content).toMatch(/^一行 长+$/)
    expect(post?.content).toHaveLength(100)
    expect(registration).toMatchObject({ id: `user_${user.id}`, type: 'user_register', ...author })
    expect(await test.ok(monitor.activities, { query: { limit: 2 }, token })).toEqual([comment, post])
  })
})

describe('the dashboard', () => {
  it('counts thirty days in China’s time zone', async () => {
    const { test, token } = await stage()
    const user = await makeUser(test.ctx)
    // 2026-09-01 12:00 in China; four hours before midnight a day later.
    test.clock.advance(DAY + 8 * HOUR)
    const { id } = await makePost(test.ctx, user, { pictures: 2 })
    await makePost(test.ctx, user, { is_draft: true })
    test.clock.advance(4 * HOUR)
    await createComment(test.ctx, user.id, { post_id: id, content: '好', parent_id: null })
    await like(test.ctx, (await makeUser(test.ctx)).id, { target_type: 1, target_id: id })
    const { days, totals, pictures } = await test.ok(monitor.dashboard, { token })
    expect(days).toHaveLength(30)
    expect(days.slice(-3)).toEqual([
      { date: '2026-09-01', users: 1, posts: 0, comments: 0, likes: 0 },
      { date: '2026-09-02', users: 0, posts: 1, comments: 0, likes: 0 },
      { date: '2026-09-03', users: 1, posts: 0, comments: 1, likes: 1 },
    ])
    expect(days[0]).toEqual({ date: '2026-08-05', users: 0, posts: 0, comments: 0, likes: 0 })
    expect(totals).toEqual({ users: 2, posts: 1, drafts: 1, comments: 1, likes: 1 })
    expect(pictures).toEqual({ count: 2, bytes: expect.any(Number) })
    expect(pictures.bytes).toBeGreaterThan(100)
  })

  it('is counted at most once a minute', async () => {
    const { test, token } = await stage()
    const users = async () => (await test.ok(monitor.dashboard, { token })).totals.users
    expect(await users()).toBe(0)
    await makeUser(test.ctx)
    expect(await users()).toBe(0)
    test.clock.advance(61_000)
    expect(await users()).toBe(1)
  })
})

describe('problems', () => {
  it('are merged and counted until they are marked as read', async () => {
    const { test, token } = await stage()
    const problems = async () => (await test.ok(monitor.dashboard, { token })).problems
    await test.call(site.health)
    await test.app.inject({ url: '/api/nope' })
    expect(await problems()).toEqual([])
    test.ctx.problems.record('GET /posts', new TypeError('cannot read it'), 'req-1')
    test.ctx.problems.record(
      'write views',
      Object.assign(new Error("Duplicate '小明'"), { errno: 1062, code: 'ER_DUP' }),
    )
    test.ctx.problems.record('GET /posts', new TypeError('cannot read it'), 'req-2')
    const time = expect.stringMatching(/Z$/)
    expect(await problems()).toMatchObject([
      { place: 'GET /posts', fault: 'TypeError: cannot read it', request_id: 'req-2', count: 2, first_at: time },
      { place: 'write views', fault: 'Error ER_DUP', request_id: null, count: 1 },
    ])
    await test.ok(monitor.readProblems, { token })
    expect(await problems()).toEqual([])
  })

  it('stay where they occurred after the time marked as read', async () => {
    const { test, token } = await stage()
    const problems = async () => (await test.ok(monitor.dashboard, { token })).problems
    test.ctx.problems.record('GET /posts', 'slow')
    test.ctx.problems.record('write views', 'full')
    const until = (await problems())[0]?.last_at
    test.ctx.problems.record('purge', 'gone')
    await test.ok(monitor.readProblems, { body: { until }, token })
    expect(await problems()).toMatchObject([{ place: 'purge' }])
    await test.ok(monitor.readProblems, { body: {}, token })
    expect(await problems()).toEqual([])
  })

  it('are recorded when a request fails', async () => {
    const { test, token } = await stage()
    await test.ctx.db.schema.alterTable('captchas').renameTo('captchas_away').execute()
    try {
      expect((await test.app.inject({ url: '/api/auth/captcha' })).statusCode).toBe(500)
    } finally {
      // Other tests take this database after this one.
      await test.ctx.db.schema.alterTable('captchas_away').renameTo('captchas').execute()
    }
    const { problems } = await test.ok(monitor.dashboard, { token })
    expect(problems).toMatchObject([{ place: 'GET /api/auth/captcha', count: 1, request_id: expect.any(String) }])
    expect(problems[0]?.fault).not.toMatch(/insert|select/i)
  })

  it('are limited to the newest fifty', async () => {
    const { test, token } = await stage()
    for (let i = 0; i < 60; i++) test.ctx.problems.record(`job ${i}`, 'went wrong')
    const { problems } = await test.ok(monitor.dashboard, { token })
    expect(problems.map(({ place }) => place)).toEqual(Array.from({ length: 50 }, (_, i) => `job ${59 - i}`))
  })
})
