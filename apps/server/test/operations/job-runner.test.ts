/** A thousand rows: what others wait while a job runs, and a server that is killed in its midst. */
import { setTimeout as wait } from 'node:timers/promises'
import type * as jobs from '@shiliu/contract/admin/jobs'
import * as likes from '@shiliu/contract/likes'
import { API_PREFIX } from '@shiliu/contract/limits'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import type { Ctx } from '#deps.ts'
import { workOnJobs } from '#modules/review/job-runner.service.ts'
import { createJob, getJob, undoAction } from '#modules/review/jobs.service.ts'
import { tx } from '#platform/db/tx.ts'
import { openResources } from '#resources.ts'
import { counterDrift } from '#test/counters.ts'
import { makeAdmin, makeCategory, makePost, makeUser, type TestUser } from '#test/factories.ts'
import { startServerProcess } from '#test/server-process.ts'
import { siteRows } from '#test/site-rows.ts'
import { openTestApp, testConfig } from '#test/test-app.ts'

const ROWS = 1000
const HIDE = {
  resource: 'posts',
  action: 'hide',
  reason: '刷屏',
  until: null,
  hide_content: false,
  ban: false,
  tag: null,
} as const

async function thousandNotes(ctx: Ctx) {
  const authors: TestUser[] = []
  for (let n = 0; n < 10; n++) authors.push(await makeUser(ctx))
  const category_id = (await makeCategory(ctx)).id
  const content = '今天也在图书馆学习，'.repeat(20)
  await tx(ctx, async (t) => {
    for (let n = 0; n < ROWS; n++) {
      const fields = { title: `第${n}篇`, content, category_id, tags: [`标签${n % 20}`] }
      await makePost(t, authors[n % 10] as TestUser, fields)
    }
  })
  const { id, token } = await makeAdmin(ctx)
  const viewer = { role: 'admin', id, sessionId: 0, adminRole: 'owner' } as const
  const begin = async () =>
    (await createJob(ctx, viewer, { ...HIDE, filter: { title: '第' }, total: ROWS }, ctx.db)) as jobs.Job
  return { authors, viewer, token, begin }
}

it('lets others write and read beside it, and its undoing leaves every row as it was', {
  timeout: 300_000,
}, async () => {
  const { close, ctx, ok } = await openTestApp()
  onTestFinished(close)
  const { authors, viewer, begin } = await thousandNotes(ctx)
  const target = await makePost(ctx, authors[0] as TestUser, { title: '别的' })
  const before = await siteRows(ctx)
  const job = await begin()
  let running = true
  const waits: number[] = []
  // A note of their own, of which nobody is told.
  const { token } = authors[0] as TestUser
  const body = { target_type: 1 as const, target_id: target.id }
  const write = async () => {
    const start = performance.now()
    await ok(waits.length % 2 === 0 ? likes.create : likes.remove, { body, token })
    waits.push(performance.now() - start)
  }
  const writing = (async () => {
    while (running) await write()
  })()
  await workOnJobs(ctx, new AbortController().signal)
  running = false
  await writing
  if (waits.length % 2 === 1) await write()
  const sorted = waits.toSorted((a, b) => a - b)
  // Far more than pieces take: so long would nobody wait for a busy machine, but for one transaction of all rows.
  expect(sorted.length).toBeGreaterThan(50)
  expect(sorted[Math.floor(sorted.length * 0.95)]).toBeLessThan(300)
  const done = await getJob(ctx, job.id)
  expect(done).toMatchObject({ state: 'done', changed: ROWS })
  await undoAction(ctx, viewer, done.undo_id ?? 0)
  await workOnJobs(ctx, new AbortController().signal)
  expect(await siteRows(ctx)).toEqual(before)
  expect(await counterDrift(ctx)).toEqual([])
})

it('goes on after its server was killed, and does no row twice', { timeout: 300_000 }, async () => {
  const { config, remove } = await testConfig({ onDisk: true })
  onTestFinished(remove)
  const open = async <R>(work: (ctx: Ctx) => Promise<R>) => {
    const resources = await openResources(config, { log: pino({ level: 'silent' }) })
    try {
      return await work(resources.ctx)
    } finally {
      await resources.close()
    }
  }
  const { id, token, viewer, before } = await open(async (ctx) => {
    const stage = await thousandNotes(ctx)
    const before = await siteRows(ctx)
    return { ...stage, before, id: (await stage.begin()).id }
  })
  const untilJob = async (address: string, reached: (job: jobs.Job) => boolean) => {
    for (;;) {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await fetch(`${address}${API_PREFIX}/admin/jobs/${id}`, { headers })
      const { data } = (await answer.json()) as { data: jobs.Job }
      if (reached(data)) return data
      await wait(50)
    }
  }
  const first = await startServerProcess(config)
  await untilJob(first.address, ({ done }) => done > 100)
  await first.end('SIGKILL')
  // As if the half minute of its lease were over.
  await open((ctx) => ctx.db.updateTable('bulk_jobs').set({ lease_until: 0 }).where('id', '=', id).execute())
  const second = await startServerProcess(config)
  expect((await untilJob(second.address, () => true)).done).toBeLessThan(ROWS)
  expect(await untilJob(second.address, ({ ended_at }) => ended_at !== null)).toMatchObject({
    state: 'done',
    changed: ROWS,
  })
  await second.end('SIGTERM')
  await open(async (ctx) => {
    const changes = await ctx.db.selectFrom('moderation_changes').select('target_id').execute()
    expect(new Set(changes.map(({ target_id }) => target_id)).size).toBe(ROWS)
    expect(changes).toHaveLength(ROWS)
    const { undo_id } = await getJob(ctx, id)
    await undoAction(ctx, viewer, undo_id ?? 0)
    await workOnJobs(ctx, new AbortController().signal)
    expect(await siteRows(ctx)).toEqual(before)
    expect(await counterDrift(ctx)).toEqual([])
  })
})
