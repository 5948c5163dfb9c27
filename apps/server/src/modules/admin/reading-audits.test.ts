/** Sign-ins, exports and what was read, in the audit trail (docs/product.md#admin-audit-trail). */

import * as admins from '@shiliu/contract/admin/admins'
import { audits } from '@shiliu/contract/admin/audits'
import * as auth from '@shiliu/contract/admin/auth'
import { comments } from '@shiliu/contract/admin/comments'
import { moderate } from '@shiliu/contract/admin/moderation'
import { posts } from '@shiliu/contract/admin/posts'
import * as queue from '@shiliu/contract/admin/queue'
import * as reports from '@shiliu/contract/admin/reports'
import { sessions } from '@shiliu/contract/admin/sessions'
import * as settings from '@shiliu/contract/admin/settings'
import * as userPage from '@shiliu/contract/admin/user-page'
import { users } from '@shiliu/contract/admin/users'
import type { AnyEndpoint } from '@shiliu/contract/endpoint'
import { API_PREFIX, TARGET } from '@shiliu/contract/limits'
import { create as writePost } from '@shiliu/contract/posts'
import { REPORTED, create as report } from '@shiliu/contract/reports'
import { expect, it } from 'vitest'
import { createComment } from '#modules/comments/comment-mutations.service.ts'
import { HOUR_MS } from '#platform/clock.ts'
import { allEndpoints } from '#test/all-endpoints.ts'
import { makeAdmin, makeCategory, makePost, makeUser, PASSWORD } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'
import { writePendingAudits } from './pending-audits.service.ts'

const params = (id: number) => ({ params: { id: String(id) } })

async function stage() {
  const test = await createTestApp()
  const admin = await makeAdmin(test.ctx)
  const { token } = admin
  const trail = async (query: object = {}) => {
    await writePendingAudits(test.ctx)
    const lines = (await test.ok(audits.list, { query: { limit: 100, sortField: 'id', ...query }, token })).data
    return lines.toReversed()
  }
  const actions = async (query?: object) => (await trail(query)).map(({ action, resource }) => `${action} ${resource}`)
  return { test, admin, token, trail, actions }
}

it('says when an administrator signed in and out, and whose session was ended by whom', async () => {
  const { test, admin, token, trail } = await stage()
  const other = await makeAdmin(test.ctx, 'viewer')
  const login = () => test.ok(auth.login, { body: { username: other.username, password: PASSWORD } })
  const { tokens } = await login()
  await test.ok(auth.logout, { token: tokens.access_token })
  await login()
  const sessions = await test.ok(auth.listAllSessions, { token })
  const last = sessions.find(({ admin_id, current }) => admin_id === other.id && !current)
  await test.ok(auth.endAnySession, { ...params(last?.id ?? 0), token })
  const lines = await trail()
  expect(lines.map(({ username, action, record_name }) => [username, action, record_name])).toEqual([
    [other.username, 'sign_in', other.username],
    [other.username, 'sign_out', other.username],
    [other.username, 'sign_in', other.username],
    [admin.username, 'sign_out', other.username],
    [admin.username, 'view', '管理员的登录地址'],
  ])
  expect(lines[0]).toMatchObject({ admin_id: other.id, record_id: other.id, after: { user_agent: 'lightMyRequest' } })
  expect(lines[3]?.after).toMatchObject({ session_id: last?.id })
  // Addresses are the owners' alone, while viewers read the trail.
  expect(JSON.stringify(lines)).not.toContain('127.0.0.1')
})

it('says which sign-ins failed, of names that exist, and not so often that they fill the table', async () => {
  const { test, admin, trail } = await stage()
  const attempt = (username: string, remoteAddress: string) =>
    test.app.inject({
      method: 'POST',
      url: `${API_PREFIX}${auth.login.path}`,
      remoteAddress,
      payload: { username, password: 'wrong-one' },
    })
  await attempt('nobody', '10.0.0.1')
  await attempt(admin.username, '10.0.0.1')
  await attempt(admin.username, '10.0.0.1')
  const [line, ...more] = await trail()
  expect(more).toEqual([])
  expect(line).toMatchObject({ action: 'sign_fail', admin_id: null, username: admin.username, record_id: admin.id })
  expect(line?.after).toMatchObject({ reason: '密码不对' })
  for (let i = 2; i < 40; i++) await attempt(admin.username, `10.0.0.${i}`)
  const lines = await trail()
  expect(lines).toHaveLength(30)
  expect(lines.at(-1)?.after).toMatchObject({ more: '这一小时内之后的不再记在这里，见安全日志' })
  test.clock.advance(HOUR_MS)
  await attempt(admin.username, '10.0.0.1')
  expect(await trail()).toHaveLength(31)
})

it('says which table was exported, how filtered and how long, before its first row leaves', async () => {
  const { test, token, trail } = await stage()
  await makePost(test.ctx, await makeUser(test.ctx), { title: '期末' })
  const headers = { authorization: `Bearer ${token}` }
  const url = `${API_PREFIX}/admin/posts/export?title=期末&is_draft=0`
  await test.app.inject({ method: 'HEAD', url, headers })
  await test.app.inject({ url, headers })
  expect(await trail()).toMatchObject([
    { action: 'export', resource: 'posts', record_name: '1 行', after: { title: '期末', is_draft: 0, rows: 1 } },
  ])
})

it('says who saw drafts, hidden content and reports, once an hour for each', async () => {
  const { test, token, trail, actions } = await stage()
  const author = await makeUser(test.ctx)
  const open = await makePost(test.ctx, author)
  const draft = await makePost(test.ctx, author, { title: '草稿', is_draft: true })
  const comment = await createComment(test.ctx, author.id, { post_id: open.id, content: '藏起来', parent_id: null })
  const about = { target_type: TARGET.comment, ids: [comment.id] }
  await test.ok(moderate, { body: { ...about, action: 'hide', reason: '广告' }, token })
  const reporter = await makeUser(test.ctx)
  await test.ok(report, {
    body: { target_type: TARGET.post, target_id: open.id, reason: 'spam' },
    token: reporter.token,
  })
  const [entry] = (await test.ok(reports.list, { token })).data
  const look = async () => {
    await test.ok(posts.get, { ...params(open.id), token })
    await test.ok(posts.get, { ...params(draft.id), token })
    await test.ok(comments.get, { ...params(comment.id), token })
    await test.ok(reports.get, { ...params(entry?.id ?? 0), token })
  }
  await look()
  await look()
  const seen = { action: 'view' }
  // The first one is the list of reports.
  expect(await actions(seen)).toEqual(['view reports', 'view posts', 'view comments', 'view reports'])
  expect((await trail(seen)).map(({ record_id }) => record_id)).toEqual([0, draft.id, comment.id, entry?.id])
  await look()
  expect(await trail(seen)).toHaveLength(4)
  test.clock.advance(HOUR_MS)
  await look()
  expect(await trail(seen)).toHaveLength(7)
  await test.ok(posts.list, { token })
  const [line] = (await trail(seen)).slice(-1)
  expect(line).toMatchObject({ record_id: 0, record_name: '列表里 1 项没有公开的', after: { ids: [draft.id] } })
})

it('keeps the texts, pictures and counts of what was decided about and deleted', async () => {
  const { test, token, trail } = await stage()
  const author = await makeUser(test.ctx)
  const { id } = await makePost(test.ctx, author, { title: '旧书', content: '九成新', tags: ['二手'], pictures: 1 })
  await createComment(test.ctx, author.id, { post_id: id, content: '在吗', parent_id: null })
  const about = { target_type: TARGET.post, ids: [id], reason: '广告' }
  await test.ok(moderate, { body: { ...about, action: 'hide' }, token })
  await test.ok(users.remove, { ...params(author.id), token })
  const [hidden, deleted] = (await trail()).filter(({ action }) => action !== 'view')
  const tags = [expect.objectContaining({ name: '二手' })]
  const images = [expect.stringContaining('/uploads/')]
  const kept = { title: '旧书', content: '九成新', comment_count: 1, state: 'visible', tags, images }
  expect(hidden).toMatchObject({ action: 'hide', record_name: '旧书', before: kept })
  expect(hidden?.after).toMatchObject({ state: 'hidden', reason: '广告' })
  expect(deleted?.before).toMatchObject({ nickname: author.nickname, related: expect.arrayContaining(['评论 1']) })
})

it('keeps what could not be written for the next time', async () => {
  const { test, admin, trail } = await stage()
  const draft = await makePost(test.ctx, await makeUser(test.ctx), { is_draft: true })
  await test.ok(posts.get, { ...params(draft.id), token: admin.token })
  await test.ctx.db.schema.alterTable('audits').renameTo('away').execute()
  await expect(writePendingAudits(test.ctx)).rejects.toThrow(/audits/)
  await test.ctx.db.schema.alterTable('away').renameTo('audits').execute()
  expect(await trail()).toHaveLength(1)
})

it('is narrowed by time, administrator, target and action', async () => {
  const { test, admin, token } = await stage()
  const other = await makeAdmin(test.ctx)
  const { id } = await makePost(test.ctx, await makeUser(test.ctx))
  await test.ok(posts.update, { ...params(id), body: { title: '一' }, token })
  test.clock.advance(24 * HOUR_MS)
  await test.ok(posts.update, { ...params(id), body: { title: '二' }, token: other.token })
  const total = async (query: object) => (await test.ok(audits.list, { query, token })).pagination.total
  expect(await total({ from: '2026-09-01', to: '2026-09-02' })).toBe(2)
  expect(await total({ to: '2026-09-01' })).toBe(1)
  expect(await total({ from: '2026-09-02' })).toBe(1)
  expect(await total({ from: '2026-09-01T04:00:00.000Z', to: '2026-09-01T05:00:00.000Z' })).toBe(1)
  expect(await total({ from: 'yesterday' })).toBe(0)
  expect(await total({ from: '', to: '' })).toBe(2)
  expect(
    await total({ admin_id: String(other.id), resource: 'posts', record_id: String(id), from: '2026-09-02' }),
  ).toBe(1)
  expect(await total({ admin_id: String(admin.id), from: '2026-09-02' })).toBe(0)
  const headers = { authorization: `Bearer ${token}` }
  const csv = await test.app.inject({ url: `${API_PREFIX}/admin/audits/export?from=2026-09-02`, headers })
  expect(csv.headers['x-total-count']).toBe('1')
})

it('no endpoint changes or deletes a line', { timeout: 60_000 }, async () => {
  const { test, token } = await stage()
  const { id } = await makePost(test.ctx, await makeUser(test.ctx))
  await test.ok(posts.update, { ...params(id), body: { title: '一' }, token })
  // Without the administrator's id, which goes with the administrator; the name stays.
  const columns = ['id', 'username', 'action', 'record_id', 'before_json', 'after_json', 'created_at'] as const
  const lines = () => test.ctx.db.selectFrom('audits').select(columns).where('id', '<=', last).orderBy('id').execute()
  const last = Math.max(...(await test.ctx.db.selectFrom('audits').select('id').execute()).map((line) => line.id))
  const before = await lines()
  const writes = (await allEndpoints()).filter(({ method }) => method !== 'GET')
  for (const { method, path } of writes) {
    const owner = await makeAdmin(test.ctx)
    const headers = { authorization: `Bearer ${owner.token}` }
    const url = API_PREFIX + path.replace(/:\w+/g, String(last))
    const payload = { id: last, ids: [last], target_type: 1, undo_id: last, action: 'delete', reason: '原因' }
    await test.app.inject({ method, url, headers, payload })
  }
  expect(writes.filter(({ path }: AnyEndpoint) => path.includes('/audits'))).toEqual([])
  expect(await lines()).toEqual(before)
})

it('says who saw the sessions of a user, and what the queue and the list of reports showed', async () => {
  const { test, token, trail } = await stage()
  const author = await makeUser(test.ctx)
  await test.ok(settings.update, { body: { review: 'all' }, token })
  const { id: category_id } = await makeCategory(test.ctx)
  const write = (title: string) =>
    test.ok(writePost, { body: { title, content: '正文', category_id }, token: author.token })
  const [first, second] = [await write('一'), await write('二')]
  const reporter = await makeUser(test.ctx)
  const about = { target_type: REPORTED.user, target_id: author.id, reason: 'spam' } as const
  await test.ok(report, { body: about, token: reporter.token })
  const { data: sessionRows } = await test.ok(sessions.list, { query: { user_id: String(author.id) }, token })
  for (let i = 0; i < 2; i++) {
    await test.ok(queue.claim, { body: { holding: [], take: 1 }, token })
    await test.ok(queue.list, { token })
    await test.ok(reports.list, { token })
    await test.ok(sessions.list, { query: { user_id: String(author.id) }, token })
  }
  const [entry] = (await test.ok(reports.list, { token })).data
  const seen = (await trail({ action: 'view' })).map(({ resource, record_id, after }) => [resource, record_id, after])
  expect(seen).toEqual([
    ['sessions', 0, { ids: sessionRows.map(({ id }) => id), user_id: author.id }],
    ['posts', first.id, null],
    ['posts', second.id, null],
    ['reports', 0, { ids: [entry?.id] }],
  ])
})

it('says who wrote notes about reports and users, assigned, resolved and opened again', async () => {
  const { test, admin, token, trail } = await stage()
  const author = await makeUser(test.ctx)
  const reporter = await makeUser(test.ctx)
  const about = { target_type: REPORTED.user, target_id: author.id, reason: 'spam' } as const
  await test.ok(report, { body: about, token: reporter.token })
  const [entry] = (await test.ok(reports.list, { token })).data
  const at = params(entry?.id ?? 0)
  await test.ok(reports.addNote, { ...at, body: { text: '机密的备注' }, token })
  await test.ok(userPage.addNote, { ...params(author.id), body: { text: '机密的备注' }, token })
  await test.ok(reports.assign, { ...at, body: { admin_id: admin.id }, token })
  await test.ok(reports.assign, { ...at, body: { admin_id: admin.id }, token })
  await test.ok(reports.assign, { ...at, body: { admin_id: null }, token })
  await test.ok(reports.resolve, { ...at, body: { action: 'dismiss' }, token })
  await test.ok(reports.reopen, { ...at, token })
  const lines = (await trail()).filter(({ action }) => action !== 'view')
  expect(
    lines.map(({ action, resource, record_id, before, after }) => [action, resource, record_id, before, after]),
  ).toEqual([
    ['update', 'reports', entry?.id, {}, { note: '写了一条备注' }],
    ['update', 'users', author.id, {}, { note: '写了一条备注' }],
    ['update', 'reports', entry?.id, { assigned: null }, { assigned: admin.username }],
    ['update', 'reports', entry?.id, { assigned: admin.username }, { assigned: null }],
    ['update', 'reports', entry?.id, { outcome: null }, { outcome: '没有问题', reason: null }],
    ['undo', 'reports', entry?.id, { outcome: '没有问题' }, { outcome: '重新打开' }],
  ])
  // Viewers read the trail, notes are the moderators'.
  expect(JSON.stringify(lines)).not.toContain('机密')
})

it('finds the lines of an administrator who is gone by the whole name', async () => {
  const { test, token } = await stage()
  const other = await makeAdmin(test.ctx)
  const { id } = await makePost(test.ctx, await makeUser(test.ctx))
  await test.ok(posts.update, { ...params(id), body: { title: '一' }, token: other.token })
  const total = async (username: string) =>
    (await test.ok(audits.list, { query: { username }, token })).pagination.total
  expect(await total(other.username.slice(2).toUpperCase())).toBe(1)
  await test.ok(admins.remove, { params: { id: other.username }, token })
  expect(await total(other.username)).toBe(1)
})
