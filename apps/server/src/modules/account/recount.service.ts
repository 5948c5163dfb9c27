/** Compares stored counters with the rows that they count, and corrects them (`cli recount`). */
import type { Ctx } from '#deps.ts'
import * as categories from '#modules/categories/categories.service.ts'
import { derivePrivacyOfComments } from '#modules/comments/comment-states.service.ts'
import * as comments from '#modules/comments/comments.service.ts'
import { derivePrivacyOfPosts } from '#modules/posts/post-states.service.ts'
import * as posts from '#modules/posts/posts.service.ts'
import { writeViews } from '#modules/posts/views.service.ts'
import * as tags from '#modules/tags/tags.service.ts'
import * as users from '#modules/users/users.service.ts'
import { batchTx } from '#platform/db/tx.ts'
import * as repo from './recount.repo.ts'

/** On SQLite so few that requests do not wait for long: it has one writer. */
const BATCH = { sqlite: 50, mysql: 500 }
const MAX_EXAMPLES = 3

type Drift = { id: number; stored: number; actual: number }
export type CounterReport = { counter: string; rows: number; wrong: number; examples: Drift[] }

type Options = {
  check: boolean
  progress?: (done: number, total: number) => void
}

type AddToCounter = (t: Ctx, id: number, counter: string, delta: number) => Promise<unknown>

/** Corrections go through the owning services, which also note what depends on a counter (a post's hot score). */
const ADD_TO_COUNTER: Record<repo.CountedTable, AddToCounter> = {
  users: (t, id, counter, delta) => users.addToCounters(t, id, { [counter]: delta }),
  categories: (t, id, _counter, delta) => categories.addToPostCounts(t, new Map([[id, delta]])),
  tags: (t, id, _counter, delta) => tags.addToUseCount(t, [id], delta),
  posts: (t, id, counter, delta) =>
    counter === 'is_private'
      ? derivePrivacyOfPosts(t, [id])
      : posts.addToCounter(t, id, counter as posts.PostCounter, delta),
  comments: (t, id, counter, delta) =>
    counter === 'is_private'
      ? derivePrivacyOfComments(t, [id])
      : comments.addToCounter(t, counter as comments.CommentCounter, new Map([[id, delta]])),
}

const TABLES = Object.keys(repo.COUNTERS) as repo.CountedTable[]

/** Compares all counters and, unless `check` is set, corrects them. Safe while the site runs. */
export async function recount(ctx: Ctx, { check, progress }: Options): Promise<CounterReport[]> {
  const sizes = await Promise.all(TABLES.map((table) => repo.countRows(ctx.db, table)))
  const total = sizes.reduce((sum, n) => sum + n, 0)
  const reports: CounterReport[] = []
  let done = 0
  for (const table of TABLES) {
    const tableReports = await recountTable(ctx, table, check, (rows) => {
      done += rows
      progress?.(Math.min(done, total), total)
    })
    reports.push(...tableReports)
  }
  if (!check) await writeViews(ctx)
  return reports
}

async function recountTable(
  ctx: Ctx,
  table: repo.CountedTable,
  check: boolean,
  batchDone: (rows: number) => void,
): Promise<CounterReport[]> {
  const counters = Object.keys(repo.COUNTERS[table])
  const reports = counters.map((name) => ({ counter: `${table}.${name}`, rows: 0, wrong: 0, examples: [] as Drift[] }))
  for (let after = 0; ; ) {
    const { rows, drifts } = await batchTx(ctx, (t) => recountBatch(t, table, after, check))
    const last = rows.at(-1)
    if (last === undefined) return reports
    after = last
    for (const [i, report] of reports.entries()) {
      const wrong = drifts[i] ?? []
      report.rows += rows.length
      report.wrong += wrong.length
      report.examples.push(...wrong.slice(0, MAX_EXAMPLES - report.examples.length))
    }
    batchDone(rows.length)
  }
}

async function recountBatch(t: Ctx, table: repo.CountedTable, after: number, check: boolean) {
  const rows = await repo.lockRowsAfter(t.db, t.engine, table, after, BATCH[t.engine])
  const [first, last] = [rows[0], rows.at(-1)]
  const drifts: Drift[][] = []
  if (!first || !last) return { rows: [], drifts }
  for (const [counter, countQuery] of Object.entries(repo.COUNTERS[table])) {
    const counted = await countQuery(t.db, { first: first.id, last: last.id })
    const actual = new Map(counted.map(({ id, n }) => [id, Number(n)]))
    const wrong = rows
      .map((row) => ({ id: row.id, stored: Number(row[counter]), actual: actual.get(row.id) ?? 0 }))
      .filter((drift) => drift.stored !== drift.actual)
    drifts.push(wrong)
    if (check) continue
    for (const { id, stored, actual } of wrong) await ADD_TO_COUNTER[table](t, id, counter, actual - stored)
  }
  return { rows: rows.map((row) => row.id), drifts }
}
