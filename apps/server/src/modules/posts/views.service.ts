import { LRUCache } from 'lru-cache'
import type { Ctx } from '#deps.ts'
import { atMost } from '#platform/at-most.ts'
import { invalidate } from '#platform/cache/cache.ts'
import { HOUR_MS } from '#platform/clock.ts'
import { chunks } from '#platform/db/rows.ts'
import { tx } from '#platform/db/tx.ts'
import { perAccount } from '#platform/http/rate-limit.ts'
import { hotScore } from './hot-score.ts'
import { showViews } from './post-cards.ts'
import { postTags } from './post-changes.ts'
import * as repo from './posts.repo.ts'

/** Views of a post per hour. Allows for several devices; limits how far repeated requests raise a post's rank. */
const MAX_PER_USER = 10
/** Higher, because a whole campus may share one IP address. */
const MAX_PER_ADDRESS = 300
/** Pairs of post and viewer kept in memory: a few megabytes. */
const MAX_KEYS = 20_000

type Reader = Parameters<typeof perAccount>[0]

/** Counts a view within these limits, per process; returns whether it did (docs/product.md#view-counting). */
export function viewCounter(ctx: Ctx): (postId: number, by: Reader) => boolean {
  const counted = new LRUCache<string, number>({
    ...atMost(MAX_KEYS),
    ttl: HOUR_MS,
    ttlResolution: 0,
    perf: ctx.clock,
  })
  return (postId, by) => {
    const key = `${postId} ${perAccount(by)}`
    const count = counted.get(key) ?? 0
    if (count >= (by.viewer ? MAX_PER_USER : MAX_PER_ADDRESS)) return false
    // The hour begins with the first view.
    counted.set(key, count + 1, { noUpdateTTL: true })
    ctx.views.add(postId)
    return true
  }
}

/** Shows written views in this process's cache, whichever process wrote them. */
export function followViews(ctx: Ctx): void {
  ctx.bus.subscribe('views-written', ({ views }) => showViews(ctx, views))
}

/**
 * Writes counted views and the hot scores that moved since the last call. Called once a second and on shutdown. Views
 * that could not be written are kept for the next call, as are scores.
 */
export async function writeViews(ctx: Ctx): Promise<void> {
  const views = ctx.views.drain()
  const outdated = new Set([...views.keys(), ...ctx.outdatedScores])
  ctx.outdatedScores.clear()
  try {
    for (const ids of chunks([...outdated].toSorted((a, b) => a - b))) {
      const written = await write(ctx, ids, views)
      // Synchronous with `settle`, so that no reader sees a view twice or not at all.
      ctx.bus.publish('views-written', { views: written.filter(([id]) => views.has(id)) })
      for (const id of ids) {
        settle(ctx, views, id)
        outdated.delete(id)
      }
    }
  } finally {
    for (const id of outdated) ctx.outdatedScores.add(id)
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

/** Returns the new view counts. */
function write(ctx: Ctx, ids: number[], views: Map<number, number>): Promise<[id: number, viewCount: number][]> {
  return tx(ctx, async (t) => {
    const rows = await repo.lockPosts(t.db, t.engine, ids)
    const rankings = rows.map((row) => {
      const view_count = row.view_count + (views.get(row.id) ?? 0)
      return { id: row.id, view_count, hot_score: hotScore({ ...row, view_count }) }
    })
    if (rankings.length > 0) await repo.updateRankings(t.db, rankings)
    invalidate(t, [postTags.byHotScore])
    return rankings.map(({ id, view_count }) => [id, view_count])
  })
}
