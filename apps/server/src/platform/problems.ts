/** The last faults of this site, for whoever runs it to notice; kept in memory, so a restart forgets them. */
import { randomUUID } from 'node:crypto'
import type { Clock } from './clock.ts'
import type { Bus, Topics } from './events/bus.ts'

export type Problem = {
  id: string
  /** An endpoint or a piece of background work. */
  place: string
  fault: string
  /** Of the last time; the log tells more. */
  requestId: string | null
  count: number
  firstAt: number
  lastAt: number
}

export type Problems = {
  /** Notes a fault; every process of the site hears of it. */
  note(place: string, error: unknown, requestId?: string): void
  /** Newest first. */
  list(): Problem[]
  /** Forgets in every process what has not happened again since `until`, the last time that was seen; all without it. */
  markRead(until?: number | null): void
}

const MOST = 50
const LONGEST = 200

export function problemList(bus: Bus, clock: Clock): Problems {
  /** By place and fault, the one seen last at the end. */
  const problems = new Map<string, Problem>()
  bus.subscribe('problem', ({ place, fault, requestId, at }) => {
    const key = `${place} ${fault}`
    const known = problems.get(key)
    problems.delete(key)
    const { id, count, firstAt } = known ?? { id: randomUUID(), count: 0, firstAt: at }
    problems.set(key, { id, place, fault, requestId, count: count + 1, firstAt, lastAt: at })
    for (const oldest of problems.keys()) if (problems.size > MOST) problems.delete(oldest)
  })
  bus.subscribe('problems-read', ({ until }) => {
    for (const [key, { lastAt }] of problems) if (until === null || lastAt <= until) problems.delete(key)
  })
  return {
    note(place, error, requestId) {
      const message: Topics['problem'] = { place, fault: faultOf(error), requestId: requestId ?? null, at: clock.now() }
      bus.publish('problem', message)
    },
    list: () => [...problems.values()].reverse(),
    markRead: (until = null) => bus.publish('problems-read', { until }),
  }
}

/** Kind and words of an error. A database's words may hold somebody's data: its code has to do. */
function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, LONGEST)
  const code: unknown = Reflect.get(error, 'code')
  const ofDatabase = 'errno' in error || error.name === 'SqliteError'
  return (ofDatabase ? `${error.name} ${String(code)}` : `${error.name}: ${error.message}`).slice(0, LONGEST)
}
