/** Figures of the site at /metrics: totals, what waits for moderators and in the background, the last backup. */
import type { Ctx } from '#deps.ts'
import { lastBackupAt } from '#modules/backups/backups.service.ts'
import { isMailOn } from '#modules/mail/outbox.service.ts'
import { isAhead } from '#platform/clock.ts'
import { memoize } from '#platform/memoize.ts'
import * as repo from './site.repo.ts'

/** However many ask. What waits is found by its indexes, the totals take a look at every row of an index. */
const WAITING_MS = 15_000
const TOTALS_MS = 5 * 60_000
/** The other figures are worth more while the database hangs; less than other workers wait for this one. */
const DEADLINE_MS = 500

type Counts = Record<string, number>
/** `since` is when the oldest came; null where there is none. */
type Queues = Record<string, { length: number; since: number | null }>

/** Where the database does not answer in time, they are missing. */
export function reportSiteFigures(ctx: Ctx): void {
  const db = ctx.longReads.of('metrics')
  const recent = <T>(nothing: T, ms: number, load: () => Promise<T>) =>
    orAfterDeadline(nothing, memoize(ms, ctx.clock, load))
  const totals = recent<Counts>({}, TOTALS_MS, () => repo.countTotals(db))
  const waiting = recent<Counts>({}, WAITING_MS, () => repo.countWaiting(db))
  const queues = recent<Queues>({}, WAITING_MS, () => repo.readQueues(db))
  const backup = recent(null, WAITING_MS, () => lastBackupAt(ctx.db))
  const labelled = (counts: Counts) => Object.entries(counts).map(([kind, count]) => [{ kind }, count] as const)
  const { gauge } = ctx.metrics
  gauge('shiliu_site_total', 'Accounts, and what everybody sees of them.', async () => labelled(await totals()), 'max')
  gauge('shiliu_moderation_waiting', 'What waits for moderators.', async () => labelled(await waiting()), 'max')
  const secondsSince = (at: number) => Math.max(0, Math.floor((ctx.clock.now() - at) / 1000))
  gauge(
    'shiliu_queue_length',
    'What is not done yet in the background.',
    async () => Object.entries(await queues()).map(([kind, { length }]) => [{ kind }, length] as const),
    'max',
  )
  gauge(
    'shiliu_queue_age_seconds',
    'Since the oldest of a queue came; of mail without what a recipient’s server does not take.',
    async () => {
      const read = Object.entries(await queues()).filter(([kind]) => kind !== 'mail' || isMailOn(ctx))
      return read.map(([kind, { since }]) => [{ kind }, since === null ? 0 : secondsSince(since)] as const)
    },
    'max',
  )
  const backupAge = async () => {
    const at = await backup()
    return at === null || isAhead(at, ctx.clock.now()) ? [] : [[{}, secondsSince(at)] as const]
  }
  gauge(
    'shiliu_backup_age_seconds',
    'Since the last backup that was read back; none where there is none, or its time is in the future.',
    backupAge,
    'max',
  )
}

/** What takes longer is there for the next who asks. */
function orAfterDeadline<T>(nothing: T, load: () => Promise<T>): () => Promise<T> {
  return async () => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<T>((resolve) => {
      timer = setTimeout(resolve, DEADLINE_MS, nothing)
    })
    return Promise.race([load().catch(() => nothing), late]).finally(() => clearTimeout(timer))
  }
}
