/** Numbers of the site: what the last days brought, totals, pictures, faults that nobody has looked at. */
import type { dashboard, Problem } from '@shiliu/contract/admin/monitor'
import type { OutputOf } from '@shiliu/contract/endpoint'
import { ADMIN } from '@shiliu/contract/limits'
import type { Ctx } from '#deps.ts'
import { iso, isoDate } from '#platform/clock.ts'
import type * as problems from '#platform/problems.ts'
import * as repo from './monitor.repo.ts'

type Dashboard = OutputOf<typeof dashboard>
type Numbers = Omit<Dashboard, 'problems'>

const DAY_MS = 24 * 3600 * 1000
/** Days begin at midnight in China, which has no summer time. */
const CHINA_MS = 8 * 3600 * 1000
const KEEP_MS = 60_000

/** Answers the dashboard; its numbers are counted at most once a minute, whoever asks. */
export function dashboardKeeper(ctx: Ctx): () => Promise<Dashboard> {
  let kept: { numbers: Promise<Numbers>; until: number } | null = null
  return async () => {
    const now = ctx.clock.now()
    if (!kept || now >= kept.until) {
      const mine = { numbers: countNumbers(ctx, now), until: now + KEEP_MS }
      kept = mine
      // A count that failed is not worth keeping.
      mine.numbers.catch(() => {
        if (kept === mine) kept = null
      })
    }
    return { ...(await kept.numbers), problems: ctx.problems.list().map(presentProblem) }
  }
}

async function countNumbers(ctx: Ctx, now: number): Promise<Numbers> {
  const today = now + CHINA_MS - ((now + CHINA_MS) % DAY_MS)
  const first = today - (ADMIN.dashboardDays - 1) * DAY_MS
  const count = (table: repo.Counted) => repo.countByDay(ctx.db, table, first - CHINA_MS, CHINA_MS)
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

function presentProblem({ id, place, fault, requestId, count, firstAt, lastAt }: problems.Problem): Problem {
  return { id, place, fault, request_id: requestId, count, first_at: iso(firstAt), last_at: iso(lastAt) }
}
