/** Health and totals of the site. */
import type { OutputOf } from '@shiliu/contract/endpoint'
import type { health, stats } from '@shiliu/contract/site'
import type { Ctx } from '#deps.ts'
import { iso } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import * as repo from './site.repo.ts'

type Stats = OutputOf<typeof stats>

const STATS_MS = 60_000

/** Whether the site can answer: asks the database. Throws `unavailable`. */
export async function getHealth(ctx: Ctx): Promise<OutputOf<typeof health>> {
  try {
    await repo.ping(ctx.db)
  } catch (error) {
    ctx.log.error({ err: error }, 'the database does not answer')
    throw new AppError('unavailable')
  }
  return { timestamp: iso(ctx.clock.now()), uptime: process.uptime() }
}

/** Answers the site's totals, counted at most once a minute whoever asks. */
export function statsKeeper(ctx: Ctx): () => Promise<Stats> {
  let counted: { stats: Promise<Stats>; until: number } | null = null
  return () => {
    const now = ctx.clock.now()
    if (counted && now < counted.until) return counted.stats
    const stats = repo.countAll(ctx.db)
    const mine = { stats, until: now + STATS_MS }
    counted = mine
    // A count that failed is not worth keeping.
    stats.catch(() => {
      if (counted === mine) counted = null
    })
    return stats
  }
}
