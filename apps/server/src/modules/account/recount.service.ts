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
    const inBatch = (after: number) => batchTx(ctx, (t) => recountBatch(t, table, after, check))
    const tableReports = await recountTable(table, inBatch, (rows) => {
      done += rows
      progress?.(Math.min(done, total), total)
    })
    reports.push(...tableReports)
  }
  if (!check) await writeViews(ctx)
  return reports
}

/** As `recount` with `check`, on a database opened `readOnly`: no lock is taken. */
export async function checkCounters({ db, engine }: Pick<Ctx, 'db' | 'engine'>): Promise<CounterReport[]> {
  const reports: CounterReport[] = []
  for (const table of TABLES) {
    const inBatch = (after: number) =>
      db.transaction().execute((t) => compareBatch(t, { table, id: after, limit: BATCH[engine], locked: false }))
    reports.push(...(await recountTable(table, inBatch)))
  }
  return reports
}

type Batch = { rows: number[]; drifts: Drift[][] }

async function recountTable(
  table: repo.CountedTable,
  inBatch: (after: number) => Promise<Batch>,
  batchDone?: (rows: number) => void,
): Promise<CounterReport[]> {
  const counters = Object.keys(repo.COUNTERS[table])
  const reports = counters.map((name) => ({ counter: `${table}.${name}`, rows: 0, wrong: 0, examples: [] as Drift[] }))
  for (let after = 0; ; ) {
    const { rows, drifts } = await inBatch(after)
    const last = rows.at(-1)
    if (last === undefined) return reports
    after = last
    for (const [i, report] of reports.entries()) {
      const wrong = drifts[i] ?? []
      report.rows += rows.length
      report.wrong += wrong.length
      report.examples.push(...wrong.slice(0, MAX_EXAMPLES - report.examples.length))
    }
    batchDone?.(rows.length)
  }
}

async function recountBatch(t: Ctx, table: repo.CountedTable, after: number, check: boolean): Promise<Batch> {
  const limit = BATCH[t.engine]
  const rows = { table, id: after, limit, locked: t.engine === 'mysql' }
  if (check) return compareBatch(t.db, rows)
  return compareBatch(t.db, rows, async (counter, wrong) => {
    for (const { id, stored, actual } of wrong) await ADD_TO_COUNTER[table](t, id, counter, actual - stored)
  })
}

/** The rows and what is counted must be of one moment. `found` is called before the next counter is counted. */
async function compareBatch(
  db: Ctx['db'],
  rowsAfter: Parameters<typeof repo.listRowsAfter>[1],
  found?: (counter: string, wrong: Drift[]) => Promise<void>,
): Promise<Batch> {
  const rows = await repo.listRowsAfter(db, rowsAfter)
  const [first, last] = [rows[0], rows.at(-1)]
  const drifts: Drift[][] = []
  if (!first || !last) return { rows: [], drifts }
  for (const [counter, countQuery] of Object.entries(repo.COUNTERS[rowsAfter.table])) {
    const counted = await countQuery(db, { first: first.id, last: last.id })
    const actual = new Map(counted.map(({ id, n }) => [id, Number(n)]))
    const wrong = rows
      .map((row) => ({ id: row.id, stored: Number(row[counter]), actual: actual.get(row.id) ?? 0 }))
      .filter((drift) => drift.stored !== drift.actual)
    drifts.push(wrong)
    await found?.(counter, wrong)
  }
  return { rows: rows.map((row) => row.id), drifts }
}
