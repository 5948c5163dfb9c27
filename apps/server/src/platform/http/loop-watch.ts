/** Names whom everybody had to wait for: while a request holds the event loop, nobody else is served. */
import { performance } from 'node:perf_hooks'
import type { FastifyReply } from 'fastify'
import type { Logger } from 'pino'

/** The reply to a request, or the name of a job in the background. */
type Work = FastifyReply | string

export type LoopWatch = {
  began(work: Work): void
  ended(work: Work): void
  /** A statement of SQLite, which answers synchronously. */
  statement(sql: string, ms: number): void
  close(): void
}

/** Milliseconds, of which the loop waited for something to do in `idle`. */
export type LoopClock = { now(): number; idle(): number }

const realClock: LoopClock = { now: () => performance.now(), idle: () => performance.nodeTiming.idleTime }

/** Milliseconds (docs/design.md#performance). */
const HELD_TOO_LONG = 50
/** Each of these is logged as `debug`. */
const NOTED = 5
const REPEAT_MS = 1000
const LISTED = 5
const SQL_MAX = 300

/**
 * Logs `event loop held 83 ms` with the requests that began or ended meanwhile, most often one, those that went on, and
 * the slowest statement; at most once a second. A turn of the loop costs a microsecond, nothing while the server is
 * idle.
 */
export function loopWatch(log: Logger, clock = realClock): LoopWatch {
  const going = new Set<Work>()
  /** Began or ended in this turn of the loop. */
  let touched: Work[] = []
  const statements = { ms: 0, slowest: 0, sql: '' }
  let turnBegan = clock.now()
  let idleBefore = clock.idle()
  // Of the processor, where the log wants all: a longer hold without it waited for the disk or for other processes.
  const cpu = log.isLevelEnabled('debug') ? threadCpu : () => 0
  let cpuBefore = cpu()
  let logged = Number.NEGATIVE_INFINITY
  let left = 0

  function report(held: number, now: number): void {
    const first = [...new Set(touched)]
    const others = [...going].filter((work) => !touched.includes(work) && !isStream(work))
    const { ms, slowest, sql } = statements
    const line = {
      held,
      ...(cpuBefore > 0 && { cpu: Math.round((cpu() - cpuBefore) / 1000) }),
      requests: first.slice(0, LISTED).map(described),
      inFlight: others.slice(0, LISTED).map(described),
      ...(ms >= 1 && { statements: Math.round(ms), slowest: Math.round(slowest), sql: sql.slice(0, SQL_MAX) }),
    }
    const text = `event loop held ${held} ms`
    const isLong = held > HELD_TOO_LONG
    if (!isLong || now - logged < REPEAT_MS) {
      if (isLong) left++
      log.debug(line, text)
      return
    }
    log.warn({ ...line, ...(left > 0 && { notLogged: left }) }, text)
    logged = now
    left = 0
  }

  function endTurn(): void {
    const now = clock.now()
    const idle = clock.idle()
    const held = Math.round(now - turnBegan - (idle - idleBefore))
    if (held >= NOTED) report(held, now)
    if (touched.length > 0) touched = []
    statements.ms = statements.slowest = 0
    cpuBefore = cpu()
    idleBefore = idle
    turnBegan = clock.now()
    turn = setImmediate(endTurn).unref()
  }

  // Called once in each turn, after what came in; one that is not referenced never keeps the loop from waiting.
  let turn = setImmediate(endTurn).unref()
  return {
    began(work) {
      going.add(work)
      touched.push(work)
    },
    ended(work) {
      going.delete(work)
      touched.push(work)
    },
    statement(sql, ms) {
      statements.ms += ms
      if (ms <= statements.slowest) return
      statements.slowest = ms
      statements.sql = sql
    },
    close: () => clearImmediate(turn),
  }
}

/** Microseconds of this thread; where Node does not know them, of all threads. */
function threadCpu(): number {
  const { user, system } = process.threadCpuUsage ? process.threadCpuUsage() : process.cpuUsage()
  return user + system
}

/** Open for hours, and idle. */
function isStream(work: Work): boolean {
  return typeof work !== 'string' && String(work.getHeader('content-type')).startsWith('text/event-stream')
}

function described(work: Work): object {
  if (typeof work === 'string') return { job: work }
  const { method, routeOptions, id } = work.request
  return { method, route: routeOptions.url ?? '?', reqId: id }
}
