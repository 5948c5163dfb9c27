/** The mode of a site that moves, wherever the command is killed. */
import * as settings from '@shiliu/contract/admin/settings'
import { expect, it } from 'vitest'
import type { Ctx } from '#deps.ts'
import { readSettings } from '#platform/db/settings.ts'
import { makeAdmin } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'
import {
  closeForMediaMove,
  closeForMove,
  endMove,
  modeBeforeMove,
  openAfterMediaMove,
  setSiteMode,
} from './site-mode.service.ts'

/** A context that ends after so many statements that write. */
function endingAfter(ctx: Ctx, writes: number): Ctx {
  let left = writes
  const db = ctx.db.withPlugin({
    transformQuery({ node }) {
      if (node.kind !== 'SelectQueryNode' && left-- === 0) throw new Error('killed')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { ...ctx, db }
}

it('closes and opens with the mark that says so, or not at all', async () => {
  const { ctx } = await createTestApp()
  await setSiteMode(ctx, 'no_new_accounts')
  const state = async () => ({
    mode: (await readSettings(ctx.db)).site_mode,
    marks: await ctx.db.selectFrom('marks').select(['name', 'value']).where('name', 'like', '%move').execute(),
  })
  const steps: [name: string, step: (ctx: Ctx) => Promise<void>][] = [
    ['for rows', closeForMove],
    ['open', (ended) => endMove(ended, 'no_new_accounts')],
    ['for pictures', (ended) => closeForMediaMove(ended, 's3')],
    ['open', openAfterMediaMove],
  ]
  for (const [name, step] of steps) {
    const before = await state()
    let writes = 0
    for (; ; writes++) {
      const isDone = await step(endingAfter(ctx, writes)).then(
        () => true,
        () => false,
      )
      if (isDone) break
      expect(await state(), `${name}, after ${writes}`).toEqual(before)
    }
    expect(writes).toBeGreaterThan(2)
    expect((await state()).mode).toBe(name === 'open' ? 'no_new_accounts' : 'read_only')
  }
})

it('stays as an administrator sets it after a move was given up', async () => {
  const { ctx, ok } = await createTestApp()
  const { token } = await makeAdmin(ctx)
  const set = (site_mode: (typeof settings.SITE_MODES)[number]) => ok(settings.update, { body: { site_mode }, token })
  await closeForMediaMove(ctx, 's3')
  await closeForMove(ctx)
  for (const mode of ['open', 'read_only'] as const) await set(mode)
  await openAfterMediaMove(ctx)
  expect((await readSettings(ctx.db)).site_mode).toBe('read_only')
  expect(await modeBeforeMove(ctx)).toBe('read_only')
})
