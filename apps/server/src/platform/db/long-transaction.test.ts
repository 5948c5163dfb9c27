/** What others see of the event loop and of the database while one transaction takes long. */
import { expect, it } from 'vitest'
import { makeUser } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'
import { tx } from './tx.ts'

it('leaves the event loop between its statements', async () => {
  const { ctx } = await createTestApp()
  let turns = 0
  let timer = setImmediate(function count() {
    turns++
    timer = setImmediate(count)
  })
  const end = performance.now() + 200
  await tx(ctx, async (t) => {
    turns = 0
    while (performance.now() < end) await t.db.selectFrom('users').select('id').execute()
  })
  clearImmediate(timer)
  expect(turns).toBeGreaterThan(2)
})

it('keeps nobody from reading what is committed', async () => {
  const { ctx } = await createTestApp()
  await makeUser(ctx)
  const bios = async () => (await ctx.db.selectFrom('users').select('bio').execute()).map(({ bio }) => bio)
  const [before] = await bios()
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  let begun = () => {}
  const started = new Promise<void>((resolve) => {
    begun = resolve
  })
  const writing = tx(ctx, async (t) => {
    await t.db.updateTable('users').set({ bio: '改过了' }).execute()
    begun()
    await gate
  })
  await started
  expect(await bios()).toEqual([before])
  release()
  await writing
  expect(await bios()).toEqual(['改过了'])
})
