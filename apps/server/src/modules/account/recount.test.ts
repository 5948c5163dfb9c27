import * as follows from '@shiliu/contract/follows'
import * as likes from '@shiliu/contract/likes'
import { TARGET } from '@shiliu/contract/limits'
import { describe, expect, it } from 'vitest'
import { makeCategory, makePost, makeUser, type TestUser } from '#test/factories.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type CounterReport, recount } from './recount.service.ts'

const wrong = (reports: CounterReport[]) =>
  Object.fromEntries(reports.filter((report) => report.wrong > 0).map((report) => [report.counter, report.wrong]))

/** Rows without the counter changes that belong to them. */
async function rowsWithoutCounters(test: TestApp, user: TestUser, post: number) {
  const { db, clock } = test.ctx
  const comment = (parent_id: number | null) =>
    db
      .insertInto('comments')
      .values({ post_id: post, user_id: user.id, parent_id, root_id: parent_id, content: '', created_at: clock.now() })
      .executeTakeFirstOrThrow()
      .then((result) => Number(result.insertId))
  const like = (target_type: number, target_id: number) =>
    db
      .insertInto('likes')
      .values({ user_id: user.id, target_type, target_id, post_id: null, comment_id: null, created_at: clock.now() })
      .execute()
  const parent = await comment(null)
  await comment(parent)
  await like(TARGET.post, post)
  await like(TARGET.comment, parent)
  await db.insertInto('collections').values({ user_id: user.id, post_id: post, created_at: clock.now() }).execute()
}

async function stage() {
  const test = await createTestApp()
  const [ann, bob] = [await makeUser(test.ctx), await makeUser(test.ctx)]
  const { id: category_id } = await makeCategory(test.ctx)
  const { id: post } = await makePost(test.ctx, ann, { category_id, tags: ['学习', '考研'] })
  const { id: draft } = await makePost(test.ctx, ann, { category_id, tags: ['学习'], is_draft: true })
  await test.ok(follows.create, { params: { id: ann.user_id }, token: bob.token })
  return { test, ann, bob, post, draft }
}

describe('recount', () => {
  it('finds no drift after regular writes', async () => {
    const { test } = await stage()
    const reports = await recount(test.ctx, { check: true })
    expect(wrong(reports)).toEqual({})
    expect(reports).toHaveLength(14)
    expect(reports.find((report) => report.counter === 'users.fans_count')).toMatchObject({ rows: 2 })
  })

  it('reports each wrong counter and corrects it unless only checking', async () => {
    const { test, ann, bob, post, draft } = await stage()
    await rowsWithoutCounters(test, bob, post)
    // Reactions to a draft count for the draft, not for its author.
    await rowsWithoutCounters(test, bob, draft)
    await test.ctx.db.updateTable('users').set({ post_count: 9, follow_count: 9 }).execute()
    await test.ctx.db.updateTable('tags').set({ use_count: -1 }).execute()
    await test.ctx.db.updateTable('categories').set({ post_count: 5 }).execute()
    await test.ctx.db.deleteFrom('follows').execute()
    const off = {
      'users.follow_count': 2,
      'users.fans_count': 1,
      'users.post_count': 2,
      'users.like_count': 1,
      'users.collect_count': 1,
      'categories.post_count': 1,
      'tags.use_count': 2,
      'posts.like_count': 2,
      'posts.collect_count': 2,
      'posts.comment_count': 2,
      'comments.like_count': 2,
      'comments.reply_count': 2,
    }
    for (const check of [true, true, false]) {
      const reports = await recount(test.ctx, { check })
      expect(wrong(reports)).toEqual(off)
      const likes = reports.find((report) => report.counter === 'users.like_count')
      expect(likes?.examples).toEqual([{ id: ann.id, stored: 0, actual: 1 }])
    }
    expect(wrong(await recount(test.ctx, { check: false }))).toEqual({})
    const row = await test.ctx.db.selectFrom('posts').selectAll().where('id', '=', post).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ like_count: 1, collect_count: 1, comment_count: 2 })
  })

  it('reports what others see though they should not, and what they do not see, and corrects it', async () => {
    const { test, ann, bob, post } = await stage()
    const { db } = test.ctx
    await rowsWithoutCounters(test, bob, post)
    await recount(test.ctx, { check: false })
    // Ann is hidden, her note is not; what was said below it is hidden without a reason.
    await db.updateTable('users').set({ is_hidden: 1 }).where('id', '=', ann.id).execute()
    await db.updateTable('comments').set({ is_private: 1 }).where('parent_id', 'is', null).execute()
    const reports = await recount(test.ctx, { check: true })
    expect(wrong(reports)).toMatchObject({ 'posts.is_private': 1, 'comments.is_private': 2 })
    await recount(test.ctx, { check: false })
    expect(wrong(await recount(test.ctx, { check: true }))).toEqual({})
    const row = await db.selectFrom('posts').selectAll().where('id', '=', post).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ is_private: 1, author_hidden: 1, comment_count: 2 })
  })

  it('corrects a post’s hot score with its counters', async () => {
    const { test, bob, post } = await stage()
    const score = async () =>
      (await test.ctx.db.selectFrom('posts').select('hot_score').where('id', '=', post).executeTakeFirstOrThrow())
        .hot_score
    const before = await score()
    await rowsWithoutCounters(test, bob, post)
    await recount(test.ctx, { check: false })
    expect(await score()).toBeGreaterThan(before)
  })

  it('processes several batches and reports progress', async () => {
    const { test } = await stage()
    const created_at = test.clock.now()
    const names = Array.from({ length: 1200 }, (_, i) => ({
      name: `t${i}`,
      name_key: `t${i}`,
      created_at,
      use_count: 1,
    }))
    for (let i = 0; i < names.length; i += 200) {
      await test.ctx.db
        .insertInto('tags')
        .values(names.slice(i, i + 200))
        .execute()
    }
    const seen: [number, number][] = []
    const reports = await recount(test.ctx, { check: false, progress: (done, total) => seen.push([done, total]) })
    expect(wrong(reports)).toEqual({ 'tags.use_count': 1200 })
    expect(reports.find((report) => report.counter === 'tags.use_count')?.examples).toHaveLength(3)
    const [done, total] = seen.at(-1) ?? []
    expect(done).toBe(total)
    expect(wrong(await recount(test.ctx, { check: true }))).toEqual({})
  })

  it('neither reports nor causes drift under concurrent writes', async () => {
    const { test, ann, post } = await stage()
    const fans = await Promise.all(Array.from({ length: 20 }, () => makeUser(test.ctx)))
    const going = fans.map(async (fan) => {
      const input = { params: { id: ann.user_id }, token: fan.token }
      for (const endpoint of [follows.create, follows.remove, follows.create]) await test.ok(endpoint, input)
      const body = { target_type: TARGET.post, target_id: post }
      for (const endpoint of [likes.create, likes.remove, likes.create]) {
        await test.ok(endpoint, { body, token: fan.token })
      }
    })
    const reports = await Promise.all(Array.from({ length: 6 }, (_, i) => recount(test.ctx, { check: i % 2 === 0 })))
    await Promise.all(going)
    expect(reports.map(wrong)).toEqual(reports.map(() => ({})))
    expect(wrong(await recount(test.ctx, { check: true }))).toEqual({})
  })
})
