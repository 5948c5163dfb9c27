import { admins } from '@shiliu/contract/admin/admins'
import { audits } from '@shiliu/contract/admin/audits'
import * as jobs from '@shiliu/contract/admin/jobs'
import * as moderation from '@shiliu/contract/admin/moderation'
import * as sanctions from '@shiliu/contract/admin/sanctions'
import * as auth from '@shiliu/contract/auth'
import * as comments from '@shiliu/contract/comments'
import type { BodyIn } from '@shiliu/contract/endpoint'
import * as notifications from '@shiliu/contract/notifications'
import * as posts from '@shiliu/contract/posts'
import * as reports from '@shiliu/contract/reports'
import * as search from '@shiliu/contract/search'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Ctx } from '#deps.ts'
import { DAY_MS } from '#platform/clock.ts'
import { groupBy } from '#platform/db/rows.ts'
import { counterDrift } from '#test/counters.ts'
import { makeAdmin, makeCategory, makePost, makeUser, type TestUser } from '#test/factories.ts'
import { siteRows } from '#test/site-rows.ts'
import { createTestApp } from '#test/test-app.ts'
import { workOnJobs } from './job-runner.service.ts'
import { purgeJobs } from './jobs.service.ts'

type NewJob = BodyIn<typeof jobs.create>

const REASON = '刷屏'

async function stage(notes = 30) {
  const test = await createTestApp()
  const { ctx } = test
  const authors = [await makeUser(ctx), await makeUser(ctx), await makeUser(ctx)]
  const owner = await makeAdmin(ctx)
  const { token, ...moderator } = await makeAdmin(ctx, 'moderator')
  const category = await makeCategory(ctx, '学习')
  const ids: number[] = []
  for (let n = 0; n < notes; n++) {
    const author = authors[n % 3] as TestUser
    const tags = n % 2 === 0 ? ['春天', '校园'] : []
    const fields = { title: `广告${n}`, category_id: category.id, tags, is_draft: n % 10 === 9 }
    ids.push((await makePost(ctx, author, fields)).id)
  }
  const begin = (body: Partial<NewJob>) =>
    test.call(jobs.create, { body: { resource: 'posts', action: 'hide', reason: REASON, ids, ...body }, token })
  const get = (id: number) => test.ok(jobs.get, { params: { id: String(id) }, token })
  const work = () => workOnJobs(ctx, new AbortController().signal)
  /** Works on so many pieces, and no more: as a server that ends there. */
  const workOn = async (pieces: number, by = ctx) => {
    let left = pieces
    // Asked before each piece, and once before the job is claimed.
    const stopping = {
      get aborted() {
        return left-- < 0
      },
    }
    await workOnJobs(by, stopping as AbortSignal)
  }
  const run = async (body: Partial<NewJob>) => {
    const { data, ...answer } = await begin(body)
    if (answer.status !== 200) throw new Error(answer.message)
    await work()
    return get(data.id)
  }
  const undo = (undo_id: number | null) => test.call(moderation.undo, { body: { undo_id: undo_id ?? 0 }, token })
  const undone = async (job: jobs.Job) => {
    const { data } = await undo(job.undo_id)
    await work()
    return get(data.job_id ?? 0)
  }
  const told = async ({ token: of }: TestUser) =>
    (await test.ok(notifications.list, { query: {}, token: of })).notifications.map(({ title }) => title)
  const statesOf = async () => {
    const rows = await ctx.db.selectFrom('posts').select('state').orderBy('id').execute()
    return Object.fromEntries([...groupBy(rows, ({ state }) => state)].map(([state, same]) => [state, same.length]))
  }
  const stop = (id: number) => test.call(jobs.stop, { params: { id: String(id) }, token })
  const decide = (action: moderation.DecisionName, on: number[]) =>
    test.ok(moderation.moderate, {
      body: { target_type: 1, ids: on, action, reason: '另一个原因' },
      token: owner.token,
    })
  const site = { test, ctx, authors, owner, moderator, token, category, ids }
  return { ...site, begin, get, work, workOn, run, undo, undone, told, statesOf, stop, decide }
}

describe('a job', () => {
  it('hides many notes, tells each author once and is undone as one', async () => {
    const at = await stage()
    const before = await siteRows(at.ctx)
    const job = await at.run({})
    expect(job).toMatchObject({ state: 'done', total: 30, done: 30, changed: 30, skipped: 0, failed: 0 })
    expect(job.title).toBe('隐藏 30 篇笔记')
    expect(await at.statesOf()).toEqual({ hidden: 30 })
    expect(await at.told(at.authors[0] as TestUser)).toEqual(['你的 10 篇笔记被隐藏了：刷屏'])
    expect(await counterDrift(at.ctx)).toEqual([])
    const undo = await at.undone(job)
    expect(undo).toMatchObject({ state: 'done', action: 'undo', total: 30, changed: 30, undo_id: null })
    expect(undo.title).toBe('撤销：隐藏 30 篇笔记')
    expect(await siteRows(at.ctx)).toEqual(before)
    expect(await at.get(job.id)).toMatchObject({ undone: true, undo_id: null })
    expect(await at.undo(job.undo_id)).toMatchObject({ status: 409, error: 'already_undone' })
    const { data } = await at.test.ok(audits.list, { query: {}, token: at.token })
    expect(data.map(({ action, resource, record_name }) => [action, resource, record_name])).toEqual([
      ['undo', 'jobs', '撤销：隐藏 30 篇笔记'],
      ['hide', 'jobs', '隐藏 30 篇笔记'],
    ])
  })

  it('takes what a filter matched when it began', async () => {
    const at = await stage()
    const filter = { title: '广告', is_draft: '0' }
    const chosen = { ids: undefined, filter, total: 26 }
    const refusal = { status: 409, error: 'selection_grown', message: '现在符合条件的有 27 项，请再确认一次' }
    expect(await at.begin(chosen)).toMatchObject(refusal)
    const { data: job } = await at.begin({ ...chosen, total: 27 })
    await makePost(at.ctx, at.authors[0] as TestUser, { title: '广告，后来的' })
    await at.decide('hide', at.ids.slice(0, 2))
    await at.decide('reject', at.ids.slice(2, 4))
    await at.decide('restore', at.ids.slice(2, 3))
    await at.work()
    expect(await at.get(job.id)).toMatchObject({ state: 'done', total: 27, done: 27, changed: 23, skipped: 4, filter })
    expect(await at.statesOf()).toEqual({ hidden: 25, rejected: 1, visible: 5 })
    expect(await at.begin({ ...chosen, total: 30, filter: { title: '没有人写过' } })).toMatchObject({
      status: 409,
      error: 'selection_empty',
    })
  })

  it('is not undone where others decided since', async () => {
    const at = await stage()
    const job = await at.run({})
    await at.decide('restore', at.ids.slice(0, 3))
    expect(await at.undone(job)).toMatchObject({ total: 30, changed: 27, skipped: 3 })
    expect(await at.statesOf()).toEqual({ visible: 30 })
  })

  it('does not approve what its author changed after it began', async () => {
    const at = await stage()
    await at.run({ action: 'reject' })
    const { data: job } = await at.begin({ action: 'approve', reason: null })
    await at.ctx.db
      .updateTable('posts')
      .set({ updated_at: at.test.clock.now() })
      .where('id', '=', at.ids[0] ?? 0)
      .execute()
    await at.work()
    expect(await at.get(job.id)).toMatchObject({ changed: 29, skipped: 1 })
    expect(await at.told(at.authors[1] as TestUser)).toEqual([
      '你的 10 篇笔记通过了审核',
      '你的 10 篇笔记没有通过审核：刷屏',
    ])
  })

  it('deletes all that users wrote, and brings it back', async () => {
    const at = await stage()
    const [author, friend] = at.authors as [TestUser, TestUser]
    for (const user of [author, friend]) {
      const body = { post_id: at.ids[1] ?? 0, content: '好看', parent_id: null }
      await at.test.ok(comments.create, { body, token: user.token })
    }
    await at.test.ok(posts.remove, { params: { id: String(at.ids[0]) }, token: author.token })
    const before = await siteRows(at.ctx)
    const job = await at.run({ resource: 'users', action: 'delete_content', ids: [author.id] })
    expect(job).toMatchObject({ title: '删除一位用户的 10 项内容', state: 'done', total: 10, changed: 10 })
    expect(await at.statesOf()).toEqual({ deleted: 10, visible: 20 })
    expect((await at.told(author))[0]).toBe('你的 9 篇笔记和 1 条评论被删除了：刷屏')
    expect(await counterDrift(at.ctx)).toEqual([])
    expect(await at.undone(job)).toMatchObject({ state: 'done', changed: 10 })
    expect(await siteRows(at.ctx)).toEqual(before)
  })

  it('moves notes to a category and back', async () => {
    const at = await stage()
    const other = await makeCategory(at.ctx, '生活')
    await at.ctx.db.updateTable('posts').set({ category_id: null }).where('is_draft', '=', 1).execute()
    const before = await siteRows(at.ctx)
    const job = await at.run({ action: 'move', category_id: other.id, reason: null })
    expect(job).toMatchObject({ title: '把 30 篇笔记移动到分类「生活」', state: 'done', changed: 30 })
    expect(await counterDrift(at.ctx)).toEqual([])
    const moved = await at.test.ok(posts.list, { query: { category: String(other.id), limit: 100 } })
    expect(moved.posts).toHaveLength(27)
    expect(await at.told(at.authors[0] as TestUser)).toEqual([])
    await at.undone(job)
    expect(await siteRows(at.ctx)).toEqual(before)
    expect(await counterDrift(at.ctx)).toEqual([])
  })

  it('ends where the category is deleted meanwhile', async () => {
    const at = await stage()
    const other = await makeCategory(at.ctx, '生活')
    const { data: job } = await at.begin({ action: 'move', category_id: other.id })
    await at.ctx.db.deleteFrom('categories').where('id', '=', other.id).execute()
    await at.work()
    expect(await at.get(job.id)).toMatchObject({
      state: 'failed',
      note: '要移动到的分类已被删除',
      changed: 0,
      undo_id: null,
    })
  })

  it.each(['tag', 'untag'] as const)(
    '%s changes tags of many notes, and puts them back in their order',
    async (action) => {
      const at = await stage()
      await makePost(at.ctx, at.authors[0] as TestUser, {
        title: '满了',
        tags: Array.from({ length: 10 }, (_, n) => `满${n}`),
      })
      const before = await siteRows(at.ctx)
      const filter = { ids: undefined, filter: {}, total: 31, reason: null }
      const job = await at.run({ ...filter, action, tag: '春天' })
      // Half of them had it, and one has ten others.
      expect(job).toMatchObject({ state: 'done', total: 31, changed: 15, skipped: 16 })
      expect(await counterDrift(at.ctx)).toEqual([])
      const found = await at.test.ok(search.search, { query: { tag: '春天', limit: 100 } })
      expect(found.pagination?.total).toBe(action === 'tag' ? 27 : 0)
      await at.undone(job)
      expect(await siteRows(at.ctx)).toEqual(before)
      expect(await counterDrift(at.ctx)).toEqual([])
    },
  )

  it('bans many accounts, which undoing lifts, and leaves earlier bans', async () => {
    const at = await stage(6)
    const ids = at.authors.map(({ id }) => id)
    const ban = { reason: '自己的原因', until: null, note: '' }
    await at.test.ok(sanctions.ban, { params: { id: String(ids[0]) }, body: ban, token: at.token })
    const before = await siteRows(at.ctx)
    const job = await at.run({ resource: 'users', action: 'ban', ids, hide_content: true })
    expect(job).toMatchObject({ title: '封禁 3 位用户', changed: 2, skipped: 1 })
    expect((await at.test.call(auth.me, { token: at.authors[1]?.token ?? '' })).status).toBe(401)
    expect(await counterDrift(at.ctx)).toEqual([])
    await at.undone(job)
    expect(await siteRows(at.ctx)).toEqual(before)
  })
})

it('a batch of bans resolves what was reported about the accounts, and undoing it opens that again', async () => {
  const at = await stage(2)
  const ids = at.authors.map(({ id }) => id)
  const { token } = await makeUser(at.ctx)
  const body = { target_type: 3, target_id: ids[0] ?? 0, reason: 'spam', text: null } as const
  await at.test.ok(reports.create, { body, token })
  const entry = () => at.ctx.db.selectFrom('report_targets').select(['state', 'outcome']).executeTakeFirst()
  const job = await at.run({ resource: 'users', action: 'ban', ids })
  expect(await entry()).toEqual({ state: 'resolved', outcome: 'ban' })
  await at.undone(job)
  expect(await entry()).toEqual({ state: 'open', outcome: null })
})

describe('while it runs', () => {
  it('it is stopped between two pieces, and undone as far as it came', async () => {
    const at = await stage()
    const before = await siteRows(at.ctx)
    const { data: job } = await at.begin({})
    await at.workOn(1)
    expect(await at.get(job.id)).toMatchObject({ state: 'running', done: 10, undo_id: null })
    expect(
      await at.undo((await at.ctx.db.selectFrom('bulk_jobs').select('action_id').executeTakeFirstOrThrow()).action_id),
    ).toMatchObject({ status: 409, error: 'job_running' })
    expect(await at.stop(job.id)).toMatchObject({ status: 200, data: { state: 'stopping' } })
    await at.work()
    const stopped = await at.get(job.id)
    expect(stopped).toMatchObject({
      state: 'stopped',
      done: 10,
      changed: 10,
      note: `${at.moderator.username} 停止了它`,
    })
    expect(await at.stop(job.id)).toMatchObject({ status: 409, error: 'job_ended' })
    expect(await at.undone(stopped)).toMatchObject({ total: 10, changed: 10 })
    expect(await siteRows(at.ctx)).toEqual(before)
  })

  it('others wait, and may be stopped before they begin', async () => {
    const at = await stage()
    const { data: first } = await at.begin({})
    await at.workOn(1)
    const { data: second } = await at.begin({ action: 'approve' })
    const active = async () =>
      (await at.test.ok(jobs.list, { query: { active: '1' }, token: at.token })).data.map(({ id, state }) => [
        id,
        state,
      ])
    expect(await active()).toEqual([
      [second.id, 'waiting'],
      [first.id, 'running'],
    ])
    expect(await at.stop(second.id)).toMatchObject({ data: { state: 'stopped', done: 0 } })
    await at.work()
    expect(await active()).toEqual([])
    expect(await at.get(first.id)).toMatchObject({ state: 'done', changed: 30 })
  })

  it('the rest is left where who began it lost the role, or was removed', async () => {
    const at = await stage()
    const { data: first } = await at.begin({})
    await at.workOn(1)
    await at.test.ok(admins.update, {
      params: { id: String(at.moderator.id) },
      body: { role: 'viewer' },
      token: at.owner.token,
    })
    await at.work()
    const note = '开始它的管理员不再有这个权限'
    const get = (id: number) => at.test.ok(jobs.get, { params: { id: String(id) }, token: at.owner.token })
    expect(await get(first.id)).toMatchObject({ state: 'stopped', changed: 10, note })
    expect(
      (
        await at.test.call(jobs.create, {
          body: { resource: 'posts', action: 'hide', ids: at.ids, reason: REASON },
          token: at.token,
        })
      ).status,
    ).toBe(403)
    const gone = await makeAdmin(at.ctx)
    const body = { resource: 'posts', action: 'delete', ids: at.ids, reason: REASON } as const
    const second = await at.test.ok(jobs.create, { body, token: gone.token })
    await at.test.ok(admins.remove, { params: { id: String(gone.id) }, token: at.owner.token })
    await at.work()
    expect(await get(second.id)).toMatchObject({ state: 'stopped', changed: 0, note, username: gone.username })
  })

  it('a row that fails is counted, and the others are done', async () => {
    const at = await stage()
    const broken = at.ids[4] ?? 0
    await failOnUpdate(at.ctx, broken)
    const job = await at.run({})
    expect(job).toMatchObject({ state: 'done', total: 30, done: 30, changed: 29, failed: 1 })
    expect(await at.statesOf()).toEqual({ hidden: 29, visible: 1 })
    expect(await counterDrift(at.ctx)).toEqual([])
  })

  it('stopping and undoing it at once has one end', async () => {
    const { begin, get, work, workOn, stop, undo, statesOf, ctx } = await stage()
    const { data } = await begin({})
    await workOn(1)
    const { action_id } = await ctx.db.selectFrom('bulk_jobs').select('action_id').executeTakeFirstOrThrow()
    const answers = await Promise.all([stop(data.id), undo(action_id), stop(data.id), undo(action_id), work()])
    const [first, , second] = answers
    expect([first?.status, second?.status].toSorted()).toEqual([200, 409])
    for (const one of [answers[1], answers[3]]) expect(one).toMatchObject({ status: 409, error: 'job_running' })
    await work()
    const job = await get(data.id)
    expect(job.state).toBe('stopped')
    const undoings = await Promise.all([undo(job.undo_id), undo(job.undo_id), work()])
    expect([undoings[0]?.status, undoings[1]?.status].toSorted()).toEqual([200, 409])
    await work()
    expect(await statesOf()).toEqual({ visible: 30 })
    expect(await undo(job.undo_id)).toMatchObject({ status: 409, error: 'already_undone' })
  })

  it('its node may die: another one waits for the lease, and goes on where it was', async () => {
    const at = await stage()
    const { data: job } = await at.begin({})
    const another = { ...at.ctx, bus: { ...at.ctx.bus, nodeId: 'another' } }
    await at.workOn(1)
    // Ended without a word: it still holds the lease.
    await at.ctx.db
      .updateTable('bulk_jobs')
      .set({ node: 'dead', lease_until: at.test.clock.now() + 30_000 })
      .execute()
    await workOnJobs(another, new AbortController().signal)
    expect(await at.get(job.id)).toMatchObject({ state: 'running', done: 10 })
    at.test.clock.advance(31_000)
    await workOnJobs(another, new AbortController().signal)
    expect(await at.get(job.id)).toMatchObject({ state: 'done', done: 30, changed: 30, skipped: 0 })
    const changes = await at.ctx.db.selectFrom('moderation_changes').select('target_id').execute()
    expect(changes).toHaveLength(30)
    expect(await at.told(at.authors[0] as TestUser)).toEqual(['你的 10 篇笔记被隐藏了：刷屏'])
  })

  it('two nodes never work on it at once', async () => {
    const at = await stage()
    const another = { ...at.ctx, bus: { ...at.ctx.bus, nodeId: 'another' } }
    const { data: job } = await at.begin({})
    const { signal } = new AbortController()
    await Promise.all([
      at.work(),
      workOnJobs(another, signal),
      at.begin({ action: 'restore', reason: null }),
      workOnJobs(another, signal),
    ])
    await at.work()
    expect(await at.get(job.id)).toMatchObject({ state: 'done', done: 30, changed: 30 })
    expect(await at.statesOf()).toEqual({ visible: 30 })
  })
})

it('what can no longer be undone is forgotten, and the job after a year', async () => {
  const at = await stage(3)
  const job = await at.run({})
  at.test.clock.advance(31 * DAY_MS)
  await purgeJobs(at.ctx)
  expect(await at.ctx.db.selectFrom('bulk_job_pieces').selectAll().execute()).toEqual([])
  const { data } = await at.test.ok(jobs.list, { query: {}, token: (await makeAdmin(at.ctx)).token })
  expect(data).toMatchObject([{ id: job.id, undo_id: null, undone: false }])
  at.test.clock.advance(366 * DAY_MS)
  await purgeJobs(at.ctx)
  expect(await at.ctx.db.selectFrom('bulk_jobs').selectAll().execute()).toEqual([])
})

/** Until the end of the test, updates of this post fail, as where something of it is damaged. */
async function failOnUpdate({ db, engine }: Ctx, id: number): Promise<void> {
  const body =
    engine === 'sqlite'
      ? `when new.id = ${id} begin select raise(abort, 'damaged'); end`
      : `for each row if new.id = ${id} then signal sqlstate '45000' set message_text = 'damaged'; end if`
  await sql.raw(`create trigger damaged before update on posts ${body}`).execute(db)
  // Other tests get the database of MySQL with its triggers.
  onTestFinished(async () => {
    await sql`drop trigger damaged`.execute(db)
  })
}
