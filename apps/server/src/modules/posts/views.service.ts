import type { Ctx } from '#deps.ts'
import { chunks } from '#platform/db/rows.ts'
import { tx } from '#platform/db/tx.ts'
import { allowance } from '#platform/events/allowance.ts'
import { perAccount } from '#platform/http/rate-limit.ts'
import { hotScore } from './hot-score.ts'
import * as repo from './views.repo.ts'

const HOUR_MS = 3600 * 1000
/**
 * Views of one note within an hour that count. Clients mark what they showed within the hour, so a reader comes once or on
 * a few devices: nobody may lift a note by asking for it again and again.
 */
const MOST_OF_USER = 10
/** Guests of a whole campus may share one address. */
const MOST_OF_ADDRESS = 300
/** So many pairs of note and viewer are remembered, in a few megabytes; who is forgotten begins anew. */
const REMEMBERED = 20_000

type Reader = Parameters<typeof perAccount>[0]

/** Counts views within these bounds, in this process; answers whether one was counted. */
export function viewCounter(ctx: Ctx): (postId: number, by: Reader) => boolean {
  const allowed = allowance({ lastsMs: HOUR_MS, remembered: REMEMBERED }, ctx.clock)
  return (postId, by) => {
    if (!allowed.take(`${postId} ${perAccount(by)}`, by.viewer ? MOST_OF_USER : MOST_OF_ADDRESS)) return false
    ctx.views.add(postId)
    return true
  }
}

/**
 * Writes the gathered views with the ranks they change. Called once a second and on shutdown (design section 5). What could
 * not be written is gathered again, for the next turn.
 */
export async function writeViews(ctx: Ctx): Promise<void> {
  const views = ctx.views.drain()
  try {
    for (const ids of chunks([...views.keys()])) {
      const written = await write(ctx, ids, views)
      // In one step, so that no reader sees the views twice or not at all.
      showViews(ctx, written)
      for (const id of ids) settle(ctx, views, id)
    }
  } finally {
    for (const [id, count] of views) {
      settle(ctx, views, id)
      ctx.views.add(id, count)
    }
  }
}

function settle(ctx: Ctx, views: Map<number, number>, id: number): void {
  ctx.views.settle(id, views.get(id) ?? 0)
  views.delete(id)
}

type Written = { id: number; view_count: number }

function write(ctx: Ctx, ids: number[], views: Map<number, number>): Promise<Written[]> {
  return tx(ctx, async (t) => {
    const rows = await repo.lockEngagement(t.db, t.engine, ids)
    const changes = rows.map((row) => {
      const added = views.get(row.id) ?? 0
      const view_count = row.view_count + added
      return { id: row.id, added, view_count, score: hotScore({ ...row, view_count }) }
    })
    if (changes.length > 0) await repo.addViews(t.db, changes)
    return changes
  })
}

/** Cards in memory go on with what is written: what is read most would else be read anew each second. */
function showViews({ cards }: Ctx, written: Written[]): void {
  for (const { id, view_count } of written) cards.change(id, (card) => ({ ...card, view_count }))
}
