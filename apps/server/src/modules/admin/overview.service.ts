/** Figures of the dashboard: queues, growth, activity, the most reported (docs/product.md#admin-monitor). */
import type { addresses, overview, reported } from '@shiliu/contract/admin/monitor'
import type { OutputOf } from '@shiliu/contract/endpoint'
import type { Reported } from '@shiliu/contract/reports'
import { parseRichText, plainText } from '@shiliu/contract/rich-text'
import type { Ctx } from '#deps.ts'
import { chinaDay, DAY_MS, isoDate, isoOrNull } from '#platform/clock.ts'
import { groupBy } from '#platform/db/rows.ts'
import { memoize } from '#platform/memoize.ts'
import * as repo from './overview.repo.ts'

const WAITING_CACHE_MS = 10_000
const CACHE_MS = 60_000
const PERIODS = [7, 30, 365] as const
const ACTIVE_DAYS = 30
const WEEK = 7
const REPORTED_DAYS = 30
const REPORTED_SHOWN = 10
const NAME_MAX = 60
/** Of the last thirty days; more would take long. */
const NEW_ACCOUNTS_MAX = 2000
const ADDRESSES_SHOWN = 20

/** Each is counted at most once a minute, what waits every ten seconds. */
export function createOverview(ctx: Ctx) {
  const reads = { ...ctx, db: ctx.longReads.of('dashboard') }
  const waiting = memoize(WAITING_CACHE_MS, ctx.clock, () => countWaiting(reads))
  const figures = memoize(CACHE_MS, ctx.clock, () => countFigures(reads))
  return {
    overview: async (): Promise<OutputOf<typeof overview>> => ({ waiting: await waiting(), ...(await figures()) }),
    reported: memoize(CACHE_MS, ctx.clock, () => listReported(reads)),
    addresses: memoize(CACHE_MS, ctx.clock, () => countAddresses(reads)),
  }
}

type Overview = OutputOf<typeof overview>

async function countWaiting({ db }: Ctx): Promise<Overview['waiting']> {
  const { posts, comments, reports, appeals } = await repo.countWaiting(db)
  const present = ({ count, oldest }: typeof posts) => ({ count, oldest: isoOrNull(oldest) })
  return {
    posts: present(posts),
    comments: present(comments),
    reports: present(reports),
    appeals: present(appeals),
  }
}

async function countFigures({ db, clock }: Ctx): Promise<Omit<Overview, 'waiting'>> {
  const now = clock.now()
  const today = chinaDay(now)
  const growth: Overview['growth'] = []
  for (const days of PERIODS) growth.push({ days, ...(await repo.countNewSince(db, now - days * DAY_MS)) })
  const first = today - ACTIVE_DAYS + 1
  const people = await repo.countActiveByDay(db, first)
  const active = {
    days: Array.from({ length: ACTIVE_DAYS }, (_, i) => ({
      date: isoDate((first + i) * DAY_MS),
      people: people.get(first + i) ?? 0,
    })),
    week: await repo.countActive(db, today - WEEK + 1, today),
    week_before: await repo.countActive(db, today - 2 * WEEK + 1, today - WEEK),
  }
  return { growth, active }
}

async function listReported({ db, clock }: Ctx): Promise<OutputOf<typeof reported>> {
  const since = clock.now() - REPORTED_DAYS * DAY_MS
  const targets = await repo.listMostReported(db, since, REPORTED_SHOWN)
  return {
    targets: targets.map(({ id, target_type, state, count, title, content, nickname }) => ({
      id,
      target_type: target_type as Reported,
      state,
      name: (title ?? (content === null ? nickname : plainText(parseRichText(content))) ?? '').slice(0, NAME_MAX),
      count,
    })),
    accounts: await repo.listMostReportedAccounts(db, since, REPORTED_SHOWN),
  }
}

async function countAddresses({ db, clock }: Ctx): Promise<OutputOf<typeof addresses>> {
  const ids = await repo.listNewAccounts(db, clock.now() - REPORTED_DAYS * DAY_MS, NEW_ACCOUNTS_MAX)
  const rows = ids.length === 0 ? [] : await repo.listAddressesOf(db, ids)
  const counted = [...groupBy(rows, ({ address }) => address)].map(([address, own]) => ({
    address,
    accounts: new Set(own.map(({ account }) => account)).size,
  }))
  const several = counted.filter(({ accounts }) => accounts > 1)
  return { addresses: several.toSorted((a, b) => b.accounts - a.accounts).slice(0, ADDRESSES_SHOWN) }
}
