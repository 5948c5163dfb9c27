/** What an account wrote follows its ban in pieces (docs/decisions/048-trash-of-accounts-and-names.md). */
import * as sanctions from '@shiliu/contract/admin/sanctions'
import { expect, it } from 'vitest'
import { counterDrift } from '#test/counters.ts'
import { makeAdmin, makePost, makeUser } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'
import { finishHiding, followHiding } from './hiding.service.ts'

const NOTES = 450

async function stage() {
  const test = await createTestApp()
  const { db } = test.ctx
  const { token } = await makeAdmin(test.ctx)
  const author = await makeUser(test.ctx)
  const { id } = await makePost(test.ctx, author, { tags: ['晚霞'] })
  const { id: _, ...row } = await db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  for (let n = 1; n < NOTES; n += 50) {
    const rows = Array.from({ length: Math.min(50, NOTES - n) }, () => row)
    await db.insertInto('posts').values(rows).execute()
  }
  await db.updateTable('users').set({ post_count: NOTES }).where('id', '=', author.id).execute()
  await db.updateTable('categories').set({ post_count: NOTES }).where('id', '=', row.category_id).execute()
  expect(await counterDrift(test.ctx)).toEqual([])
  const shown = async () => {
    const count = db.selectFrom('posts').select((eb) => eb.fn.countAll().as('n'))
    return Number((await count.where('is_private', '=', 0).executeTakeFirstOrThrow()).n)
  }
  const by = { params: { id: String(author.id) }, token }
  const ban = () => test.ok(sanctions.ban, { ...by, body: { reason: '广告', until: null, hide_content: true } })
  return { test, author, by, shown, ban }
}

it('a ban hides many notes in transactions of a hundred, and lifting it shows them so', async () => {
  const { test, by, shown, ban } = await stage()
  const during = async (work: () => Promise<unknown>) => {
    const seen = new Set<number>()
    let done = false
    const working = work().finally(() => {
      done = true
    })
    while (!done) {
      seen.add(await shown())
      await new Promise(setImmediate)
    }
    await working
    return [...seen].filter((n) => n > 0 && n < NOTES)
  }
  // In one transaction others would see all or nothing.
  expect(await during(ban)).not.toEqual([])
  expect(await shown()).toBe(0)
  expect(await counterDrift(test.ctx)).toEqual([])
  expect(await during(() => test.ok(sanctions.unban, by))).not.toEqual([])
  expect(await shown()).toBe(NOTES)
  expect(await counterDrift(test.ctx)).toEqual([])
})

it('what a request had no time for follows behind it', async () => {
  const { test, author, shown, ban } = await stage()
  const { db } = test.ctx
  await ban()
  await db.updateTable('users').set({ is_hidden: 0, is_hiding: 1 }).where('id', '=', author.id).execute()
  await followHiding(test.ctx, author.id, 0)
  expect(await shown()).toBe(0)
  await finishHiding(test.ctx)
  expect(await shown()).toBe(NOTES)
  expect(await counterDrift(test.ctx)).toEqual([])
})
