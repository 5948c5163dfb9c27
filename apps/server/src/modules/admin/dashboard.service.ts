/** Figures by day and the latest problems (docs/product.md#admin-monitor). */
import type { dashboard, Problem } from '@shiliu/contract/admin/monitor'
import type { OutputOf } from '@shiliu/contract/endpoint'
import { ADMIN } from '@shiliu/contract/limits'
import type { Ctx } from '#deps.ts'
import { backupState } from '#modules/backups/backups.service.ts'
import { CHINA_OFFSET_MS, chinaDay, DAY_MS, iso, isoDate, isoOrNull } from '#platform/clock.ts'
import { markRead } from '#platform/db/problems.ts'
import { afterCommit, tx } from '#platform/db/tx.ts'
import { memoize } from '#platform/memoize.ts'
import type * as problems from '#platform/problems.ts'
import * as repo from './monitor.repo.ts'

type Dashboard = OutputOf<typeof dashboard>
type Figures = Omit<Dashboard, 'problems' | 'backup'>

const CACHE_MS = 60_000

/** Figures are counted at most once a minute; problems are always current. */
export function createDashboard(ctx: Ctx): () => Promise<Dashboard> {
  const reads = { ...ctx, db: ctx.longReads.of('dashboard') }
  const figures = memoize(CACHE_MS, ctx.clock, () => countFigures(reads, ctx.clock.now()))
  return async () => ({
    ...(await figures()),
    backup: await presentBackup(ctx),
    problems: ctx.problems.list().map(presentProblem),
  })
}

async function presentBackup(ctx: Ctx): Promise<Dashboard['backup']> {
  const { schedule, last, runningSince, problem } = await backupState(ctx.db, ctx.settings.current, ctx.clock.now())
  const made = { last_at: last && iso(last.at), is_ahead: last?.isAhead ?? false, bytes: last?.bytes ?? null }
  return { schedule, ...made, running_since: isoOrNull(runningSince), problem }
}

/** Of the site's faults what has not happened again since `until` (epoch ms); all without it. */
export function readProblems(ctx: Ctx, until: number | null): Promise<void> {
  return tx(ctx, async (t) => {
    await markRead(t.db, until, t.clock.now())
    afterCommit(t, () => t.problems.markRead(until))
  })
}

async function countFigures(ctx: Ctx, now: number): Promise<Figures> {
  const today = chinaDay(now) * DAY_MS
  const first = today - (ADMIN.dashboardDays - 1) * DAY_MS
  const count = (table: repo.Counted) => repo.countByDay(ctx.db, table, first - CHINA_OFFSET_MS, CHINA_OFFSET_MS)
  const [users, posts, comments, likes] = [
    await count('users'),
    await count('posts'),
    await count('comments'),
    await count('likes'),
  ]
  const days = Array.from({ length: ADMIN.dashboardDays }, (_, i) => {
    const day = first + i * DAY_MS
    return {
      date: isoDate(day),
      users: users.get(day) ?? 0,
      posts: posts.get(day) ?? 0,
      comments: comments.get(day) ?? 0,
      likes: likes.get(day) ?? 0,
    }
  })
  return { days, ...(await repo.countAll(ctx.db)) }
}

function presentProblem({ id, place, fault, requestId, traceId, node, count, ...at }: problems.Problem): Problem {
  const times = { first_at: iso(at.firstAt), last_at: iso(at.lastAt) }
  return { id, place, fault, request_id: requestId, trace_id: traceId, node, count, ...times }
}
