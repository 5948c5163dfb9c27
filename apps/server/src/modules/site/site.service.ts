import type { BodyOf, OutputOf } from '@shiliu/contract/endpoint'
import type { health, reportBrowserError as report, stats } from '@shiliu/contract/site'
import type { Ctx } from '#deps.ts'
import { iso } from '#platform/clock.ts'
import { databaseUnavailable } from '#platform/errors.ts'
import { memoize } from '#platform/memoize.ts'
import * as repo from './site.repo.ts'

type Stats = OutputOf<typeof stats>

const STATS_CACHE_MS = 60_000

/** Health check, which includes the database. Throws `unavailable`. */
export async function getHealth(ctx: Ctx): Promise<OutputOf<typeof health>> {
  try {
    await repo.ping(ctx.db)
  } catch (error) {
    ctx.log.error({ err: error }, 'the database does not answer')
    throw databaseUnavailable()
  }
  return { timestamp: iso(ctx.clock.now()), uptime: process.uptime() }
}

/** Returns a reader of the site's totals, which are counted at most once a minute. */
export function createStats(ctx: Ctx): () => Promise<Stats> {
  return memoize(STATS_CACHE_MS, ctx.clock, () => repo.countAll(ctx.db))
}

/** Adds a browser's error to the site's faults and logs its stack. Anyone may send one: nothing of it is trusted. */
export function reportBrowserError(ctx: Ctx, { message, page, stack }: BodyOf<typeof report>): void {
  ctx.log.warn({ page, message, stack }, 'error in a browser')
  ctx.problems.recordFromBrowser(page, message)
}
