/** The site's latest faults, which the back office shows. Kept in memory, so a restart forgets them. */
import { randomUUID } from 'node:crypto'
import type { Clock } from './clock.ts'
import type { Bus, Topics } from './events/bus.ts'

export type Problem = {
  id: string
  /** An endpoint, a background job, or a page of the web app. */
  place: string
  fault: string
  /** Of the latest request that met the fault. Null outside of requests. */
  requestId: string | null
  inBrowser: boolean
  count: number
  firstAt: number
  lastAt: number
}

export type Problems = {
  record(place: string, error: unknown, requestId?: string): void
  recordFromBrowser(page: string, fault: string): void
  list(): Problem[]
  /** How many this process recorded since its start. */
  recorded(): { ofServer: number; ofBrowsers: number }
  /** Removes what has not happened again since `until` (epoch ms); everything without it. */
  markRead(until?: number | null): void
}

/** Anyone may report from a browser, so that made-up reports never displace faults of the server. */
const MAX_OF_SERVER = 50
const MAX_OF_BROWSERS = 20
const FAULT_MAX = 200

/** The same list on every node, over the bus. */
export function problemList(bus: Bus, clock: Clock): Problems {
  /** By place and fault, the one seen last at the end. */
  const problems = new Map<string, Problem>()
  const recorded = { ofServer: 0, ofBrowsers: 0 }

  bus.subscribe('problem', ({ place, fault, requestId, inBrowser, at }) => {
    const key = `${place} ${fault}`
    const known = problems.get(key)
    problems.delete(key)
    const { id, count, firstAt } = known ?? { id: randomUUID(), count: 0, firstAt: at }
    problems.set(key, { id, place, fault, requestId, inBrowser, count: count + 1, firstAt, lastAt: at })
    const ofKind = [...problems].filter(([, problem]) => problem.inBrowser === inBrowser)
    const excess = ofKind.length - (inBrowser ? MAX_OF_BROWSERS : MAX_OF_SERVER)
    for (const [oldest] of ofKind.slice(0, Math.max(0, excess))) problems.delete(oldest)
  })
  bus.subscribe('problems-read', ({ until }) => {
    for (const [key, { lastAt }] of problems) if (until === null || lastAt <= until) problems.delete(key)
  })

  function publish(problem: Omit<Topics['problem'], 'at'>) {
    recorded[problem.inBrowser ? 'ofBrowsers' : 'ofServer']++
    bus.publish('problem', { ...problem, at: clock.now() })
  }

  return {
    record(place, error, requestId) {
      publish({ place, fault: faultOf(error), requestId: requestId ?? null, inBrowser: false })
    },
    recordFromBrowser(page, fault) {
      publish({ place: `浏览器 ${page}`, fault: fault.slice(0, FAULT_MAX), requestId: null, inBrowser: true })
    },
    recorded: () => recorded,
    list: () => [...problems.values()].reverse(),
    markRead: (until = null) => bus.publish('problems-read', { until }),
  }
}

/** A database's message may contain somebody's data: its code stands instead. */
function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, FAULT_MAX)
  const code: unknown = Reflect.get(error, 'code')
  const ofDatabase = 'errno' in error || error.name === 'SqliteError'
  return (ofDatabase ? `${error.name} ${String(code)}` : `${error.name}: ${error.message}`).slice(0, FAULT_MAX)
}
