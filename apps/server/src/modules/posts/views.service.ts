import type { Ctx } from '#deps.ts'
import { chunks } from '#platform/db/rows.ts'
import { tx } from '#platform/db/tx.ts'
import { perAccount } from '#platform/http/rate-limit.ts'
import { quota } from '#platform/quota.ts'
import { hotScore } from './hot-score.ts'
import * as repo from './posts.repo.ts'

const HOUR_MS = 3600 * 1000
/** Views of a post per hour. Allows for several devices; limits how far repeated requests raise a post's rank. */
const MAX_PER_USER = 10
/** Higher, because a whole campus may share one IP address. */
const MAX_PER_ADDRESS = 300
/** Pairs of post and viewer kept in memory: a few megabytes. */
const MAX_KEYS = 20_000

type Reader = Parameters<typeof perAccount>[0]

/** Counts a view within these limits, per process; returns whether it did (docs/product.md#view-counting). */
export function viewCounter(ctx: Ctx): (postId: number, by: Reader) => boolean {
  const allowed = quota({ windowMs: HOUR_MS, maxKeys: MAX_KEYS }, ctx.clock)
  return (postId, by) => {
    if (!allowed.take(`${postId} ${perAccount(by)}`, by.viewer ? MAX_PER_USER : MAX_PER_ADDRESS)) return false
    ctx.views.add(postId)
    return true
  }
}

/** Called once a second and on shutdown. Views that could not be written are kept for the next call. */
export async function writeViews(ctx: Ctx): Promise<void> {
  const views = ctx.views.drain()
  try {
    for (const ids of chunks([...views.keys()])) {
      const written = await write(ctx, ids, views)
      // Synchronous with `settle`, so that no reader sees a view twice or not at all.
      updateCards(ctx, written)
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
    const rows = await repo.lockPosts(t.db, t.engine, ids)
    const moves = rows.map((row) => {
      const delta = views.get(row.id) ?? 0
      const view_count = row.view_count + delta
      return { id: row.id, delta, view_count, score: hotScore({ ...row, view_count }) }
    })
    if (moves.length > 0) await repo.addToCounter(t.db, 'view_count', moves)
    return moves
  })
}

/** Updates cached cards in place: dropping them would reload the most viewed posts every second. */
function updateCards({ cards }: Ctx, written: Written[]): void {
  for (const { id, view_count } of written) cards.update(id, (card) => ({ ...card, view_count }))
}
