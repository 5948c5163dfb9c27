import type { BodyOf, OutputOf } from '@shiliu/contract/endpoint'
import type { reportBrowserError as report, stats } from '@shiliu/contract/site'
import type { Ctx } from '#deps.ts'
import { memoize } from '#platform/memoize.ts'
import * as repo from './site.repo.ts'

type Stats = OutputOf<typeof stats>

const STATS_CACHE_MS = 60_000

/** Returns a reader of the site's totals, which are counted at most once a minute. */
export function createStats(ctx: Ctx): () => Promise<Stats> {
  return memoize(STATS_CACHE_MS, ctx.clock, () => repo.countAll(ctx.longReads.of('stats')))
}

/** Adds a browser's error to the site's faults and logs its stack. Anyone may send one: nothing of it is trusted. */
export function reportBrowserError(ctx: Ctx, { message, page, stack }: BodyOf<typeof report>): void {
  ctx.log.warn({ page, message, stack }, 'error in a browser')
  ctx.problems.recordFromBrowser(page, message)
}
