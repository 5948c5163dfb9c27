/** Counts of the site at /metrics: how much there is, and what waits for moderators. */
import type { Ctx } from '#deps.ts'
import { memoize } from '#platform/memoize.ts'
import * as repo from './site.repo.ts'

/** However many ask. What waits is found by its indexes, the totals take a look at every row of an index. */
const WAITING_MS = 15_000
const TOTALS_MS = 5 * 60_000
/** The other figures are worth more while the database hangs; less than other workers wait for this one. */
const DEADLINE_MS = 500

type Counts = Record<string, number>

/** Where the database does not answer in time, they are missing. */
export function reportCounts(ctx: Ctx): void {
  const db = ctx.longReads.of('metrics')
  const totals = soonOrNothing(memoize(TOTALS_MS, ctx.clock, () => repo.countTotals(db)))
  const waiting = soonOrNothing(memoize(WAITING_MS, ctx.clock, () => repo.countWaiting(db)))
  const labelled = (counts: Counts) => Object.entries(counts).map(([kind, count]) => [{ kind }, count] as const)
  const { gauge } = ctx.metrics
  gauge('shiliu_site_total', 'Accounts, and what everybody sees of them.', async () => labelled(await totals()), 'max')
  gauge('shiliu_moderation_waiting', 'What waits for moderators.', async () => labelled(await waiting()), 'max')
}

/** What takes longer is there for the next who asks. */
function soonOrNothing(load: () => Promise<Counts>): () => Promise<Counts> {
  return async () => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<Counts>((resolve) => {
      timer = setTimeout(resolve, DEADLINE_MS, {})
    })
    return Promise.race([load().catch(() => ({})), late]).finally(() => clearTimeout(timer))
  }
}
