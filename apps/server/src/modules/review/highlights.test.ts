/** Pinning and featuring notes, and taking it back (docs/product.md#pinned-and-featured-notes). */
import { audits } from '@shiliu/contract/admin/audits'
import { type HighlightName, highlight, list, type PinChannel } from '@shiliu/contract/admin/highlights'
import * as jobs from '@shiliu/contract/admin/jobs'
import { moderate, undo } from '@shiliu/contract/admin/moderation'
import * as adminPosts from '@shiliu/contract/admin/posts'
import type { BodyIn } from '@shiliu/contract/endpoint'
import * as posts from '@shiliu/contract/posts'
import { describe, expect, it } from 'vitest'
import { deleteUserAccount } from '#modules/account/deletion.service.ts'
import { hotScore } from '#modules/posts/hot-score.ts'
import { emptyTrash, makeAdmin, makeCategory, makePost, makeUser } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'
import { workOnJobs } from './job-runner.service.ts'

const HOUR_MS = 3600 * 1000

async function stage(notes = 5) {
  const test = await createTestApp()
  const author = await makeUser(test.ctx)
  const category = await makeCategory(test.ctx, '校园')
  const { token, username } = await makeAdmin(test.ctx, 'moderator')
  const ids: number[] = []
  for (let i = 1; i <= notes; i++) {
    ids.push((await makePost(test.ctx, author, { title: `第${i}篇`, category_id: category.id })).id)
  }
  const change = (action: HighlightName, some: number[], channel?: PinChannel, until: string | null = null) =>
    test.call(highlight, { body: { ids: some, action, channel, until }, token })
  const pin = async (...some: number[]) => {
    for (const id of some) expect(await change('pin', [id], 'recommend')).toMatchObject({ status: 200 })
  }
  const pins = async () => (await test.ok(list, { token })).pins
  const pinned = async () => (await pins()).map(({ post_id }) => post_id)
  const takeBack = (undo_id: number) => test.call(undo, { body: { undo_id }, token })
  const hide = (id: number) =>
    test.ok(moderate, { body: { target_type: 1, ids: [id], action: 'hide', reason: '广告' }, token })
  const stored = async () => ({
    posts: await test.ctx.db.selectFrom('posts').selectAll().orderBy('id').execute(),
    pins: (await test.ctx.db.selectFrom('post_pins').selectAll().orderBy('created_at').execute()).map(
      ({ id: _, ...row }) => row,
    ),
  })
  return { test, author, category, token, username, ids, change, pin, pins, pinned, takeBack, hide, stored }
}

describe('pinning', () => {
  it('is limited to three notes of a channel, and says which', async () => {
    const { ids, change, pin, pinned } = await stage()
    const [a = 0, b = 0, c = 0, d = 0] = ids
    await pin(a, b, c)
    const message = '「推荐」最多置顶 3 篇，现在有 3 篇：《第1篇》《第2篇》《第3篇》，请先取消一篇'
    expect(await change('pin', [d], 'recommend')).toMatchObject({ status: 409, error: 'pins_full', message })
    expect(await change('pin', [a, b, c, d], 'category')).toMatchObject({
      status: 409,
      message: '「校园」最多置顶 3 篇',
    })
    expect(await change('pin', [d], 'category')).toMatchObject({ status: 200 })
    expect(await change('unpin', [b], 'recommend')).toMatchObject({ status: 200, data: { changed: 1 } })
    expect(await change('pin', [d], 'recommend')).toMatchObject({ status: 200 })
    expect(await pinned()).toEqual([d, c, a, d])
  })

  it('by two at once keeps to the limit', async () => {
    const { ids, change, pin, pinned } = await stage()
    const [a = 0, b = 0, c = 0, d = 0] = ids
    await pin(a, b)
    const answers = await Promise.all([c, d].map((id) => change('pin', [id], 'recommend')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await pinned()).toHaveLength(3)
  })

  it('again changes the end, and no place', async () => {
    const { test, ids, change, pin, pins, pinned } = await stage()
    const [a = 0, b = 0, c = 0] = ids
    await pin(a, b, c)
    const until = new Date(test.clock.now() + HOUR_MS).toISOString()
    expect(await change('pin', [a], 'recommend', until)).toMatchObject({ status: 200 })
    expect(await change('pin', [a], 'recommend', until)).toMatchObject({ status: 409, error: 'already_moderated' })
    expect(await pinned()).toEqual([c, b, a])
    expect((await pins()).map((one) => one.until)).toEqual([null, null, until])
  })

  it('needs a channel, a time to come and a public note', async () => {
    const { ids, change, hide } = await stage()
    const [a = 0, b = 0] = ids
    expect(await change('pin', [a])).toMatchObject({ status: 400, field: 'channel' })
    const past = new Date(0).toISOString()
    expect(await change('pin', [a], 'recommend', past)).toMatchObject({
      status: 400,
      field: 'until',
      message: '结束时间要晚于现在',
    })
    await hide(a)
    for (const action of ['pin', 'feature'] as const) {
      expect(await change(action, [a], 'recommend')).toMatchObject({ status: 409, error: 'post_not_shown' })
    }
    expect(await change('pin', [a, b], 'recommend')).toMatchObject({ status: 200, data: { changed: 1 } })
    expect(await change('pin', [999_999], 'recommend')).toMatchObject({ status: 409, error: 'already_moderated' })
  })

  it('leaves out what has ended, and lists what is not shown now', async () => {
    const { test, username, ids, change, pin, pins, hide } = await stage()
    const [a = 0, b = 0, c = 0, d = 0] = ids
    for (const id of [a, b]) await change('pin', [id], 'recommend', new Date(test.clock.now() + HOUR_MS).toISOString())
    await pin(c)
    await hide(c)
    expect((await pins()).map(({ post_id, is_shown }) => [post_id, is_shown])).toEqual([
      [c, 0],
      [b, 1],
      [a, 1],
    ])
    test.clock.advance(HOUR_MS)
    await pin(d)
    expect(await pins()).toMatchObject([
      { post_id: d, title: '第4篇', channel: 'recommend', channel_name: '推荐', until: null, username, is_shown: 1 },
      { post_id: c },
    ])
    expect(await change('unpin', [c, d])).toMatchObject({ status: 200, data: { changed: 2 } })
  })

  it('goes with the note, and with its author', async () => {
    const { test, author, ids, change, pin, stored, token } = await stage()
    const [a = 0, b = 0] = ids
    await pin(a, b)
    await change('pin', [a], 'category')
    await test.ok(moderate, { body: { target_type: 1, ids: [a], action: 'delete', reason: '广告' }, token })
    await emptyTrash(test)
    expect((await stored()).pins).toMatchObject([{ post_id: b, channel: 0 }])
    await deleteUserAccount(test.ctx, author.id)
    await emptyTrash(test)
    expect((await stored()).pins).toEqual([])
  })
})

describe('taking it back', () => {
  it.each([
    ['pin', 'recommend'],
    ['unpin', undefined],
    ['feature', undefined],
    ['unfeature', undefined],
  ] as const)('of %s leaves everything as it was', async (action, channel) => {
    const { ids, change, takeBack, stored } = await stage()
    const [a = 0, b = 0] = ids
    await change('pin', [a], 'category')
    await change('feature', [a])
    const before = await stored()
    const { data } = await change(action, [a, b], channel)
    expect(await stored()).not.toEqual(before)
    expect(await takeBack(data.undo_id)).toMatchObject({ status: 200, data: { job_id: null } })
    expect(await stored()).toEqual(before)
    expect(await takeBack(data.undo_id)).toMatchObject({ status: 409, error: 'already_undone' })
  })

  it('gives a pin its end back', async () => {
    const { test, ids, change, pin, pins, takeBack } = await stage()
    const [a = 0] = ids
    await pin(a)
    const { data } = await change('pin', [a], 'recommend', new Date(test.clock.now() + HOUR_MS).toISOString())
    expect(await takeBack(data.undo_id)).toMatchObject({ status: 200, data: { changed: 1 } })
    expect(await pins()).toMatchObject([{ post_id: a, until: null }])
  })

  it('is refused where another changed it since, or took its place', async () => {
    const { ids, change, pin, takeBack } = await stage()
    const [a = 0, b = 0, c = 0, d = 0] = ids
    const { data: pinnedA } = await change('pin', [a], 'recommend')
    await change('unpin', [a])
    expect(await takeBack(pinnedA.undo_id)).toMatchObject({ status: 409, error: 'already_undone' })
    await pin(a)
    const { data: unpinned } = await change('unpin', [a])
    await pin(b, c, d)
    expect(await takeBack(unpinned.undo_id)).toMatchObject({ status: 409, error: 'pins_full' })
    await change('unpin', [d])
    expect(await takeBack(unpinned.undo_id)).toMatchObject({ status: 200 })
  })

  it('of a job that moved notes brings back the pins of the category', async () => {
    const { test, token, ids, change, pins, stored } = await stage()
    const [a = 0, b = 0] = ids
    const other = await makeCategory(test.ctx)
    await change('pin', [a], 'category')
    await change('pin', [b], 'recommend')
    const before = await stored()
    const body: BodyIn<typeof jobs.create> = { resource: 'posts', action: 'move', ids: [a, b], category_id: other.id }
    const { id } = await test.ok(jobs.create, { body, token })
    await workOnJobs(test.ctx, new AbortController().signal)
    expect((await pins()).map(({ post_id, channel }) => [post_id, channel])).toEqual([[b, 'recommend']])
    const { undo_id } = await test.ok(jobs.get, { params: { id: String(id) }, token })
    await test.ok(undo, { body: { undo_id: undo_id ?? 0 }, token })
    await workOnJobs(test.ctx, new AbortController().signal)
    expect((await stored()).pins).toEqual(before.pins)
  })
})

describe('a featured note', () => {
  it('says so everywhere, and ranks higher in 推荐', async () => {
    const { test, author, ids, change } = await stage(3)
    const [oldest = 0, second = 0, newest = 0] = ids
    const order = async () =>
      (await test.ok(posts.list, { query: { category: 'recommend' } })).posts.map(({ id, is_featured }) => [
        id,
        is_featured,
      ])
    expect(await order()).toEqual([newest, second, oldest].map((id) => [id, 0]))
    await change('feature', [oldest])
    expect(await order()).toEqual([
      [oldest, 1],
      [newest, 0],
      [second, 0],
    ])
    const detail = await test.ok(posts.get, { params: { id: String(oldest) }, token: author.token })
    expect(detail).toMatchObject({ is_featured: 1 })
    expect(await change('feature', [oldest])).toMatchObject({ status: 409, error: 'already_moderated' })
    const row = await test.ctx.db.selectFrom('posts').selectAll().where('id', '=', oldest).executeTakeFirstOrThrow()
    expect(row.hot_score).toBeCloseTo(hotScore({ ...row, is_featured: 0 }) + 2)
  })

  it('keeps its place when it is viewed and edited', async () => {
    const { test, author, category, ids, change } = await stage(3)
    const [oldest = 0] = ids
    await change('feature', [oldest])
    const body = { title: '改了', content: '正文', category_id: category.id }
    await test.ok(posts.update, { params: { id: String(oldest) }, body, token: author.token })
    const row = await test.ctx.db.selectFrom('posts').selectAll().where('id', '=', oldest).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ is_featured: 1 })
    expect(row.hot_score).toBeCloseTo(hotScore(row))
  })

  it('is found by the filter of the back office', async () => {
    const { test, token, ids, change } = await stage(3)
    await change('feature', ids.slice(0, 2))
    const query = { is_featured: '1' } as const
    const found = await test.ok(adminPosts.posts.list, { query, token })
    expect(found.data.map(({ id, is_featured }) => [id, is_featured]).toSorted()).toEqual(
      ids.slice(0, 2).map((id) => [id, 1]),
    )
  })
})

it('the trail says what was pinned where, and what was featured', async () => {
  const { test, token, ids, change, takeBack } = await stage()
  const [a = 0] = ids
  const { data } = await change('pin', [a], 'category')
  await change('feature', [a])
  await takeBack(data.undo_id)
  const lines = (await test.ok(audits.list, { query: { resource: 'posts' }, token })).data
  expect(lines.map(({ action, record_id, record_name }) => [action, record_id, record_name])).toEqual(
    ['undo', 'feature', 'pin'].map((action) => [action, a, '第1篇']),
  )
  expect(lines[2]).toMatchObject({ before: { pinned_in: [] }, after: { pinned_in: ['校园'], undo_id: data.undo_id } })
  expect(lines[1]).toMatchObject({ before: { is_featured: 0 }, after: { is_featured: 1 } })
})
