/**
 * The site's latest faults, which the back office shows. Each process has them in memory, from the bus and from the
 * database, where a timer writes what happened: while the database is away they are known, too.
 */
import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import { type Clock, HOUR_MS } from './clock.ts'
import type { Db } from './db/client.ts'
import { isUniqueViolation } from './db/errors.ts'
import { addProblems, keepNewest, listUnread, type StoredProblem } from './db/problems.ts'
import { type TxContext, tx } from './db/tx.ts'
import type { Bus, Topics } from './events/bus.ts'

export type Problem = {
  /** The same for the same place and fault. */
  id: string
  /** An endpoint, a background job, or a page of the web app. */
  place: string
  fault: string
  /** Of the latest request that met the fault. Null outside of requests. */
  requestId: string | null
  /** Of the same request, for a collector of traces. */
  traceId: string | null
  inBrowser: boolean
  /** The process that met it last, as `host (pid 123)`. */
  node: string | null
  count: number
  firstAt: number
  lastAt: number
}

export type Problems = {
  record(place: string, error: unknown, requestId?: string, traceId?: string): void
  recordFromBrowser(page: string, fault: string): void
  list(): Problem[]
  /** How many this process recorded since its start. */
  recorded(): { ofServer: number; ofBrowsers: number }
  /** Removes what has not happened again since `until` (epoch ms); everything without it. Not from the database. */
  markRead(until?: number | null): void
  /** Reads what nodes have written. */
  load(db: Db): Promise<void>
  /** Writes what was recorded here. Returns faults of the server to tell of, each at most once an hour on all nodes. */
  save(ctx: TxContext): Promise<Problem[]>
  /** As `save` returns, of what could not be written; by this process alone. */
  unsavedToTell(): Problem[]
}

/** Anyone may report from a browser, so that made-up reports never displace faults of the server. */
const MAX_OF_SERVER = 50
const MAX_OF_BROWSERS = 20
const FAULT_MAX = 200
const TELL_AFTER_MS = HOUR_MS
/** What other nodes said so lately is not written yet. */
const UNWRITTEN_MS = 5000

/** The same list on every node. */
export function problemList(bus: Bus, clock: Clock): Problems {
  const node = `${hostname().slice(0, 191)} (pid ${process.pid})`
  /** By id, the one seen last at the end. */
  const problems = new Map<string, Problem>()
  const unsaved = new Map<string, Problem>()
  /** When this process told of it. */
  const told = new Map<string, number>()
  const recorded = { ofServer: 0, ofBrowsers: 0 }

  function add(to: Map<string, Problem>, problem: Problem): void {
    const known = to.get(problem.id)
    to.delete(problem.id)
    const { count, firstAt } = known ?? { count: 0, firstAt: problem.firstAt }
    to.set(problem.id, { ...problem, count: count + problem.count, firstAt })
    const ofKind = [...to.values()].filter(({ inBrowser }) => inBrowser === problem.inBrowser)
    const excess = ofKind.length - (problem.inBrowser ? MAX_OF_BROWSERS : MAX_OF_SERVER)
    for (const { id } of ofKind.slice(0, Math.max(0, excess))) to.delete(id)
  }

  bus.subscribe('problem', (message) => add(problems, problemOf(message)))
  bus.subscribe('problems-read', ({ until }) => {
    for (const list of [problems, unsaved])
      for (const [id, { lastAt }] of list) if (until === null || lastAt <= until) list.delete(id)
  })

  function record(problem: Omit<Topics['problem'], 'at' | 'node'>) {
    recorded[problem.inBrowser ? 'ofBrowsers' : 'ofServer']++
    const message = { ...problem, node, at: clock.now() }
    add(unsaved, problemOf(message))
    bus.publish('problem', message)
  }

  /** Of these, those that this process may tell of, which then count as told. */
  function takeToTell(candidates: readonly Problem[]): Problem[] {
    const now = clock.now()
    for (const [id, at] of told) if (now - at >= TELL_AFTER_MS) told.delete(id)
    const due = candidates.filter(({ id, inBrowser }) => !inBrowser && !told.has(id))
    for (const { id } of due) told.set(id, now)
    return due
  }

  return {
    record(place, error, requestId, traceId) {
      const request = { requestId: requestId ?? null, traceId: traceId ?? null }
      record({ place, fault: faultOf(error), ...request, inBrowser: false })
    },
    recordFromBrowser(page, fault) {
      record({ place: `浏览器 ${page}`, fault: fault.slice(0, FAULT_MAX), requestId: null, inBrowser: true })
    },
    recorded: () => recorded,
    list: () => [...problems.values()].reverse(),
    markRead: (until = null) => bus.publish('problems-read', { until }),
    async load(db) {
      const rows = await listUnread(db)
      const since = clock.now() - UNWRITTEN_MS
      const latest = [...problems.values()].filter(({ id, lastAt }) => lastAt > since || unsaved.has(id))
      problems.clear()
      for (const row of rows) problems.set(row.id, fromRow(row))
      for (const problem of latest) {
        if ((problems.get(problem.id)?.lastAt ?? 0) >= problem.lastAt) continue
        problems.delete(problem.id)
        problems.set(problem.id, problem)
      }
    },
    async save(ctx) {
      if (unsaved.size === 0) return []
      const batch = [...unsaved.values()]
      unsaved.clear()
      try {
        const due = await tx(ctx, async (t) => {
          const merge = { now: clock.now(), tellAfterMs: TELL_AFTER_MS }
          const rows = await addProblems(t.db, t.engine, batch.map(toRow), merge)
          await keepNewest(t.db, 0, MAX_OF_SERVER)
          await keepNewest(t.db, 1, MAX_OF_BROWSERS)
          return rows
        })
        return takeToTell(due.map(fromRow))
      } catch (error) {
        const since = [...unsaved.values()]
        unsaved.clear()
        for (const problem of [...batch, ...since]) add(unsaved, problem)
        // Another node wrote the first of the same kind at the same moment.
        if (isUniqueViolation(error)) return []
        throw error
      }
    },
    unsavedToTell: () => takeToTell([...unsaved.values()]),
  }
}

/** `node` and `traceId` are missing in messages of versions before. */
function problemOf({ place, fault, requestId, traceId = null, inBrowser, at, node }: Topics['problem']): Problem {
  const id = createHash('sha256').update(`${inBrowser} ${place}\n${fault}`).digest('base64url')
  return { id, place, fault, requestId, traceId, inBrowser, node: node ?? null, count: 1, firstAt: at, lastAt: at }
}

function toRow({ id, place, fault, requestId, traceId, inBrowser, node, count, firstAt, lastAt }: Problem) {
  const times = { first_at: firstAt, last_at: lastAt }
  return {
    id,
    place,
    fault,
    request_id: requestId,
    trace_id: traceId,
    in_browser: inBrowser ? 1 : 0,
    node,
    count,
    ...times,
  }
}

function fromRow({ id, place, fault, request_id, trace_id, in_browser, node, ...row }: StoredProblem): Problem {
  const [count, firstAt, lastAt] = [Number(row.count), Number(row.first_at), Number(row.last_at)]
  return {
    id,
    place,
    fault,
    requestId: request_id,
    traceId: trace_id,
    inBrowser: in_browser === 1,
    node,
    count,
    firstAt,
    lastAt,
  }
}

/** A database's message may contain somebody's data: its code stands instead. */
function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, FAULT_MAX)
  const code: unknown = Reflect.get(error, 'code')
  const ofDatabase = 'errno' in error || error.name === 'SqliteError'
  return (ofDatabase ? `${error.name} ${String(code)}` : `${error.name}: ${error.message}`).slice(0, FAULT_MAX)
}
