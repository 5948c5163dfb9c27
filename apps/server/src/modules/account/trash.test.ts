/** Deleted accounts: invisible at once, restored as they were, erased after their term. */

import * as sanctions from '@shiliu/contract/admin/sanctions'
import * as settings from '@shiliu/contract/admin/settings'
import { users as office } from '@shiliu/contract/admin/users'
import * as auth from '@shiliu/contract/auth'
import * as collections from '@shiliu/contract/collections'
import * as comments from '@shiliu/contract/comments'
import * as emails from '@shiliu/contract/emails'
import * as follows from '@shiliu/contract/follows'
import * as likes from '@shiliu/contract/likes'
import { ACCOUNT, TARGET } from '@shiliu/contract/limits'
import * as notifications from '@shiliu/contract/notifications'
import * as posts from '@shiliu/contract/posts'
import * as search from '@shiliu/contract/search'
import * as users from '@shiliu/contract/users'
import { describe, expect, it } from 'vitest'
import { findResetAccounts } from '#modules/auth/password-resets.service.ts'
import { deleteUnusedMedia, removePendingFiles } from '#modules/media/media.deletion.service.ts'
import { purgeTrash } from '#modules/review/trash.service.ts'
import { finishHiding } from '#modules/sanctions/hiding.service.ts'
import { liftExpired } from '#modules/sanctions/sanctions.service.ts'
import { DAY_MS } from '#platform/clock.ts'
import { counterDrift } from '#test/counters.ts'
import { makeAdmin, makeCategory, makePost, makeUser, PASSWORD } from '#test/factories.ts'
import { solved } from '#test/proofs.ts'
import { codeIn, deliver, startSmtp, useSmtp } from '#test/smtp-double.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

const param = (id: number | string) => ({ params: { id: String(id) } })

/** Ann has all kinds of rows with Bob. */
async function stage() {
  const test = await createTestApp()
  const admin = await makeAdmin(test.ctx)
  const ann = await makeUser(test.ctx, { nickname: '安安' })
  const bob = await makeUser(test.ctx)
  const { id: category_id } = await makeCategory(test.ctx)
  const annsPost = await makePost(test.ctx, ann, { category_id, title: '安的晚霞', tags: ['晚霞'], pictures: 1 })
  await makePost(test.ctx, ann, { category_id, is_draft: true })
  const content = `给[@她:${ann.user_id}]`
  const bobsPost = await makePost(test.ctx, bob, { category_id, content })
  const say = async (token: string, post_id: number, parent_id: number | null) =>
    (await test.ok(comments.create, { body: { post_id, content: '好', parent_id }, token })).id
  const annsWord = await say(ann.token, bobsPost.id, null)
  await say(bob.token, bobsPost.id, annsWord)
  await say(bob.token, annsPost.id, null)
  await test.ok(likes.create, { body: { target_type: TARGET.post, target_id: bobsPost.id }, token: ann.token })
  await test.ok(collections.create, { ...param(bobsPost.id), token: ann.token })
  await test.ok(follows.create, { ...param(bob.user_id), token: ann.token })
  await test.ok(follows.create, { ...param(ann.user_id), token: bob.token })
  const signIn = (password = PASSWORD) => test.call(auth.login, { body: { user_id: ann.user_id, password } })
  const restore = (ids = [ann.id]) => test.call(office.restore, { body: { ids }, token: admin.token })
  /** What Bob and guests find of Ann. */
  const seen = async () => ({
    profile: (await test.call(users.get, param(ann.user_id))).status,
    note: (await test.call(posts.get, { ...param(annsPost.id), query: {} })).status,
    feed: (await test.ok(posts.list, { query: {} })).posts.map(({ id }) => id).toSorted(),
    comments: (await test.ok(comments.listOfPost, { ...param(bobsPost.id), query: {} })).pagination.total,
    found: (await test.ok(search.search, { query: { type: 'all', keyword: '晚霞' } })).data?.length,
    people: (await test.ok(users.search, { query: { keyword: '安安' } })).users.length,
    followers: (await test.ok(follows.followers, { ...param(bob.user_id), query: {} })).followers.length,
    told: (await test.ok(notifications.list, { query: {}, token: bob.token })).notifications.length,
    mention: (await test.ok(posts.get, { ...param(bobsPost.id), query: {} })).content,
    bob: await test.ok(users.getStats, param(bob.user_id)),
  })
  return { test, admin, ann, bob, annsPost, bobsPost, category_id, signIn, restore, seen }
}

const restoring = (test: TestApp, ticket: string) => test.call(auth.restore, { body: { ticket } })
const ticketOf = (answer: object): string => ('ticket' in answer ? String(answer.ticket) : '')

const GONE = { profile: 404, note: 404, comments: 0, found: 0, people: 0, followers: 0, told: 0, mention: '给@她' }

const timeless = (rows: object[]) =>
  rows.map((row) => Object.entries(row).filter(([key]) => !/_at$|^hot_score$|^last_/.test(key)))
/** Rows of the tables that a deletion may change. */
async function rowsOf({ ctx: { db } }: Awaited<ReturnType<typeof stage>>['test']) {
  const tables = [
    'users',
    'posts',
    'comments',
    'likes',
    'collections',
    'follows',
    'notifications',
    'tags',
    'categories',
  ] as const
  const all: object[] = []
  for (const table of tables)
    all.push(
      timeless(
        await db
          .selectFrom(table as 'users')
          .selectAll()
          .orderBy('id')
          .execute(),
      ),
    )
  return all
}

describe('an account in the trash', () => {
  it('is seen by nobody, and comes back as it was', async () => {
    const { test, admin, ann, bobsPost, annsPost, signIn, restore, seen } = await stage()
    const [before, rows] = [await seen(), await rowsOf(test)]
    expect(before).toMatchObject({ profile: 200, note: 200, comments: 2, found: 1, people: 1, followers: 1 })
    await test.ok(office.remove, { ...param(ann.id), token: admin.token })
    expect(await seen()).toMatchObject({ ...GONE, feed: [bobsPost.id] })
    // What it gave is counted until it is erased.
    expect((await seen()).bob).toEqual(before.bob)
    expect(await counterDrift(test.ctx)).toEqual([])
    expect(await test.call(auth.me, { token: ann.token })).toMatchObject({ status: 401 })
    expect((await test.ok(office.list, { query: {}, token: admin.token })).total).toBe(1)
    const trash = await test.ok(office.list, { query: { state: 'deleted' }, token: admin.token })
    expect(trash).toMatchObject({ total: 1, data: [{ id: ann.id, state: 'deleted' }] })
    expect(await test.call(office.get, { ...param(ann.id), token: admin.token })).toMatchObject({ status: 404 })
    expect(await test.call(office.remove, { ...param(ann.id), token: admin.token })).toMatchObject({ status: 404 })
    const free = await test.ok(auth.checkUserId, { query: { user_id: ann.user_id } })
    expect(free).toMatchObject({ isUnique: false })

    expect(await restore()).toMatchObject({ status: 200, data: { restoredCount: 1 } })
    expect(await seen()).toEqual({ ...before, feed: [annsPost.id, bobsPost.id] })
    expect(await rowsOf(test)).toEqual(rows)
    expect(await counterDrift(test.ctx)).toEqual([])
    expect(await signIn()).toMatchObject({ status: 200 })
    expect(await restore()).toMatchObject({ status: 404 })
  })

  it('tells who knows the password when it is erased, and others nothing', async () => {
    const { test, ann, signIn } = await stage()
    await test.ok(users.remove, { ...param(ann.user_id), token: ann.token })
    expect(await signIn('another1')).toMatchObject({ status: 400, error: 'credentials_wrong' })
    const told = await signIn()
    expect(told).toMatchObject({ status: 400, error: 'account_deleted' })
    expect(told.message).toMatch(/^账号已注销，2026-09-08 \d\d:\d\d 之后彻底清除$/)
  })

  it('is taken back, as it was, by its owner who signs in', async () => {
    const { test, ann, annsPost, bobsPost, signIn, seen } = await stage()
    const [before, rows] = [await seen(), await rowsOf(test)]
    await test.ok(users.remove, { ...param(ann.user_id), token: ann.token })
    const ticket = ticketOf(await signIn())
    expect(await seen()).toMatchObject(GONE)
    const answers = await Promise.all([restoring(test, ticket), restoring(test, ticket)])
    expect(answers.map(({ status, error }) => error ?? status).toSorted()).toEqual([200, 'restore_expired'])
    const data = answers.find(({ status }) => status === 200)?.data
    expect(data).toMatchObject({ user: { id: ann.id } })
    expect(await test.ok(auth.me, { token: data?.tokens.access_token })).toMatchObject({ id: ann.id })
    expect(await test.call(auth.me, { token: ann.token })).toMatchObject({ status: 401 })
    expect(await seen()).toEqual({ ...before, feed: [annsPost.id, bobsPost.id] })
    expect(await rowsOf(test)).toEqual(rows)
    expect(await counterDrift(test.ctx)).toEqual([])
    // An old ticket is of no use after another deletion.
    test.clock.advance(1000)
    await test.ok(users.remove, { ...param(ann.user_id), token: data?.tokens.access_token })
    expect(await restoring(test, ticket)).toMatchObject({ status: 400, error: 'restore_expired' })
  })

  it('is taken back within ten minutes of signing in, and by nobody else', async () => {
    const { test, admin, ann, bob, signIn } = await stage()
    await test.ok(users.remove, { ...param(ann.user_id), token: ann.token })
    const ticket = ticketOf(await signIn())
    await test.ok(users.remove, { ...param(bob.user_id), token: bob.token })
    const refused = { status: 400, error: 'restore_expired' }
    expect(await restoring(test, ticket.replace(`${ann.id}.`, `${bob.id}.`))).toMatchObject(refused)
    const settingsOf = (site_mode: 'read_only' | 'open') =>
      test.ok(settings.update, { body: { site_mode }, token: admin.token })
    await settingsOf('read_only')
    expect(await restoring(test, ticket)).toMatchObject({ status: 403, error: 'read_only' })
    await settingsOf('open')
    test.clock.advance(10 * 60_000)
    expect(await restoring(test, ticket)).toMatchObject(refused)
    expect(await restoring(test, ticketOf(await signIn()))).toMatchObject({ status: 200 })
  })

  it('is not taken back with what was given out before its password was reset', async () => {
    const { test, ann, signIn } = await stage()
    const smtp = await startSmtp()
    await useSmtp(test, smtp.port)
    const email = { user_id: ann.id, email: 'ann@example.com', email_key: 'ann@example.com', verified_at: 1 }
    await test.ctx.db.insertInto('user_emails').values(email).execute()
    await test.ok(users.remove, { ...param(ann.user_id), token: ann.token })
    const ticket = ticketOf(await signIn())
    await test.ok(emails.askReset, { body: { account: ann.user_id, proof: await solved(test, 'reset') } })
    await findResetAccounts(test.ctx)
    await deliver(test.ctx)
    const code = codeIn(smtp.mails.find(({ subject }) => subject?.includes('验证码')))
    await test.ok(emails.reset, { body: { account: ann.user_id, code, newPassword: 'pomegranate7' } })
    expect(await restoring(test, ticket)).toMatchObject({ status: 400, error: 'restore_expired' })
    expect(await restoring(test, ticketOf(await signIn('pomegranate7')))).toMatchObject({ status: 200 })
  })

  it('costs the database nothing where a ticket is made up', async () => {
    const { test } = await stage()
    expect(await restoring(test, 'made.up')).toMatchObject({ status: 400, error: 'restore_expired' })
    test.countStatements()
    expect(await restoring(test, '1.2.3.made-up')).toMatchObject({ status: 400, error: 'restore_expired' })
    expect(test.countStatements()).toBe(0)
  })

  it('is not offered where an administrator deleted it, or while it is banned', async () => {
    const { test, admin, ann, bob, signIn } = await stage()
    const body = { reason: '刷屏', note: '', until: null, hide_content: true }
    await test.ok(users.remove, { ...param(ann.user_id), token: ann.token })
    const ticket = ticketOf(await signIn())
    await test.ctx.db.updateTable('users').set({ is_active: 0 }).where('id', '=', ann.id).execute()
    expect(await signIn()).toMatchObject({ error: 'account_disabled' })
    expect(await restoring(test, ticket)).toMatchObject({ error: 'account_disabled' })
    expect(await test.call(sanctions.ban, { ...param(bob.id), body, token: admin.token })).toMatchObject({
      status: 200,
    })
    await test.ok(office.remove, { ...param(bob.id), token: admin.token })
    const bobs = await test.call(auth.login, { body: { user_id: bob.user_id, password: PASSWORD } })
    expect(bobs).toMatchObject({ error: 'account_disabled' })
    expect(bobs).not.toHaveProperty('ticket')
  })

  it('is erased after its term, its pictures kept until then', async () => {
    const { test, admin, ann, bob } = await stage()
    const left = async () => (await test.ctx.db.selectFrom('users').select('id').execute()).map(({ id }) => id)
    const media = async () => (await test.ctx.db.selectFrom('media').selectAll().execute()).length
    await test.ok(users.remove, { ...param(ann.user_id), token: ann.token })
    await test.ok(office.remove, { ...param(bob.id), token: admin.token })
    const pictures = await media()
    expect(pictures).toBe(1)
    test.clock.advance(ACCOUNT.keptMs - 60_000)
    await deleteUnusedMedia(test.ctx)
    await removePendingFiles(test.ctx)
    await purgeTrash(test.ctx)
    expect(await left()).toEqual([ann.id, bob.id])
    expect(await media()).toBe(pictures)
    test.clock.advance(120_000)
    await purgeTrash(test.ctx)
    expect(await left()).toEqual([bob.id])
    expect(await media()).toBe(0)
    expect(await counterDrift(test.ctx)).toEqual([])
    test.clock.advance(settings.DEFAULT_SETTINGS.trash_days * DAY_MS - ACCOUNT.keptMs)
    await purgeTrash(test.ctx)
    expect(await left()).toEqual([])
    expect(await test.ctx.db.selectFrom('trash').selectAll().execute()).toEqual([])
    const free = await test.ok(auth.checkUserId, { query: { user_id: ann.user_id } })
    expect(free).toMatchObject({ isUnique: false })
  })

  it('stays hidden where a ban is lifted meanwhile, and comes back hidden where one is in force', async () => {
    const { test, admin, ann, restore, seen } = await stage()
    const ban = (until: string | null) =>
      test.ok(sanctions.ban, {
        ...param(ann.id),
        body: { reason: '刷屏', note: '', until, hide_content: true },
        token: admin.token,
      })
    await ban(new Date(test.clock.now() + DAY_MS).toISOString())
    await test.ok(office.remove, { ...param(ann.id), token: admin.token })
    test.clock.advance(DAY_MS + 1000)
    await liftExpired(test.ctx)
    expect(await seen()).toMatchObject(GONE)
    await restore()
    expect(await seen()).toMatchObject({ profile: 200, note: 200, comments: 2 })
    await ban(null)
    await test.ok(office.remove, { ...param(ann.id), token: admin.token })
    await restore()
    expect(await seen()).toMatchObject(GONE)
    expect(await counterDrift(test.ctx)).toEqual([])
  })

  it('goes on being hidden after a crash between the pieces', async () => {
    const { test, ann, seen } = await stage()
    await test.ctx.db.updateTable('users').set({ is_hidden: 1, is_hiding: 1 }).where('id', '=', ann.id).execute()
    await finishHiding(test.ctx)
    expect(await seen()).toMatchObject({ note: 404, comments: 0, told: 0 })
    expect(await counterDrift(test.ctx)).toEqual([])
    const row = await test.ctx.db.selectFrom('users').select('is_hiding').where('id', '=', ann.id).executeTakeFirst()
    expect(row).toEqual({ is_hiding: 0 })
  })

  it.each([1, 2, 3])('is deleted, restored and erased at once, to one end (%i)', async () => {
    const { test, admin, ann, restore, seen } = await stage()
    const remove = () => test.call(office.remove, { ...param(ann.id), token: admin.token })
    await remove()
    const purge = () => test.call(office.purge, { body: { ids: [ann.id] }, token: admin.token })
    const answers = await Promise.all([
      restore(),
      purge(),
      remove(),
      restore(),
      finishHiding(test.ctx),
      purge(),
      remove(),
    ])
    for (const answer of answers) expect([undefined, 200, 404]).toContain(answer?.status)
    await finishHiding(test.ctx)
    expect(await counterDrift(test.ctx)).toEqual([])
    const row = await test.ctx.db.selectFrom('users').selectAll().where('id', '=', ann.id).executeTakeFirst()
    const trashed = await test.ctx.db.selectFrom('trash').selectAll().where('target_type', '=', 3).execute()
    expect(trashed.length).toBe(row?.is_hidden ?? 0)
    const isShown = row?.is_hidden === 0
    expect(await seen()).toMatchObject({
      profile: isShown ? 200 : 404,
      note: isShown ? 200 : 404,
      told: isShown ? 4 : 0,
    })
  })
})

it('stays as many days as the site sets where an administrator deleted it, and says whom to ask for it', async () => {
  const { test, admin, ann } = await stage()
  const body = { trash_days: 3, site_contact: '团委 301 室' }
  await test.ok(settings.update, { body, token: admin.token })
  await test.ok(office.remove, { ...param(ann.id), token: admin.token })
  const signIn = () => test.call(auth.login, { body: { user_id: ann.user_id, password: PASSWORD } })
  expect(await signIn()).toMatchObject({
    status: 400,
    error: 'account_disabled',
    message: expect.stringMatching(
      /^账号已删除，2026-09-04 .* 之后彻底清除；要恢复请在那之前联系管理员（团委 301 室）$/,
    ),
  })
  test.clock.advance(3 * DAY_MS)
  await purgeTrash(test.ctx)
  expect(await signIn()).toMatchObject({ status: 400, error: 'credentials_wrong' })
})
