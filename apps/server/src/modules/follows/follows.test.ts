import * as follows from '@shiliu/contract/follows'
import * as notifications from '@shiliu/contract/notifications'
import * as users from '@shiliu/contract/users'
import { describe, expect, it } from 'vitest'
import { makeUser, type TestUser } from '#test/factories.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

const of = (user: TestUser) => ({ params: { id: user.user_id } })
const as = (viewer: TestUser, user: TestUser) => ({ ...of(user), token: viewer.token })
const makeUsers = (test: TestApp, n: number) => Promise.all(Array.from({ length: n }, () => makeUser(test.ctx)))

async function two() {
  const test = await createTestApp()
  return { test, ann: await makeUser(test.ctx), bob: await makeUser(test.ctx) }
}

/** Compares counters with rows. */
async function counters(test: TestApp, user: TestUser) {
  const { follow_count, fans_count } = await test.ok(users.getStats, of(user))
  const rows = await test.ctx.db.selectFrom('follows').selectAll().execute()
  expect(follow_count).toBe(rows.filter((row) => row.follower_id === user.id).length)
  expect(fans_count).toBe(rows.filter((row) => row.following_id === user.id).length)
  return { follow_count, fans_count }
}

describe('following', () => {
  it('goes from follow to unfollow, back and mutual', async () => {
    const { test, ann, bob } = await two()
    expect(await test.ok(follows.status, as(ann, bob))).toMatchObject({ followed: false, buttonType: 'follow' })
    expect(await test.ok(follows.create, as(ann, bob))).toEqual({
      followed: true,
      isFollowing: true,
      isMutual: false,
      buttonType: 'unfollow',
    })
    expect(await test.ok(follows.status, as(bob, ann))).toMatchObject({ followed: false, buttonType: 'back' })
    expect(await test.ok(follows.create, as(bob, ann))).toMatchObject({ isMutual: true, buttonType: 'mutual' })
    expect(await test.ok(follows.remove, as(ann, bob))).toMatchObject({ followed: false, buttonType: 'back' })
    expect(await counters(test, ann)).toEqual({ follow_count: 0, fans_count: 1 })
    expect(await counters(test, bob)).toEqual({ follow_count: 1, fans_count: 0 })
  })

  it('is idempotent', async () => {
    const { test, ann, bob } = await two()
    await test.ok(follows.create, as(ann, bob))
    expect(await test.ok(follows.create, as(ann, bob))).toMatchObject({ followed: true })
    expect(await counters(test, bob)).toMatchObject({ fans_count: 1 })
    await test.ok(follows.remove, as(ann, bob))
    expect(await test.ok(follows.remove, as(ann, bob))).toMatchObject({ followed: false })
    expect(await counters(test, bob)).toMatchObject({ fans_count: 0 })
  })

  it('rejects oneself, unknown users and guests', async () => {
    const { test, ann } = await two()
    expect(await test.call(follows.create, as(ann, ann))).toMatchObject({ status: 400, error: 'follow_self' })
    expect(await test.ok(follows.status, as(ann, ann))).toMatchObject({ followed: false, buttonType: 'self' })
    const nobody = { params: { id: 'nobody' } }
    for (const endpoint of [follows.create, follows.remove]) {
      expect(await test.call(endpoint, { ...nobody, token: ann.token })).toMatchObject({ status: 404 })
      expect(await test.call(endpoint, of(ann))).toMatchObject({ status: 401 })
    }
    for (const endpoint of [follows.status, follows.following, follows.followers, follows.mutual]) {
      expect(await test.call(endpoint, nobody)).toMatchObject({ status: 404, error: 'user_not_found' })
    }
    expect(await test.ok(follows.status, of(ann))).toMatchObject({ followed: false, buttonType: 'follow' })
  })

  it('notifies once, and withdraws an unread notification on unfollow', async () => {
    const { test, ann, bob } = await two()
    const told = async () => (await test.ok(notifications.follows, { token: bob.token })).notifications
    await test.ok(follows.create, as(ann, bob))
    expect(await told()).toMatchObject([
      { type: 6, title: '关注了你', from_user_id: ann.user_id, buttonType: 'back', follow_count: 1, target_id: null },
    ])
    await test.ok(follows.remove, as(ann, bob))
    expect(await told()).toEqual([])
    await test.ok(follows.create, as(ann, bob))
    await test.ok(notifications.readAll, { token: bob.token })
    await test.ok(follows.remove, as(ann, bob))
    await test.ok(follows.create, as(ann, bob))
    expect(await told()).toMatchObject([{ is_read: 1 }])
  })
})

describe('following at the same time', () => {
  it('counts fifty new followers of one user', async () => {
    const { test, ann } = await two()
    const fans = await makeUsers(test, 50)
    const answers = await Promise.all(fans.map((fan) => test.call(follows.create, as(fan, ann))))
    expect(answers.map((answer) => answer.status)).toEqual(fans.map(() => 200))
    expect(await counters(test, ann)).toEqual({ follow_count: 0, fans_count: 50 })
    expect(await test.ok(notifications.unreadCount, { token: ann.token })).toEqual({ count: 50 })
  })

  it('counts a circle in which everybody follows everybody', async () => {
    const test = await createTestApp()
    const circle = await makeUsers(test, 8)
    const pairs = circle.flatMap((a) => circle.flatMap((b) => (a === b ? [] : [as(a, b)])))
    const answers = await Promise.all(pairs.map((pair) => test.call(follows.create, pair)))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    for (const user of circle) expect(await counters(test, user)).toEqual({ follow_count: 7, fans_count: 7 })
  })

  it('counts repeated concurrent requests once', async () => {
    const { test, ann, bob } = await two()
    const on = await Promise.all(Array.from({ length: 20 }, () => test.call(follows.create, as(ann, bob))))
    expect(new Set(on.map((answer) => answer.status))).toEqual(new Set([200]))
    expect(await counters(test, bob)).toEqual({ follow_count: 0, fans_count: 1 })
    const mixed = await Promise.all(
      Array.from({ length: 20 }, (_, i) => test.call(i % 2 ? follows.create : follows.remove, as(ann, bob))),
    )
    expect(new Set(mixed.map((answer) => answer.status))).toEqual(new Set([200]))
    await counters(test, ann)
    await counters(test, bob)
  })
})

describe('lists of people', () => {
  it('are paged, newest first, with the viewer’s buttons', async () => {
    const { test, ann, bob } = await two()
    const fans = await makeUsers(test, 3)
    for (const fan of fans) await test.ok(follows.create, as(fan, ann))
    await test.ok(follows.create, as(ann, fans[1] ?? bob))
    await test.ok(follows.create, as(bob, fans[2] ?? bob))
    const page = await test.ok(follows.followers, { ...as(bob, ann), query: { limit: 2 } })
    expect(page.pagination).toMatchObject({ page: 1, limit: 2, total: 3, pages: 2 })
    expect(page.followers.map((user) => [user.id, user.buttonType])).toEqual([
      [fans[2]?.id, 'unfollow'],
      [fans[1]?.id, 'follow'],
    ])
    expect(page.followers[0]).toMatchObject({ followed_at: expect.stringMatching(/Z$/), fans_count: 1, post_count: 0 })
    const own = await test.ok(follows.following, as(ann, ann))
    expect(own.following).toMatchObject([{ id: fans[1]?.id, buttonType: 'mutual', isMutual: true }])
    const mutual = await test.ok(follows.mutual, as(bob, ann))
    expect(mutual).toMatchObject({ mutualFollows: [{ id: fans[1]?.id }], pagination: { total: 1 } })
    const guest = await test.ok(follows.followers, of(ann))
    expect(new Set(guest.followers.map((user) => user.buttonType))).toEqual(new Set(['follow']))
    expect((await test.ok(follows.following, as(bob, bob))).pagination.total).toBe(1)
    const self = await test.ok(follows.followers, as(bob, fans[2] ?? bob))
    expect(self.followers).toMatchObject([{ id: bob.id, buttonType: 'self' }])
  })

  it('take a constant number of statements and expose nothing private', async () => {
    const { test, ann, bob } = await two()
    const everybody = [bob, ...(await makeUsers(test, 8))]
    const cost = async () => {
      const statements = []
      for (const endpoint of [follows.following, follows.followers, follows.mutual]) {
        test.countStatements()
        const answer = await test.call(endpoint, as(bob, ann))
        expect(JSON.stringify(answer)).not.toMatch(/password|argon2|session/)
        statements.push(test.countStatements())
      }
      return statements
    }
    const meet = async (user: TestUser) => {
      await test.ok(follows.create, as(ann, user))
      await test.ok(follows.create, as(user, ann))
    }
    await meet(everybody[1] ?? bob)
    // The first call also loads the session.
    await cost()
    const one = await cost()
    for (const user of everybody) await meet(user)
    expect(await cost()).toEqual(one)
  })
})
