/** Faults of the site as they are stored, for all nodes: few rows, the newest of each kind. */
import type { Selectable } from 'kysely'
import type { Db, Engine } from './client.ts'

/** As Kysely sees it. */
export type ProblemsTable = {
  id: string
  place: string
  fault: string
  request_id: string | null
  trace_id: string | null
  in_browser: number
  node: string | null
  count: number
  first_at: number
  last_at: number
  read_at: number | null
  /** When somebody outside was told. */
  told_at: number | null
}

export type StoredProblem = Selectable<ProblemsTable>
export type NewProblem = Omit<StoredProblem, 'read_at' | 'told_at'>

/** Those that nobody has read, the newest last. */
export function listUnread(db: Db): Promise<StoredProblem[]> {
  return db.selectFrom('problems').selectAll().where('read_at', 'is', null).orderBy('last_at').execute()
}

/** What happened up to `until` counts as read; everything without it. */
export async function markRead(db: Db, until: number | null, now: number): Promise<void> {
  const unread = db.updateTable('problems').set({ read_at: now }).where('read_at', 'is', null)
  await unread.$if(until !== null, (query) => query.where('last_at', '<=', until)).execute()
}

type Merge = { now: number /** Told longer ago than this, the server's are told again. */; tellAfterMs: number }

/**
 * Adds what happened to what is known of the same kinds; one that was read begins anew. Returns those of the server
 * that are to be told now, which only one node gets. In a transaction.
 */
export async function addProblems(
  db: Db,
  engine: Engine,
  added: readonly NewProblem[],
  { now, tellAfterMs }: Merge,
): Promise<StoredProblem[]> {
  const ids = added.map(({ id }) => id).toSorted()
  const locked = db.selectFrom('problems').selectAll().where('id', 'in', ids).orderBy('id')
  const rows = await locked.$if(engine === 'mysql', (query) => query.forUpdate()).execute()
  const known = new Map(rows.map((row) => [row.id, row]))
  const isDue = ({ in_browser }: NewProblem, told: number | null) =>
    in_browser === 0 && (told === null || now - told >= tellAfterMs)
  const merged = added.map((problem): StoredProblem => {
    const before = known.get(problem.id)
    const told = before?.told_at ?? null
    const told_at = isDue(problem, told) ? now : told
    if (!before || before.read_at !== null) return { ...problem, read_at: null, told_at }
    const count = before.count + problem.count
    const isLatest = problem.last_at >= before.last_at
    return { ...(isLatest ? problem : before), count, first_at: before.first_at, read_at: null, told_at }
  })
  if (rows.length > 0) await db.deleteFrom('problems').where('id', 'in', ids).execute()
  await db.insertInto('problems').values(merged).execute()
  return merged.filter((row) => isDue(row, known.get(row.id)?.told_at ?? null))
}

/** Deletes all but the newest of a kind. */
export async function keepNewest(db: Db, in_browser: 0 | 1, most: number): Promise<void> {
  const ofKind = db.selectFrom('problems').select('id').where('in_browser', '=', in_browser)
  const rows = await ofKind.orderBy('last_at', 'desc').orderBy('id').limit(100).offset(most).execute()
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await db.deleteFrom('problems').where('id', 'in', ids).execute()
}
