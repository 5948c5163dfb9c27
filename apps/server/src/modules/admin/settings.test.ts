import { audits } from '@shiliu/contract/admin/audits'
import * as settings from '@shiliu/contract/admin/settings'
import { expect, it, onTestFinished } from 'vitest'
import { buildApp } from '#app.ts'
import { openResources } from '#resources.ts'
import { makeAdmin } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'

const { DEFAULT_SETTINGS } = settings

async function stage() {
  const test = await createTestApp()
  const admin = await makeAdmin(test.ctx)
  return { test, admin, token: admin.token }
}

it('have defaults until somebody sets them', async () => {
  const { test, token } = await stage()
  expect(await test.ok(settings.get, { token })).toEqual({
    settings: DEFAULT_SETTINGS,
    defaults: DEFAULT_SETTINGS,
    changes: [],
    has_invitation: false,
    has_campus: false,
  })
})

it('change one by one, in force at once, and say who changed them when', async () => {
  const { test, admin, token } = await stage()
  await test.ok(settings.update, { body: { notes_per_day: 5 }, token })
  const { settings: now, changes } = await test.ok(settings.update, { body: { comments_per_minute: 9 }, token })
  expect(now).toEqual({ ...DEFAULT_SETTINGS, notes_per_day: 5, comments_per_minute: 9 })
  expect(test.ctx.settings.current).toEqual(now)
  const change = { username: admin.username, updated_at: expect.stringMatching(/^2026-09-01T/) }
  expect(changes).toEqual([
    { name: 'comments_per_minute', ...change },
    { name: 'notes_per_day', ...change },
  ])
})

it('are audited where a value changes', async () => {
  const { test, token } = await stage()
  await test.ok(settings.update, { body: { notes_per_day: 5, comments_per_minute: 30 }, token })
  await test.ok(settings.update, { body: { notes_per_day: 5 }, token })
  const { data } = await test.ok(audits.list, { query: { resource: 'settings' }, token })
  expect(data).toMatchObject([
    { action: 'update', changed: ['notes_per_day'], before: { notes_per_day: 60 }, after: { notes_per_day: 5 } },
  ])
})

it('reject a whole change where one value is wrong', async () => {
  const { test, token } = await stage()
  const answer = await test.call(settings.update, { body: { notes_per_day: 5, comments_per_minute: 0 }, token })
  expect(answer).toMatchObject({
    status: 400,
    field: 'comments_per_minute',
    message: '请填写 1 到 100000 的整数',
  })
  expect(test.ctx.settings.current).toEqual(DEFAULT_SETTINGS)
})

it('take no line break in the name that signs in to the mail server', async () => {
  const { test, token } = await stage()
  expect(await test.call(settings.update, { body: { mail_user: 'a@b.cn\nMAIL FROM' }, token })).toMatchObject({
    status: 400,
    field: 'mail_user',
    message: '用户名不能有换行',
  })
})

it('skip what an older or newer version stored', async () => {
  const { test } = await stage()
  const by = { username: 'admin', updated_at: 1 }
  await test.ctx.db
    .insertInto('settings')
    .values([
      { name: 'forgotten', value: '1', ...by },
      { name: 'constructor', value: '1', ...by },
      { name: 'notes_per_day', value: '"many"', ...by },
      { name: 'comments_per_minute', value: '7', ...by },
    ])
    .execute()
  await test.ctx.settings.reload()
  expect(test.ctx.settings.current).toEqual({ ...DEFAULT_SETTINGS, comments_per_minute: 7 })
})

it('go back to their defaults, of which no row is left', async () => {
  const { test, token } = await stage()
  await test.ok(settings.update, { body: { notes_per_day: 5, comments_per_minute: 9 }, token })
  const body = { reset: ['notes_per_day' as const], comments_per_minute: 8 }
  const { settings: now, changes } = await test.ok(settings.update, { body, token })
  expect(now).toEqual({ ...DEFAULT_SETTINGS, comments_per_minute: 8 })
  expect(changes.map(({ name }) => name)).toEqual(['comments_per_minute'])
  const { data } = await test.ok(audits.list, { query: { resource: 'settings' }, token })
  expect(data[0]).toMatchObject({
    before: { notes_per_day: 5, comments_per_minute: 9 },
    after: { notes_per_day: 60, comments_per_minute: 8 },
  })
})

it('are refused where another administrator changed the same one meanwhile, on any node', async () => {
  const { test, token } = await stage()
  const other = await openResources(test.ctx.config, { log: test.ctx.log, clock: test.clock })
  onTestFinished(() => other.close())
  const app = await buildApp(other.ctx)
  onTestFinished(() => app.close())
  const put = (on: typeof app, payload: object) =>
    on.inject({ method: 'PUT', url: '/api/admin/settings', payload, headers: { authorization: `Bearer ${token}` } })
  const began = { notes_per_day: DEFAULT_SETTINGS.notes_per_day }
  const answers = await Promise.all([
    put(test.app, { notes_per_day: 5, began }),
    put(app, { notes_per_day: 6, comments_per_minute: 7, began }),
  ])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ error: 'conflict' })
  const { settings: first } = await test.ok(settings.get, { token })
  expect([5, 6]).toContain(first.notes_per_day)
  const reset = { reset: ['notes_per_day' as const], began }
  expect(await test.call(settings.update, { body: reset, token })).toMatchObject({ status: 409 })
  // Others' settings do not matter, nor does who says nothing of what was there.
  const quiet = { reactions_per_minute: 9, began: { reactions_per_minute: DEFAULT_SETTINGS.reactions_per_minute } }
  await test.ok(settings.update, { body: quiet, token })
  await test.ok(settings.update, { body: { notes_per_day: 8 }, token })
})
