/** Batch deletion: up to the maximum, without blocking other requests. */
import { tags } from '@shiliu/contract/admin/tags'
import { users } from '@shiliu/contract/admin/users'
import { ADMIN } from '@shiliu/contract/limits'
import * as posts from '@shiliu/contract/posts'
import { expect, it, onTestFinished } from 'vitest'
import { chunks } from '#platform/db/rows.ts'
import { counterDrift } from '#test/counters.ts'
import { makeAdmin, makePost, makeUser } from '#test/factories.ts'
import { createTestApp, openTestApp } from '#test/test-app.ts'

it('deletes the maximum number of rows and returns the count', async () => {
  const test = await createTestApp()
  const { db, clock } = test.ctx
  const { token } = await makeAdmin(test.ctx)
  const names = Array.from({ length: ADMIN.batchMax }, (_, i) => `标签${i}`)
  const rows = names.map((name) => ({ name, name_key: name, created_at: clock.now() }))
  for (const some of chunks(rows, 300)) await db.insertInto('tags').values(some).execute()
  const tagged = await makePost(test.ctx, await makeUser(test.ctx), { tags: ['标签7', '留下'] })
  const there = await db.selectFrom('tags').select('id').where('name', 'in', names).execute()
  const ids = there.map((row) => row.id)
  expect(ids).toHaveLength(ADMIN.batchMax)
  expect(await test.ok(tags.removeMany, { body: { ids }, token })).toEqual({ deletedCount: 1000, missing: [] })
  expect((await test.ok(tags.list, { token })).data.map((row) => row.name)).toEqual(['留下'])
  expect(await test.ok(posts.get, { params: { id: String(tagged.id) } })).toMatchObject({ tags: [{ name: '留下' }] })
  expect(await test.ok(tags.removeMany, { body: { ids }, token })).toMatchObject({ deletedCount: 0 })
  expect(await counterDrift(test.ctx)).toEqual([])
})

it('lets other requests run meanwhile', async () => {
  const order: string[] = []
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const test = await openTestApp((sql) => {
    if (/^insert into .trash./.test(sql)) begin()
  })
  onTestFinished(test.close)
  const other = begun.then(() => test.ok(posts.list)).then(() => order.push('another request'))
  const { token } = await makeAdmin(test.ctx)
  const ids: number[] = []
  for (let i = 0; i < 40; i++) ids.push((await makeUser(test.ctx)).id)
  const { deletedCount } = await test.ok(users.removeMany, { body: { ids }, token })
  order.push('the batch')
  await other
  expect(deletedCount).toBe(40)
  expect(order).toEqual(['another request', 'the batch'])
})
