import { announcements as admin } from '@shiliu/contract/admin/announcements'
import * as announcements from '@shiliu/contract/announcements'
import type { BodyIn } from '@shiliu/contract/endpoint'
import * as notifications from '@shiliu/contract/notifications'
import { describe, expect, it } from 'vitest'
import { deleteUserAccount } from '#modules/account/deletion.service.ts'
import { collect } from '#modules/collections/collections.service.ts'
import { like } from '#modules/likes/likes.service.ts'
import { makeAdmin, makeCategory, makePost, makeUser } from '#test/factories.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { writeBannerViews } from './announcements.service.ts'
import { deliverAnnouncements } from './delivery.service.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

async function stage() {
  const test = await createTestApp()
  const editor = await makeAdmin(test.ctx, 'editor')
  const { token } = editor
  const announce = async (body: Partial<BodyIn<typeof admin.create>> = {}) =>
    (await test.ok(admin.create, { token, body: { kind: 'banner', title: '今晚停电', audience: 'all', ...body } })).id
  const change = (id: number, body: BodyIn<typeof admin.update>) =>
    test.call(admin.update, { token, params: { id: String(id) }, body })
  const remove = (id: number) => test.ok(admin.remove, { token, params: { id: String(id) } })
  const rowOf = (id: number) => test.ok(admin.get, { token, params: { id: String(id) } })
  const shown = async (viewer?: { token: string }) =>
    (await test.ok(announcements.list, viewer && { token: viewer.token })).announcements.map(({ id }) => id)
  const see = (id: number, viewer?: { token: string }, dismissed = false) =>
    test.call(announcements.seen, {
      params: { id: String(id) },
      body: { dismissed },
      ...(viewer && { token: viewer.token }),
    })
  return { test, editor, announce, change, remove, rowOf, shown, see, at: (ms: number) => timeAt(test, ms) }
}

/** A time so far from the test's present. */
const timeAt = ({ clock }: TestApp, ms: number) => new Date(clock.now() + ms).toISOString()

describe('banners', () => {
  it('are shown to their audience, newest first', async () => {
    const { test, announce, shown } = await stage()
    const user = await makeUser(test.ctx)
    const { id: category_id } = await makeCategory(test.ctx)
    const all = await announce()
    const members = await announce({ audience: 'signed_in' })
    const readers = await announce({ audience: 'category', category_id })
    const moderators = await announce({ audience: 'moderator' })
    const everyAdmin = await announce({ audience: 'viewer' })
    expect(await shown()).toEqual([readers, all])
    expect(await shown(user)).toEqual([readers, members, all])
    const inBackOffice = async (role: 'viewer' | 'owner') => {
      const { token } = await makeAdmin(test.ctx, role)
      return (await test.ok(announcements.adminBanners, { token })).announcements.map(({ id }) => id)
    }
    expect(await inBackOffice('viewer')).toEqual([everyAdmin])
    expect(await inBackOffice('owner')).toEqual([everyAdmin, moderators])
    const { announcements: found } = await test.ok(announcements.list)
    expect(found.map((one) => one.category_id)).toEqual([category_id, null])
  })

  it('follow the clock and each change without anybody clearing a cache', async () => {
    const { test, announce, change, remove, rowOf, shown, at } = await stage()
    const id = await announce({ starts_at: at(MINUTE), ends_at: at(3 * MINUTE) })
    expect([await shown(), (await rowOf(id)).progress]).toEqual([[], 'waiting'])
    test.clock.advance(2 * MINUTE)
    expect([await shown(), (await rowOf(id)).progress]).toEqual([[id], 'active'])
    test.clock.advance(2 * MINUTE)
    expect([await shown(), (await rowOf(id)).progress]).toEqual([[], 'over'])
    expect(await change(id, { ends_at: null, title: '明晚停电' })).toMatchObject({ status: 200 })
    expect((await test.ok(announcements.list)).announcements).toMatchObject([{ id, title: '明晚停电', link: null }])
    await remove(id)
    expect(await shown()).toEqual([])
  })

  it('cost a guest no statement', async () => {
    const { test, announce, shown } = await stage()
    await announce()
    await shown()
    test.countStatements()
    await shown()
    expect(test.countStatements()).toBe(0)
  })

  it('count each person once and guests each time', async () => {
    const { test, announce, rowOf, see } = await stage()
    const [one, two] = [await makeUser(test.ctx), await makeUser(test.ctx)]
    const id = await announce()
    for (const viewer of [one, one, two, undefined, undefined, undefined]) await see(id, viewer)
    await Promise.all([see(id, one), see(id, two)])
    await see(id, undefined, true)
    expect(await rowOf(id)).toMatchObject({ seen_count: 2, guest_views: 3 })
    await writeBannerViews(test.ctx)
    expect(await rowOf(id)).toMatchObject({ seen_count: 2, guest_views: 3 })
  })

  it('stay closed for who closed them, if they may be', async () => {
    const { test, announce, shown, see } = await stage()
    const user = await makeUser(test.ctx)
    const other = await makeUser(test.ctx)
    const [closable, fixed] = [await announce(), await announce({ dismissable: false })]
    await see(closable, user)
    for (const id of [closable, fixed]) await see(id, user, true)
    expect(await shown(user)).toEqual([fixed])
    expect([await shown(other), await shown()]).toEqual([
      [fixed, closable],
      [fixed, closable],
    ])
  })

  it('that somebody is not shown count nothing', async () => {
    const { announce, see, rowOf } = await stage()
    const id = await announce({ audience: 'signed_in' })
    expect(await see(id)).toMatchObject({ status: 404, error: 'record_not_found' })
    expect(await rowOf(id)).toMatchObject({ guest_views: 0 })
  })

  it('go with their category', async () => {
    const { test, announce, shown } = await stage()
    const { id: category_id } = await makeCategory(test.ctx)
    await announce({ audience: 'category', category_id })
    await test.ctx.db.updateTable('announcements').set({ category_id: null }).execute()
    test.ctx.cache.clear()
    expect(await shown()).toEqual([])
  })

  it('lose what a deleted account saw', async () => {
    const { test, announce, see } = await stage()
    const user = await makeUser(test.ctx)
    await see(await announce(), user)
    await deleteUserAccount(test.ctx, user.id)
    expect(await test.ctx.db.selectFrom('announcement_reads').selectAll().execute()).toEqual([])
  })
})

describe('notifications to many', () => {
  const inbox = async (test: TestApp, { token }: { token: string }) => {
    const { notifications: list } = await test.ok(notifications.system, { token })
    const { system } = await test.ok(notifications.unreadByType, { token })
    return { list, system }
  }
  const note = { kind: 'notification', title: '选课开始', text: '到教务处网站', link: '/post/1' } as const

  it('reach everybody in pieces, once, however often the work is begun', async () => {
    const { test, announce, rowOf } = await stage()
    const users = []
    for (let i = 0; i < 5; i++) users.push(await makeUser(test.ctx))
    const id = await announce(note)
    await Promise.all([deliverAnnouncements(test.ctx), deliverAnnouncements(test.ctx)])
    await deliverAnnouncements(test.ctx)
    for (const user of users) {
      const { list, system } = await inbox(test, user)
      expect([list.length, system]).toEqual([1, 1])
      expect(list[0]).toMatchObject({
        type: 9,
        title: '选课开始',
        announcement: { text: '到教务处网站', link: '/post/1' },
      })
    }
    expect(await rowOf(id)).toMatchObject({ progress: 'sent', sent_count: 5, seen_count: 0 })
    const [reader] = users
    await test.ok(notifications.readAll, { token: reader?.token ?? '' })
    expect(await rowOf(id)).toMatchObject({ seen_count: 1 })
  })

  it('go on where another node was stopped', async () => {
    const { test, announce, rowOf } = await stage()
    for (let i = 0; i < 3; i++) await makeUser(test.ctx)
    const id = await announce(note)
    const stopped = new AbortController()
    stopped.abort()
    await deliverAnnouncements(test.ctx, stopped.signal)
    expect(await rowOf(id)).toMatchObject({ sent_count: 0 })
    await deliverAnnouncements(test.ctx)
    expect(await rowOf(id)).toMatchObject({ sent_count: 3 })
  })

  it('wait for their time and are taken back at their end', async () => {
    const { test, announce, rowOf, change, at } = await stage()
    const user = await makeUser(test.ctx)
    const id = await announce({ ...note, starts_at: at(MINUTE), ends_at: at(5 * MINUTE) })
    await deliverAnnouncements(test.ctx)
    expect(await inbox(test, user)).toMatchObject({ list: [], system: 0 })
    test.clock.advance(2 * MINUTE)
    await deliverAnnouncements(test.ctx)
    expect(await inbox(test, user)).toMatchObject({ system: 1 })
    expect(await change(id, { audience: 'signed_in' })).toMatchObject({ status: 409, error: 'announcement_sent' })
    expect(await change(id, { title: '选课推迟' })).toMatchObject({ status: 200 })
    expect((await inbox(test, user)).list).toMatchObject([{ title: '选课推迟' }])
    test.clock.advance(5 * MINUTE)
    await deliverAnnouncements(test.ctx)
    expect(await inbox(test, user)).toMatchObject({ list: [], system: 0 })
    expect(await rowOf(id)).toMatchObject({ progress: 'over' })
    expect(await change(id, { ends_at: null })).toMatchObject({ status: 409, message: '通知已经收回，不能再改' })
  })

  it('vanish with their announcement, and so does all that belongs to it', async () => {
    const { test, announce, remove, see } = await stage()
    const user = await makeUser(test.ctx)
    const [sent, banner] = [await announce(note), await announce()]
    await see(banner, user)
    await deliverAnnouncements(test.ctx)
    for (const id of [sent, banner]) await remove(id)
    await deliverAnnouncements(test.ctx)
    expect(await inbox(test, user)).toMatchObject({ list: [], system: 0 })
    for (const table of ['announcements', 'announcement_reads', 'notifications'] as const) {
      expect(await test.ctx.db.selectFrom(table).select('id').execute()).toEqual([])
    }
  })

  it('about a category reach who published, liked or collected there lately', async () => {
    const { test } = await stage()
    const { id: category_id } = await makeCategory(test.ctx)
    const [author, liker, collector, old, elsewhere] = await Promise.all(
      Array.from({ length: 5 }, () => makeUser(test.ctx)),
    )
    if (!author || !liker || !collector || !old || !elsewhere) throw new Error('no users')
    const post = await makePost(test.ctx, old, { category_id })
    test.clock.advance(31 * DAY)
    await makePost(test.ctx, author, { category_id })
    await makePost(test.ctx, elsewhere)
    await like(test.ctx, liker.id, { target_type: 1, target_id: post.id })
    await collect(test.ctx, collector.id, post.id)
    await test.ctx.db.deleteFrom('notifications').execute()
    // The editor's session is over by then.
    const { token } = await makeAdmin(test.ctx, 'editor')
    await test.ok(admin.create, { token, body: { ...note, audience: 'category', category_id } })
    await deliverAnnouncements(test.ctx)
    const told = await test.ctx.db.selectFrom('notifications').select('user_id').orderBy('user_id').execute()
    expect(told.map(({ user_id }) => user_id)).toEqual([author.id, liker.id, collector.id].toSorted((a, b) => a - b))
  })
})

it('is written by editors, and read by viewers', async () => {
  const { test } = await stage()
  const viewer = await makeAdmin(test.ctx, 'viewer')
  const body = { kind: 'banner', title: '停电', audience: 'all' } as const
  expect(await test.call(admin.create, { token: viewer.token, body })).toMatchObject({ status: 403 })
  expect(await test.call(admin.list, { token: viewer.token })).toMatchObject({ status: 200 })
})
