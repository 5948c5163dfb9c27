/** What the back office shows of an account in the trash, and what can be done about it (docs/product.md#trash). */
import { collections as collectionTable } from '@shiliu/contract/admin/collections'
import { comments as commentTable } from '@shiliu/contract/admin/comments'
import { follows as followTable } from '@shiliu/contract/admin/follows'
import * as jobs from '@shiliu/contract/admin/jobs'
import { likes as likeTable } from '@shiliu/contract/admin/likes'
import * as moderation from '@shiliu/contract/admin/moderation'
import * as monitor from '@shiliu/contract/admin/monitor'
import { notifications as notificationTable } from '@shiliu/contract/admin/notifications'
import { posts as postTable } from '@shiliu/contract/admin/posts'
import * as reporting from '@shiliu/contract/admin/reports'
import * as sanctions from '@shiliu/contract/admin/sanctions'
import { sessions as sessionTable } from '@shiliu/contract/admin/sessions'
import { counts } from '@shiliu/contract/admin/user-page'
import { users as userTable } from '@shiliu/contract/admin/users'
import * as auth from '@shiliu/contract/auth'
import * as collections from '@shiliu/contract/collections'
import * as comments from '@shiliu/contract/comments'
import * as follows from '@shiliu/contract/follows'
import * as likes from '@shiliu/contract/likes'
import { TARGET } from '@shiliu/contract/limits'
import * as notifications from '@shiliu/contract/notifications'
import * as reports from '@shiliu/contract/reports'
import * as users from '@shiliu/contract/users'
import { describe, expect, it } from 'vitest'
import { counterDrift } from '#test/counters.ts'
import { makeAdmin, makePost, makeUser, PASSWORD, type TestUser } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'

const param = (id: number | string) => ({ params: { id: String(id) } })

const TABLES = {
  users: userTable,
  posts: postTable,
  comments: commentTable,
  likes: likeTable,
  collections: collectionTable,
  follows: followTable,
  notifications: notificationTable,
  sessions: sessionTable,
} as const

/** Ann and Bob each have one of everything with the other; Ann is in the trash. */
async function stage() {
  const test = await createTestApp()
  const { ctx } = test
  const admin = await makeAdmin(ctx)
  const [ann, bob] = [await makeUser(ctx), await makeUser(ctx)]
  for (const { user_id } of [ann, bob]) await test.ok(auth.login, { body: { user_id, password: PASSWORD } })
  const made = async (author: TestUser, other: TestUser) => {
    const post = await makePost(ctx, other)
    await makePost(ctx, other, { is_draft: true })
    const body = { post_id: post.id, content: '好', parent_id: null }
    const comment = await test.ok(comments.create, { body, token: author.token })
    await test.ok(likes.create, { body: { target_type: TARGET.post, target_id: post.id }, token: author.token })
    await test.ok(collections.create, { ...param(post.id), token: author.token })
    await test.ok(follows.create, { ...param(other.user_id), token: author.token })
    return { post, comment }
  }
  const { post: bobsPost, comment: annsComment } = await made(ann, bob)
  const { post: annsPost } = await made(bob, ann)
  const remove = () => test.ok(userTable.remove, { ...param(ann.id), token: admin.token })
  const restore = () => test.ok(userTable.restore, { body: { ids: [ann.id] }, token: admin.token })
  const table = async (name: keyof typeof TABLES, query: Record<string, string> = {}) => {
    const { data, total, pagination } = await test.ok(TABLES[name].list, { query, token: admin.token })
    expect({ total, listed: data.length }).toEqual({ total: pagination.total, listed: total })
    return data
  }
  const tell = async ({ token }: TestUser) =>
    (await test.ok(notifications.list, { query: {}, token })).notifications.map(({ title }) => title)
  return { test, admin, ann, bob, annsPost, annsComment, bobsPost, remove, restore, table, tell }
}

describe('tables and figures', () => {
  it('leave out an account in the trash with all that it wrote and did, unless they are asked', async () => {
    const { ann, bob, annsPost, remove, restore, table } = await stage()
    const names = Object.keys(TABLES) as (keyof typeof TABLES)[]
    const sizes = async (query: Record<string, string> = {}) => {
      const found: Record<string, number> = {}
      for (const name of names) found[name] = (await table(name, query)).length
      return found
    }
    const before = await sizes()
    await remove()
    const ofBob = {
      users: 1,
      posts: 2,
      comments: 1,
      likes: 1,
      collections: 1,
      follows: 0,
      notifications: 0,
      sessions: 2,
    }
    expect(await sizes()).toEqual(ofBob)
    const rest = Object.fromEntries(names.map((name) => [name, (before[name] ?? 0) - ofBob[name]]))
    expect(await sizes({ state: 'deleted' })).toEqual(rest)
    const visible = Object.fromEntries(names.map((name) => [name, ofBob[name]]))
    expect(await sizes({ state: 'visible' })).toEqual(visible)
    // Who asks for the account gets its rows, which say what they are.
    const gone = { state: 'deleted', state_reason: '账号在回收站里' }
    expect(await table('posts', { user_id: String(ann.id) })).toMatchObject([gone, gone])
    expect(await table('comments', { user_id: String(ann.id) })).toMatchObject([gone])
    expect(await table('likes', { user_id: String(ann.id) })).toHaveLength(1)
    expect(await table('follows', { following_id: String(bob.id) })).toHaveLength(1)
    expect(await table('posts', { user_id: String(bob.id), state: 'deleted' })).toEqual([])
    expect((await table('posts', { state: 'deleted' })).map(({ id }) => id)).toContain(annsPost.id)
    await restore()
    expect(await sizes()).toEqual(before)
  })

  it('count without it', async () => {
    const { test, admin, ann, bob, annsPost, remove, restore } = await stage()
    await test.ok(reports.create, {
      body: { target_type: TARGET.post, target_id: annsPost.id, reason: 'spam', text: null },
      token: bob.token,
    })
    const read = async () => {
      test.clock.advance(61_000)
      const by = { token: admin.token }
      const { days, totals } = await test.ok(monitor.dashboard, by)
      const { growth, active } = await test.ok(monitor.overview, by)
      const { accounts, targets } = await test.ok(monitor.reported, by)
      const { addresses } = await test.ok(monitor.addresses, by)
      const told = (await test.ok(monitor.activities, { query: {}, ...by })).map(({ user_id }) => user_id)
      return {
        today: { ...days.at(-1), date: '' },
        totals,
        growth: growth[0],
        active: [active.days.at(-1)?.people, active.week],
        reported: [accounts.length, targets.length],
        addresses,
        told: [...new Set(told)].toSorted(),
      }
    }
    const before = await read()
    expect(before).toMatchObject({ totals: { users: 2, posts: 2, drafts: 2, comments: 2, likes: 2 }, active: [2, 2] })
    expect(before).toMatchObject({ reported: [1, 1], addresses: [{ accounts: 2 }] })
    await remove()
    const one = { users: 1, posts: 1, comments: 1, likes: 1 }
    expect(await read()).toEqual({
      today: { date: '', ...one },
      totals: { ...one, drafts: 1 },
      growth: { days: 7, users: 1, posts: 1, comments: 1 },
      active: [1, 1],
      reported: [0, 0],
      addresses: [],
      told: [bob.user_id],
    })
    // What is in the trash itself is taken off once.
    await test.ok(commentTable.remove, {
      ...param(
        (await test.ctx.db.selectFrom('comments').selectAll().where('user_id', '=', bob.id).executeTakeFirstOrThrow())
          .id,
      ),
      token: admin.token,
    })
    expect((await read()).totals).toEqual({ ...one, comments: 0, drafts: 1 })
    await restore()
    expect((await read()).totals).toEqual({ ...before.totals, comments: 1 })
    expect(ann.id).not.toBe(bob.id)
  })

  it('the page of the account says who deleted it and until when it is kept', async () => {
    const { test, admin, ann, bob, remove, restore } = await stage()
    const read = (id: number) => test.ok(counts, { ...param(id), token: admin.token })
    expect((await read(ann.id)).trash).toBeNull()
    await remove()
    const { trash, posts, comments: said } = await read(ann.id)
    const day = 24 * 3600 * 1000
    expect(trash?.by).toBe(`管理员 ${admin.username}`)
    expect(Date.parse(trash?.purge_at ?? '') - Date.parse(trash?.deleted_at ?? '')).toBe(30 * day)
    expect(posts).toEqual({ visible: 0, drafts: 0, pending: 0, hidden: 0, rejected: 0, deleted: 2 })
    expect(said.deleted).toBe(1)
    await restore()
    expect((await read(ann.id)).posts).toMatchObject({ visible: 1, drafts: 1, deleted: 0 })
    await test.ok(users.remove, { ...param(bob.user_id), token: bob.token })
    const { trash: own } = await read(bob.id)
    expect(own?.by).toBe('本人')
    expect(Date.parse(own?.purge_at ?? '') - Date.parse(own?.deleted_at ?? '')).toBe(7 * day)
  })
})

describe('an account in the trash', () => {
  it('is neither sanctioned nor edited: it has to be restored before', async () => {
    const { test, admin, ann, bob, annsPost, remove } = await stage()
    await test.ok(reports.create, {
      body: { target_type: TARGET.post, target_id: annsPost.id, reason: 'spam', text: null },
      token: bob.token,
    })
    const entry = (await test.ok(reporting.list, { query: {}, token: admin.token })).data[0]
    await remove()
    const by = { ...param(ann.id), token: admin.token }
    const about = { reason: '广告', note: '' }
    const refused = { status: 409, error: 'account_trashed', message: '账号在回收站里，请先恢复账号' }
    expect(await test.call(sanctions.ban, { ...by, body: { ...about, until: null } })).toMatchObject(refused)
    expect(await test.call(sanctions.mute, { ...by, body: { ...about, until: null } })).toMatchObject(refused)
    expect(await test.call(sanctions.warn, { ...by, body: about })).toMatchObject(refused)
    const resolved = {
      ...param(entry?.id ?? 0),
      token: admin.token,
      body: { action: 'ban', until: null, ...about },
    } as const
    expect(await test.call(reporting.resolve, resolved)).toMatchObject(refused)
    const job = { resource: 'users' as const, ids: [ann.id], reason: '广告', until: null }
    for (const action of ['ban', 'delete_content'] as const) {
      expect(await test.call(jobs.create, { body: { ...job, action }, token: admin.token })).toMatchObject(refused)
    }
    const edited = { status: 404, message: '在回收站里，请先恢复再修改' }
    expect(await test.call(userTable.update, { ...by, body: { nickname: '新名' } })).toMatchObject(edited)
    expect(await test.call(userTable.update, { ...by, body: { is_active: false } })).toMatchObject(edited)
    expect((await test.ok(sanctions.list, by)).sanctions).toEqual([])
    const note = { ...param(annsPost.id), token: admin.token }
    expect(await test.call(postTable.update, { ...note, body: { title: '新' } })).toMatchObject(edited)
    // Others that are chosen with it are worked on.
    const both = { ...job, action: 'ban' as const, ids: [ann.id, bob.id] }
    expect(await test.ok(jobs.create, { body: both, token: admin.token })).toMatchObject({ total: 1 })
  })

  it('holds what it wrote: neither a note nor a comment comes back or is purged alone', async () => {
    const { test, admin, ann, annsPost, annsComment, remove, restore } = await stage()
    const { token } = admin
    await test.ok(postTable.remove, { ...param(annsPost.id), token })
    await remove()
    const refused = { status: 409, error: 'account_trashed' }
    const body = (id: number) => ({ body: { ids: [id] }, token })
    expect(await test.call(postTable.restore, body(annsPost.id))).toMatchObject(refused)
    expect(await test.call(commentTable.restore, body(annsComment.id))).toMatchObject(refused)
    expect(await test.call(commentTable.purge, body(annsComment.id))).toMatchObject(refused)
    const decide = { target_type: TARGET.post, ids: [annsPost.id], action: 'restore' as const }
    expect(await test.call(moderation.moderate, { body: decide, token })).toMatchObject(refused)
    await restore()
    expect(await test.ok(postTable.restore, body(annsPost.id))).toMatchObject({ restoredCount: 1 })
    expect(await counterDrift(test.ctx)).toEqual([])
    expect((await test.ok(counts, { ...param(ann.id), token })).posts).toMatchObject({ visible: 1, drafts: 1 })
  })
})

describe('restoring', () => {
  it('tells the author, as deleting does', async () => {
    const { test, admin, ann, annsPost, annsComment, tell } = await stage()
    const { token } = admin
    const title = (await test.ok(postTable.get, { ...param(annsPost.id), token })).title
    await test.ok(postTable.remove, { ...param(annsPost.id), token })
    await test.ok(commentTable.removeMany, { body: { ids: [annsComment.id] }, token })
    expect((await tell(ann)).slice(0, 2)).toEqual(['你的评论被删除了', `你的笔记《${title}》被删除了`])
    await test.ok(postTable.restore, { body: { ids: [annsPost.id] }, token })
    await test.ok(commentTable.restore, { body: { ids: [annsComment.id] }, token })
    expect((await tell(ann)).slice(0, 2)).toEqual(['你的评论已恢复', `你的笔记《${title}》已恢复`])
  })

  it('a comment waits for its note, and what was purged does not come back', async () => {
    const { test, admin, bobsPost, annsComment } = await stage()
    const { token } = admin
    await test.ok(commentTable.remove, { ...param(annsComment.id), token })
    await test.ok(postTable.remove, { ...param(bobsPost.id), token })
    const restore = () => test.call(commentTable.restore, { body: { ids: [annsComment.id] }, token })
    const message = '评论所在的笔记在回收站里，请先恢复笔记'
    expect(await restore()).toMatchObject({ status: 409, error: 'post_trashed', message })
    await test.ok(postTable.purge, { body: { ids: [bobsPost.id] }, token })
    const gone = { status: 404, message: '不在回收站里：已经恢复或彻底删除了' }
    expect(await restore()).toMatchObject(gone)
    expect(await test.call(postTable.restore, { body: { ids: [bobsPost.id] }, token })).toMatchObject(gone)
    expect(await counterDrift(test.ctx)).toEqual([])
  })
})
