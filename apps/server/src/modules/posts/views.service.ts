import type { Ctx } from '#deps.ts'
import { chunks } from '#platform/db/rows.ts'
import { tx } from '#platform/db/tx.ts'
import { hotScore } from './hot-score.ts'
import * as repo from './views.repo.ts'

/**
 * Writes the gathered views with the ranks they change. Called once a second and on shutdown (design section 5). What could
 * not be written is gathered again, for the next turn.
 */
export async function writeViews(ctx: Ctx): Promise<void> {
  const views = ctx.views.drain()
  try {
    for (const ids of chunks([...views.keys()])) {
      await write(ctx, ids, views)
      for (const id of ids) views.delete(id)
    }
  } finally {
    for (const [id, count] of views) ctx.views.add(id, count)
  }
}

function write(ctx: Ctx, ids: number[], views: Map<number, number>): Promise<void> {
  return tx(ctx, async (t) => {
    const rows = await repo.listEngagement(t.db, ids)
    const changes = rows.map((row) => {
      const added = views.get(row.id) ?? 0
      return { id: row.id, added, score: hotScore({ ...row, view_count: row.view_count + added }) }
    })
    if (changes.length > 0) await repo.addViews(t.db, changes)
  })
}
