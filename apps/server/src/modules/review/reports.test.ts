/** Reports, from the one who reports to what the author and they are told (docs/product.md#reports). */
import * as moderation from '@shiliu/contract/admin/moderation'
import * as admin from '@shiliu/contract/admin/reports'
import * as sanctions from '@shiliu/contract/admin/sanctions'
import { type Settings, update } from '@shiliu/contract/admin/settings'
import { login } from '@shiliu/contract/auth'
import * as comments from '@shiliu/contract/comments'
import type { BodyIn } from '@shiliu/contract/endpoint'
import * as notifications from '@shiliu/contract/notifications'
import * as posts from '@shiliu/contract/posts'
import { create, REPORTED } from '@shiliu/contract/reports'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { counterDrift } from '#test/counters.ts'
import { makeAdmin, makePost, makeUser, PASSWORD, type TestAdmin, type TestUser } from '#test/factories.ts'
import { openTestApp } from '#test/test-app.ts'

const DAY = 24 * 3600 * 1000

let test: Awaited<ReturnType<typeof openTestApp>>
let author: TestUser
let reporter: TestUser
let moderator: TestAdmin
let note: { id: number }
beforeAll(async () => {
  test = await openTestApp()
  moderator = await makeAdmin(test.ctx, 'moderator')
})
afterAll(() => test.close())
beforeEach(async () => {
  author = await makeUser(test.ctx)
  reporter = await makeUser(test.ctx)
  note = await makePost(test.ctx, author, { title: '兼职日结' })
})

const report = (by: TestUser, target_id: number, target_type: 1 | 2 | 3 = 1, text: string | null = null) =>
  test.ok(create, { body: { target_type, target_id, reason: 'spam', text }, token: by.token })

async function entryOf(targetId: number, targetType = 1) {
  const { token } = moderator
  const { data } = await test.ok(admin.list, { query: { limit: '100', target_type: String(targetType) }, token })
  const entry = data.find(({ target_id }) => target_id === targetId)
  if (!entry) throw new Error('not reported')
  return entry
}

const resolve = (id: number, action: admin.Resolution, reason: string | null = null, by = moderator) =>
  test.ok(admin.resolve, { params: { id: String(id) }, body: { action, reason }, token: by.token })

const told = async ({ token }: TestUser) =>
  (await test.ok(notifications.system, { token })).notifications.map(({ title }) => title)

const stateOf = async (id: number) =>
  (await test.ctx.db.selectFrom('posts').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state

describe('reporting', () => {
  it('counts one person once, and answers as the first time', async () => {
    const first = await report(reporter, note.id, 1, '骗人的')
    expect(first.repeated).toBe(false)
    expect(await report(reporter, note.id, 1, '再说一次')).toEqual({ id: first.id, repeated: true })
    await report(await makeUser(test.ctx), note.id)
    const { id, count, reasons, target } = await entryOf(note.id)
    expect({ count, reasons }).toEqual({ count: 2, reasons: [{ reason: 'spam', count: 2 }] })
    expect(target).toMatchObject({ title: '兼职日结', state: 'visible', author: { id: author.id } })
    const { reports } = await test.ok(admin.get, { params: { id: String(id) }, token: moderator.token })
    expect(reports.map(({ text }) => text)).toEqual([null, '骗人的'])
  })

  it('counts all who report at once', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => makeUser(test.ctx)))
    await Promise.all([...people, ...people].map((one) => report(one, note.id)))
    expect((await entryOf(note.id)).count).toBe(6)
  })

  it('answers again after it was hidden, as others are told that it is gone', async () => {
    const first = await report(reporter, note.id)
    await resolve((await entryOf(note.id)).id, 'hide', '广告')
    expect(await report(reporter, note.id)).toEqual({ id: first.id, repeated: true })
    const late = await makeUser(test.ctx)
    const body = { target_type: 1, target_id: note.id, reason: 'spam', text: null } as const
    expect(await test.call(create, { body, token: late.token })).toMatchObject({ status: 404, error: 'post_not_found' })
  })

  it('takes comments and users, but nobody themself', async () => {
    const { id } = await test.ok(comments.create, { body: { post_id: note.id, content: '加我' }, token: author.token })
    await report(reporter, id, REPORTED.comment)
    await report(reporter, author.id, REPORTED.user)
    expect((await entryOf(id, 2)).target).toMatchObject({ content: '加我', post_id: note.id, state: 'visible' })
    expect((await entryOf(author.id, 3)).target).toMatchObject({ title: author.nickname, state: null })
    for (const [target_type, target_id] of [
      [1, note.id],
      [2, id],
      [3, author.id],
    ] as const) {
      const body = { target_type, target_id, reason: 'spam', text: null } as const
      expect(await test.call(create, { body, token: author.token })).toMatchObject({ error: 'report_self' })
    }
  })
})

describe('resolving', () => {
  it('hides, tells the author and all who reported, and opens again when it is undone', async () => {
    await report(reporter, note.id)
    const { id } = await entryOf(note.id)
    const { undo_id } = await resolve(id, 'hide', '广告')
    expect(await stateOf(note.id)).toBe('hidden')
    expect(await told(author)).toEqual(['你的笔记《兼职日结》被隐藏了：广告'])
    expect(await told(reporter)).toEqual(['你举报的笔记《兼职日结》处理好了：已隐藏，谢谢你的举报'])
    expect(await entryOf(note.id)).toMatchObject({
      state: 'resolved',
      outcome: 'hide',
      resolved_by: moderator.username,
    })
    await test.ok(moderation.undo, { body: { undo_id: undo_id as number }, token: moderator.token })
    expect(await stateOf(note.id)).toBe('visible')
    expect(await entryOf(note.id)).toMatchObject({ state: 'open', outcome: null, resolved_by: null })
    await resolve(id, 'dismiss')
    expect((await told(reporter))[0]).toBe('你举报的笔记《兼职日结》处理好了：没有发现违规，谢谢你的举报')
  })

  it('tells a moderator who comes second who was first', async () => {
    await report(reporter, note.id)
    const { id } = await entryOf(note.id)
    const second = await makeAdmin(test.ctx, 'moderator')
    const both = [moderator, second].map(({ token }) =>
      test.call(admin.resolve, { params: { id: String(id) }, body: { action: 'hide', reason: '广告' }, token }),
    )
    const answers = (await Promise.all(both)).toSorted((a, b) => a.status - b.status)
    expect(answers.map(({ status }) => status)).toEqual([200, 409])
    expect(answers[1]).toMatchObject({
      error: 'report_resolved',
      message: expect.stringMatching(/^这个举报已经由 admin\d+ 处理过了/),
    })
    expect(await told(reporter)).toHaveLength(1)
  })

  it('opens again when somebody else reports what was dismissed, and tells only them', async () => {
    await report(reporter, note.id)
    const { id } = await entryOf(note.id)
    await resolve(id, 'dismiss')
    const other = await makeUser(test.ctx)
    await report(other, note.id)
    expect(await entryOf(note.id)).toMatchObject({ state: 'open', count: 2 })
    await resolve(id, 'delete', '广告')
    expect([await told(reporter), await told(other)].map((all) => all.length)).toEqual([1, 1])
    expect(await told(author)).toEqual(['你的笔记《兼职日结》被删除了：广告'])
  })

  it('takes back a dismissal, which changed nothing else', async () => {
    await report(reporter, note.id)
    const { id } = await entryOf(note.id)
    expect(await resolve(id, 'dismiss')).toEqual({ undo_id: null })
    const params = { id: String(id) }
    await test.ok(admin.reopen, { params, token: moderator.token })
    expect((await entryOf(note.id)).state).toBe('open')
    expect(await test.call(admin.reopen, { params, token: moderator.token })).toMatchObject({ error: 'report_open' })
  })

  it('resolves what somebody hid or the author deleted meanwhile', async () => {
    await report(reporter, note.id)
    await test.ok(posts.remove, { params: { id: String(note.id) }, token: author.token })
    const { id, target } = await entryOf(note.id)
    expect(target?.state).toBe('deleted')
    const { undo_id } = await resolve(id, 'hide', '广告')
    const restore = () => test.call(posts.restore, { params: { id: String(note.id) }, token: author.token })
    expect(await restore()).toMatchObject({ status: 404 })
    await test.ok(moderation.undo, { body: { undo_id: undo_id ?? 0 }, token: moderator.token })
    expect((await entryOf(note.id)).state).toBe('open')
    expect(await restore()).toMatchObject({ status: 200 })
  })
})

describe('warning and banning', () => {
  const send = (id: number, body: Partial<BodyIn<typeof admin.resolve>> & { action: admin.Resolution }) =>
    test.call(admin.resolve, {
      params: { id: String(id) },
      body: { reason: '发广告', ...body },
      token: moderator.token,
    })
  const sanctionsOf = async () =>
    (await test.ok(sanctions.list, { params: { id: String(author.id) }, token: moderator.token })).sanctions

  it('warns the author once, and tells who reported', async () => {
    await report(reporter, note.id)
    const { id } = await entryOf(note.id)
    expect(await send(id, { action: 'warn', note: '第一次' })).toMatchObject({
      status: 200,
      data: { undo_id: expect.any(Number) },
    })
    expect(await told(author)).toEqual(['你收到一次警告：发广告'])
    expect(await told(reporter)).toEqual(['你举报的笔记《兼职日结》处理好了：已警告作者，谢谢你的举报'])
    expect(await sanctionsOf()).toMatchObject([
      { kind: 'warn', reason: '发广告', note: '第一次', by: moderator.username },
    ])
    expect(await stateOf(note.id)).toBe('visible')
    expect(await entryOf(note.id)).toMatchObject({ state: 'resolved', outcome: 'warn' })
  })

  it('hides the note with the warning, without a second word, and shows it again when that is undone', async () => {
    await report(reporter, note.id)
    const { id } = await entryOf(note.id)
    const { data } = await send(id, { action: 'warn', hide_target: true })
    expect(await told(author)).toEqual(['你收到一次警告：发广告'])
    const own = await test.ok(posts.get, { params: { id: String(note.id) }, token: author.token })
    expect(own.moderation).toMatchObject({ state: 'hidden', reason: '发广告' })
    await test.ok(moderation.undo, { body: { undo_id: Number(data?.undo_id) }, token: moderator.token })
    expect(await stateOf(note.id)).toBe('visible')
    expect(await entryOf(note.id)).toMatchObject({ state: 'open', outcome: null })
    expect(await sanctionsOf()).toEqual([])
  })

  const reopen = (id: number) => test.call(admin.reopen, { params: { id: String(id) }, token: moderator.token })

  it.each([
    [
      'undone',
      (_: number, undo_id: number) => test.call(moderation.undo, { body: { undo_id }, token: moderator.token }),
    ],
    ['opened again', (id: number) => reopen(id)],
  ])('takes the warning back where it is %s, and tells the author', async (_, takeBack) => {
    await report(reporter, note.id)
    const { id } = await entryOf(note.id)
    const { data } = await send(id, { action: 'warn' })
    expect(await takeBack(id, Number(data?.undo_id))).toMatchObject({ status: 200 })
    expect(await sanctionsOf()).toEqual([])
    expect((await told(author))[0]).toBe('对你的警告已撤销：发广告')
    expect(await entryOf(note.id)).toMatchObject({ state: 'open', outcome: null, undo_id: null })
    const again = { body: { undo_id: Number(data?.undo_id) }, token: moderator.token }
    expect(await test.call(moderation.undo, again)).toMatchObject({ status: 409, error: 'already_undone' })
    // Who reported is told of the next decision.
    await send(id, { action: 'hide' })
    expect(await told(reporter)).toHaveLength(2)
  })

  it.each([['undone'], ['opened again']])('takes ban and hiding back where it is %s', async (how) => {
    await report(reporter, note.id)
    await report(reporter, author.id, REPORTED.user)
    const other = await makePost(test.ctx, author)
    const { id } = await entryOf(note.id)
    const { data } = await send(id, { action: 'ban', until: null, hide_content: true, hide_target: true })
    const seen = async () => (await test.call(posts.get, { params: { id: String(other.id) } })).status
    expect(await seen()).toBe(404)
    // The account was reported, too.
    expect(await entryOf(author.id, 3)).toMatchObject({ state: 'resolved', outcome: 'ban' })
    expect(await told(reporter)).toHaveLength(2)
    if (how === 'undone') {
      await test.ok(moderation.undo, { body: { undo_id: Number(data?.undo_id) }, token: moderator.token })
    } else await reopen(id)
    expect(await sanctionsOf()).toEqual([])
    expect(await seen()).toBe(200)
    expect(await stateOf(note.id)).toBe('visible')
    for (const entry of [await entryOf(note.id), await entryOf(author.id, 3)])
      expect(entry).toMatchObject({ state: 'open', outcome: null, resolved_by: null })
    expect(await test.call(login, { body: { user_id: author.user_id, password: PASSWORD } })).toMatchObject({
      status: 200,
    })
    expect(await counterDrift(test.ctx)).toEqual([])
  })

  it('gives back the ban that it took the place of', async () => {
    await report(reporter, note.id)
    const { id } = await entryOf(note.id)
    const until = new Date(test.ctx.clock.now() + 7 * DAY).toISOString()
    const params = { id: String(author.id) }
    const earlier = { reason: '刷屏', until, hide_content: true }
    await test.ok(sanctions.ban, { params, body: earlier, token: moderator.token })
    test.clock.advance(1000)
    const { data } = await send(id, { action: 'ban', until: null })
    expect(await sanctionsOf()).toMatchObject([
      { until: null, lifted_at: null },
      { ...earlier, lifted_by: moderator.username },
    ])
    await test.ok(moderation.undo, { body: { undo_id: Number(data?.undo_id) }, token: moderator.token })
    expect(await sanctionsOf()).toMatchObject([{ ...earlier, lifted_at: null, lifted_by: null }])
    const answer = await test.call(login, { body: { user_id: author.user_id, password: PASSWORD } })
    expect(answer).toMatchObject({ error: 'account_disabled', message: expect.stringContaining('刷屏') })
  })

  it('leaves a ban that was lifted since, and opens the report all the same', async () => {
    await report(reporter, author.id, REPORTED.user)
    const { id } = await entryOf(author.id, 3)
    await send(id, { action: 'ban', until: null })
    await test.ok(sanctions.unban, { params: { id: String(author.id) }, token: moderator.token })
    expect((await reopen(id)).status).toBe(200)
    expect(await entryOf(author.id, 3)).toMatchObject({ state: 'open' })
    expect(await sanctionsOf()).toMatchObject([{ kind: 'ban', lifted_by: moderator.username }])
  })

  it('bans with a term, signs out and hides what the person wrote', async () => {
    await report(reporter, author.id, REPORTED.user)
    const { id } = await entryOf(author.id, 3)
    const until = new Date(test.ctx.clock.now() + 7 * DAY).toISOString()
    expect((await send(id, { action: 'ban', until, hide_content: true })).status).toBe(200)
    expect((await test.call(posts.get, { params: { id: String(note.id) } })).status).toBe(404)
    expect((await test.call(notifications.system, { token: author.token })).status).toBe(401)
    expect(await sanctionsOf()).toMatchObject([{ kind: 'ban', until, hide_content: true }])
    expect(await told(reporter)).toEqual([`你举报的用户 ${author.nickname} 处理好了：已封禁账号，谢谢你的举报`])
  })

  it('asks for a term that is to come, and leaves nothing behind', async () => {
    await report(reporter, note.id)
    const { id } = await entryOf(note.id)
    const past = new Date(test.ctx.clock.now() - DAY).toISOString()
    for (const [until, message] of [
      [undefined, '请选择期限'],
      [past, '期限要在现在之后'],
    ] as const) {
      const refused = { status: 400, error: 'invalid_input', field: 'until', message }
      expect(await send(id, { action: 'ban', ...(until ? { until } : {}) })).toMatchObject(refused)
    }
    expect(await sanctionsOf()).toEqual([])
    expect((await entryOf(note.id)).state).toBe('open')
    expect(await told(reporter)).toEqual([])
  })

  it('warns once when two moderators do so at once', async () => {
    await report(reporter, note.id)
    const { id } = await entryOf(note.id)
    const answers = await Promise.all([send(id, { action: 'warn' }), send(id, { action: 'warn' })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await sanctionsOf()).toHaveLength(1)
    expect(await told(author)).toHaveLength(1)
  })

  it('shows what the author was told before', async () => {
    await report(reporter, note.id)
    const { id } = await entryOf(note.id)
    await send(id, { action: 'hide' })
    const other = await makePost(test.ctx, author)
    await report(reporter, other.id)
    const entry = await entryOf(other.id)
    const { record } = await test.ok(admin.get, { params: { id: String(entry.id) }, token: moderator.token })
    expect(record).toEqual({ decisions: 1, warnings: 0, mutes: 0, bans: 0, reported: 2 })
  })
})

describe('deciding elsewhere', () => {
  const decide = (ids: number[], action: moderation.DecisionName, reason: string | null = null) =>
    test.ok(moderation.moderate, { body: { target_type: 1, ids, action, reason }, token: moderator.token })

  it.each([
    ['hide', 'hide', '已隐藏'],
    ['reject', 'reject', '没有通过审核'],
    ['delete', 'delete', '已删除'],
  ] as const)('resolves with %s, and opens again when it is undone', async (action, outcome, answer) => {
    await report(reporter, note.id)
    const { undo_id } = await decide([note.id], action, '广告')
    expect(await entryOf(note.id)).toMatchObject({ state: 'resolved', outcome, resolved_by: moderator.username })
    expect(await told(reporter)).toEqual([`你举报的笔记《兼职日结》处理好了：${answer}，谢谢你的举报`])
    await test.ok(moderation.undo, { body: { undo_id }, token: moderator.token })
    expect(await entryOf(note.id)).toMatchObject({ state: 'open', outcome: null, resolved_by: null })
  })

  it('dismisses what is restored', async () => {
    await decide([note.id], 'hide', '先放一放')
    const { undo_id } = await decide([note.id], 'restore')
    await report(reporter, note.id)
    expect(undo_id).toBeGreaterThan(0)
    const hidden = await decide([note.id], 'hide', '广告')
    await test.ok(moderation.undo, { body: { undo_id: hidden.undo_id }, token: moderator.token })
    await test.ok(posts.remove, { params: { id: String(note.id) }, token: author.token })
    expect((await entryOf(note.id)).state).toBe('open')
    await decide([note.id], 'restore')
    expect(await entryOf(note.id)).toMatchObject({ state: 'resolved', outcome: 'dismiss' })
    expect((await told(reporter))[0]).toBe('你举报的笔记《兼职日结》处理好了：没有发现违规，谢谢你的举报')
  })

  it('resolves many at once and leaves others open', async () => {
    const notes = await Promise.all(Array.from({ length: 4 }, () => makePost(test.ctx, author)))
    for (const { id } of notes) await report(reporter, id)
    await report(reporter, note.id)
    await decide(
      notes.map(({ id }) => id),
      'hide',
      '广告',
    )
    for (const { id } of notes) expect((await entryOf(id)).outcome).toBe('hide')
    expect((await entryOf(note.id)).state).toBe('open')
    expect(await told(reporter)).toHaveLength(4)
  })

  it('opens only those again that the undoing changed', async () => {
    const other = await makePost(test.ctx, author)
    for (const { id } of [note, other]) await report(reporter, id)
    const { undo_id } = await decide([note.id, other.id], 'hide', '广告')
    await decide([other.id], 'delete', '广告')
    await test.ok(moderation.undo, { body: { undo_id }, token: moderator.token })
    expect((await entryOf(note.id)).state).toBe('open')
    expect((await entryOf(other.id)).state).toBe('resolved')
  })
})

describe('between moderators', () => {
  it('keeps notes and who looks at it', async () => {
    await report(reporter, note.id)
    const { id } = await entryOf(note.id)
    const call = { params: { id: String(id) }, token: moderator.token }
    await test.ok(admin.addNote, { ...call, body: { text: '已经联系过' } })
    const after = await test.ok(admin.assign, { ...call, body: { admin_id: moderator.id } })
    expect(after.assigned).toEqual({ id: moderator.id, username: moderator.username })
    expect(after.notes).toMatchObject([{ author: moderator.username, text: '已经联系过' }])
    const gone = await test.call(admin.assign, { ...call, body: { admin_id: 999_999 } })
    expect(gone).toMatchObject({ status: 404, error: 'admin_not_found' })
  })
})

describe('reports of many', () => {
  const set = async (body: Partial<Settings>) => test.ok(update, { body, token: (await makeAdmin(test.ctx)).token })
  const age = async (users: TestUser[]) => {
    const ids = users.map(({ id }) => id)
    const created_at = test.ctx.clock.now() - 30 * DAY
    await test.ctx.db.updateTable('users').set({ created_at }).where('id', 'in', ids).execute()
  }

  it('hide what trusted people reported, until a moderator dismisses them', async () => {
    await set({ reports_hide_after: 2 })
    const [first, second, newcomer] = [await makeUser(test.ctx), await makeUser(test.ctx), await makeUser(test.ctx)]
    await age([first, second])
    await report(newcomer, note.id)
    await report(first, note.id)
    expect(await stateOf(note.id)).toBe('visible')
    await report(second, note.id)
    expect(await stateOf(note.id)).toBe('hidden')
    const { id } = await entryOf(note.id)
    expect((await resolve(id, 'dismiss')).undo_id).not.toBeNull()
    expect(await stateOf(note.id)).toBe('visible')
    // Who was answered does not hide it again.
    await report(reporter, note.id)
    expect(await stateOf(note.id)).toBe('visible')
  })

  it('stay hidden for the reason that the moderator gives', async () => {
    await set({ reports_hide_after: 1 })
    await age([reporter])
    await report(reporter, note.id)
    await resolve((await entryOf(note.id)).id, 'hide', '诈骗')
    const own = await test.ok(posts.get, { params: { id: String(note.id) }, token: author.token })
    expect(own.moderation).toMatchObject({ state: 'hidden', reason: '诈骗' })
  })

  it('show again only the version that the moderator saw', async () => {
    await set({ reports_hide_after: 1 })
    await age([reporter])
    await report(reporter, note.id)
    const { id, target } = await entryOf(note.id)
    const { content, category_id } = await test.ok(posts.get, { params: { id: String(note.id) }, token: author.token })
    const body = { title: '骂人的标题', content, category_id }
    await test.ok(posts.update, { params: { id: String(note.id) }, body, token: author.token })
    const dismiss = (version: string | undefined) =>
      test.call(admin.resolve, {
        params: { id: String(id) },
        body: { action: 'dismiss', version },
        token: moderator.token,
      })
    expect(await dismiss(target?.updated_at)).toMatchObject({ status: 409, error: 'changed_since_seen' })
    expect(await stateOf(note.id)).toBe('hidden')
    // Nor do they read in the answer what nobody saw.
    await resolve(id, 'hide', '骂人')
    expect((await told(reporter))[0]).toBe('你举报的笔记处理好了：已隐藏，谢谢你的举报')
  })

  it('count one row each in a flood of new accounts, which hides nothing', async () => {
    await set({ reports_hide_after: 2 })
    const flood = await Promise.all(Array.from({ length: 30 }, () => makeUser(test.ctx)))
    const banned = await makeUser(test.ctx)
    await age([banned])
    await report(banned, note.id)
    await test.ctx.db.updateTable('users').set({ is_active: 0 }).where('id', '=', banned.id).execute()
    await Promise.all([...flood, ...flood].map((one) => report(one, note.id)))
    expect(await entryOf(note.id)).toMatchObject({ count: 31, state: 'open' })
    const rows = await test.ctx.db
      .selectFrom('reports')
      .select('id')
      .where(
        'reporter_id',
        'in',
        flood.map(({ id }) => id),
      )
      .execute()
    expect(rows).toHaveLength(30)
    expect(await stateOf(note.id)).toBe('visible')
    await age([reporter])
    await report(reporter, note.id)
    expect(await stateOf(note.id)).toBe('visible')
  })

  it('are counted but hide nothing while the setting is 0', async () => {
    await set({ reports_hide_after: 0 })
    const people = await Promise.all(Array.from({ length: 5 }, () => makeUser(test.ctx)))
    await age(people)
    for (const one of people) await report(one, note.id)
    expect(await stateOf(note.id)).toBe('visible')
  })
})
