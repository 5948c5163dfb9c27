import { audits } from '@shiliu/contract/admin/audits'
import { comments as commentTable } from '@shiliu/contract/admin/comments'
import * as jobs from '@shiliu/contract/admin/jobs'
import { moderate, undo } from '@shiliu/contract/admin/moderation'
import { posts as postTable } from '@shiliu/contract/admin/posts'
import * as page from '@shiliu/contract/admin/user-page'
import { login } from '@shiliu/contract/auth'
import * as comments from '@shiliu/contract/comments'
import * as likes from '@shiliu/contract/likes'
import { create as report } from '@shiliu/contract/reports'
import { expect, it } from 'vitest'
import { writePendingAudits } from '#modules/admin/pending-audits.service.ts'
import { counterDrift } from '#test/counters.ts'
import { makeAdmin, makePost, makeUser, PASSWORD, type TestUser } from '#test/factories.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { workOnJobs } from './job-runner.service.ts'

const of = ({ id }: TestUser) => ({ params: { id: String(id) } })

async function stage() {
  const test = await createTestApp()
  const [user, other] = [await makeUser(test.ctx), await makeUser(test.ctx)]
  const { token } = await makeAdmin(test.ctx, 'moderator')
  return { test, user, other, token }
}

it('counts what a user wrote by its state, and the rest', async () => {
  const { test, user, other, token } = await stage()
  const [shown, hidden] = [await makePost(test.ctx, user), await makePost(test.ctx, user)]
  await makePost(test.ctx, user, { is_draft: true })
  const say = async (content: string) =>
    (await test.ok(comments.create, { body: { post_id: shown.id, content }, token: user.token })).id
  const said = await say('第一条')
  await say('第二条')
  await test.ok(moderate, { body: { target_type: 1, ids: [hidden.id], action: 'hide', reason: '广告' }, token })
  await test.ok(moderate, { body: { target_type: 2, ids: [said], action: 'delete', reason: '广告' }, token })
  await test.ok(likes.create, { body: { target_type: 1, target_id: shown.id }, token: user.token })
  await test.ok(report, {
    body: { target_type: 1, target_id: shown.id, reason: 'spam', text: null },
    token: other.token,
  })
  const none = { visible: 0, drafts: 0, pending: 0, hidden: 0, rejected: 0, deleted: 0 }
  const rest = {
    likes: 1,
    collections: 0,
    follows: 0,
    fans: 0,
    sessions: 1,
    reports_against: 1,
    reports_by: 0,
    trash: null,
  }
  expect(await test.ok(page.counts, { ...of(user), token })).toEqual({
    posts: { ...none, visible: 1, drafts: 1, hidden: 1 },
    comments: { ...none, visible: 1, deleted: 1 },
    ...rest,
  })
  expect(await test.ok(page.counts, { ...of(other), token })).toMatchObject({ reports_against: 0, reports_by: 1 })
})

it('shows the reports against a user and those that the user made', async () => {
  const { test, user, other, token } = await stage()
  const { id } = await makePost(test.ctx, user)
  const { id: said } = await test.ok(comments.create, { body: { post_id: id, content: '加我' }, token: user.token })
  for (const [target_type, target_id] of [
    [1, id],
    [2, said],
    [3, user.id],
  ] as const) {
    await test.ok(report, { body: { target_type, target_id, reason: 'abuse', text: '看' }, token: other.token })
  }
  const against = await test.ok(page.reports, { ...of(user), token })
  expect(against.against.map((entry) => entry.target_type)).toEqual([3, 2, 1])
  expect(against.by).toEqual([])
  const by = await test.ok(page.reports, { ...of(other), token })
  expect(by.against).toEqual([])
  expect(by.by.map(({ reason, text, entry }) => [reason, text, entry.target_id])).toEqual([
    ['abuse', '看', user.id],
    ['abuse', '看', said],
    ['abuse', '看', id],
  ])
})

const signIn = async ({ app }: TestApp, user: TestUser, remoteAddress: string) => {
  const payload = { user_id: user.user_id, password: PASSWORD }
  const answer = await app.inject({ method: 'POST', url: '/api/auth/login', payload, remoteAddress })
  expect(answer.statusCode, answer.body).toBe(200)
}

it('shows the addresses of a user and who shares them to owners only', async () => {
  const { test, user, other, token } = await stage()
  await signIn(test, other, '114.114.114.114')
  await signIn(test, user, '114.114.114.114')
  await signIn(test, user, '8.8.8.8')
  expect(await test.call(page.addresses, { ...of(user), token })).toMatchObject({ status: 403 })
  const owner = await makeAdmin(test.ctx, 'owner')
  const { addresses } = await test.ok(page.addresses, { ...of(user), token: owner.token })
  expect(addresses).toMatchObject([
    { address: '8.8.8.8', location: '美国', times: 1, sharing: [] },
    { address: '114.114.114.114', location: '江苏', times: 1, sharing: [{ id: other.id, nickname: other.nickname }] },
  ])
  expect(addresses.map(({ session_ids }) => session_ids.length)).toEqual([1, 1])
  await writePendingAudits(test.ctx)
  const { data } = await test.ok(audits.list, { query: { action: 'view' }, token: owner.token })
  expect(data).toMatchObject([{ username: owner.username, resource: 'addresses', record_id: user.id }])
})

it('keeps what moderators note about a user', async () => {
  const { test, user, token } = await stage()
  await test.ok(page.addNote, { ...of(user), body: { text: '第一次提醒过' }, token })
  const { notes } = await test.ok(page.addNote, { ...of(user), body: { text: '又来了' }, token })
  expect(notes.map(({ text }) => text)).toEqual(['又来了', '第一次提醒过'])
  expect(notes[0]?.author).toMatch(/^admin\d+$/)
  expect(await test.ok(page.listNotes, { ...of(user), token })).toEqual({ notes })
  const viewer = await makeAdmin(test.ctx, 'viewer')
  expect(await test.call(page.listNotes, { ...of(user), token: viewer.token })).toMatchObject({ status: 403 })
})

it('leads to the notes and comments of exactly this user', async () => {
  const { test, user, other, token } = await stage()
  const { id } = await makePost(test.ctx, user)
  await makePost(test.ctx, other)
  const { id: said } = await test.ok(comments.create, { body: { post_id: id, content: '一' }, token: other.token })
  const reply = { post_id: id, content: '二', parent_id: said }
  const { id: answered } = await test.ok(comments.create, { body: reply, token: user.token })
  const found = await test.ok(postTable.list, { query: { user_id: String(user.id) }, token })
  expect(found.data.map((row) => row.id)).toEqual([id])
  const replies = await test.ok(commentTable.list, { query: { parent_id: String(said) }, token })
  expect(replies.data.map((row) => row.id)).toEqual([answered])
})

it('deletes all content as one action, and takes back only what that deleted', async () => {
  const { test, user, other, token } = await stage()
  const work = () => workOnJobs(test.ctx, new AbortController().signal)
  const [shown, gone] = [await makePost(test.ctx, user), await makePost(test.ctx, user)]
  await makePost(test.ctx, user, { is_draft: true })
  const { id: foreign } = await makePost(test.ctx, other)
  for (const post_id of [shown.id, foreign]) {
    await test.ok(comments.create, { body: { post_id, content: '加我' }, token: user.token })
  }
  await test.ok(moderate, { body: { target_type: 1, ids: [gone.id], action: 'delete', reason: '重复' }, token })
  const before = await test.ok(page.counts, { ...of(user), token })
  const body = { resource: 'users', action: 'delete_content', ids: [user.id], reason: '广告' } as const
  const job = await test.ok(jobs.create, { body: { ...body, ids: [user.id] }, token })
  await work()
  const none = { visible: 0, drafts: 0, pending: 0, hidden: 0, rejected: 0 }
  expect(await test.ok(page.counts, { ...of(user), token })).toMatchObject({
    posts: { ...none, deleted: 3 },
    comments: { ...none, deleted: 2 },
  })
  const { undo_id } = await test.ok(jobs.get, { params: { id: String(job.id) }, token })
  await test.ok(undo, { body: { undo_id: undo_id as number }, token })
  await work()
  expect(await test.ok(page.counts, { ...of(user), token })).toEqual(before)
  expect(before.posts.deleted).toBe(1)
  expect(await counterDrift(test.ctx)).toEqual([])
})

it('bans and deletes all content in one request, which a reload of the page finds again', async () => {
  const { test, user, other, token } = await stage()
  await makePost(test.ctx, user)
  const newest = async () => {
    const query = { user_id: String(user.id), limit: 1 }
    return (await test.ok(jobs.list, { query, token })).data.map(({ title, state, done }) => ({ title, state, done }))
  }
  expect(await newest()).toEqual([])
  const body = { resource: 'users' as const, action: 'delete_content' as const, ids: [user.id], reason: '广告' }
  const job = await test.ok(jobs.create, { body: { ...body, ban: true, until: null }, token })
  expect(job).toMatchObject({ title: '封禁并删除一位用户的 1 项内容', total: 1 })
  const signIn = (who: TestUser) => test.call(login, { body: { user_id: who.user_id, password: PASSWORD } })
  expect((await signIn(user)).message).toBe('账号已被封禁：广告（没有期限）')
  expect(await newest()).toEqual([{ title: job.title, state: 'waiting', done: 0 }])
  await workOnJobs(test.ctx, new AbortController().signal)
  expect(await newest()).toEqual([{ title: job.title, state: 'done', done: 1 }])
  const { undo_id } = await test.ok(jobs.get, { params: { id: String(job.id) }, token })
  await test.ok(undo, { body: { undo_id: undo_id as number }, token })
  await workOnJobs(test.ctx, new AbortController().signal)
  expect(await newest()).toEqual([{ title: `撤销：${job.title}`, state: 'done', done: 1 }])
  expect((await test.ok(jobs.list, { query: {}, token })).pagination.total).toBe(2)

  // Who wrote nothing is banned as well.
  const nothing = { ...body, ids: [other.id] }
  expect(await test.call(jobs.create, { body: nothing, token })).toMatchObject({ error: 'selection_empty' })
  expect(await signIn(other)).toMatchObject({ status: 200 })
  const banned = await test.ok(jobs.create, { body: { ...nothing, ban: true, until: null }, token })
  expect(banned.total).toBe(0)
  await workOnJobs(test.ctx, new AbortController().signal)
  expect(await test.ok(jobs.get, { params: { id: String(banned.id) }, token })).toMatchObject({ state: 'done' })
  expect((await signIn(other)).message).toBe('账号已被封禁：广告（没有期限）')
  const lines = (await test.ok(audits.list, { query: { resource: 'users', action: 'update' }, token })).data
  expect(lines.map(({ record_id }) => record_id)).toEqual([other.id, user.id])
})
