/** Calls every read and the costly writes one by one on a large site: how long does each hold the event loop? */
import { setTimeout as wait } from 'node:timers/promises'
import { openSession } from '../../apps/server/src/modules/auth/sessions.service.ts'
import { groupBy } from '../../apps/server/src/platform/db/rows.ts'
import { seedLargeSite } from '../../apps/server/test/large-site.ts'
import { keepSite, withCopy } from '../../bench/sites.ts'
import { withSite } from '../support/site.ts'
import { adminToken } from './floods.ts'
import { HEAVY_WRITES, type HeavyCall, heavyReads } from './heavy-calls.ts'
import { startAttackedServer } from './server.ts'

const SIZE = {
  notes: 40_000,
  users: 20_000,
  tags: 2000,
  categories: 10,
  reactions: 40_000,
  text: '今天也在图书馆看书、复习，晚上和室友一起去操场走了走。'.repeat(10),
}
/** What is answered from memory holds nobody. */
const SETTINGS = { LOG_LEVEL: 'debug', CACHE_MB: '1' }
/** Exports are left, as by somebody who closes the page. */
const EXPORT_MS = 1500
const LONGEST_MS = 60_000
/** The log's line leaves the server at the end of the turn. */
const LINE_MS = 30
const AGAIN = 2

type Line = { held: number; cpu: number; slowest?: number; sql?: string }
type Hold = { held: number; cpu: number; line: Line | null; ms: number; status: number; query: string }

/** Milliseconds (docs/design.md#performance): on a quiet machine; of the processor where others work, too. */
const MOST = { held: 50, cpu: 250 } as const
type Measure = keyof typeof MOST

export function seedHeavySite(say: (line: string) => void): Promise<Record<string, string>> {
  const fill = (env: Record<string, string>) => withSite(env, (ctx) => seedLargeSite(ctx, SIZE))
  return keepSite('sqlite', 'heavy', 'an account with ten thousand of everything', fill, '', say)
}

/** Returns what held the loop too long. A read counts with the shortest of three where it seems to have done so. */
export async function measureHolds(by: Measure, say: (line: string) => void): Promise<string[]> {
  return withCopy(await seedHeavySite(say), (env) => measureSite(env, by, say))
}

async function measureSite(env: Record<string, string>, by: Measure, say: (line: string) => void): Promise<string[]> {
  const user = await withSite(env, async (ctx) => {
    return (await openSession(ctx, { role: 'user', id: 1 }, 'resilience')).access_token
  })
  const lines: Line[] = []
  const server = await startAttackedServer({ ...env, ...SETTINGS }, (line) => {
    if ('held' in line) lines.push(line as Line)
  })
  try {
    const { address, adminPassword } = server
    const tokens = { guest: undefined, user, admin: await adminToken({ address, adminPassword }) }
    const call = (one: HeavyCall) => measure(address, one, tokens[one.as], lines, by)
    const most = MOST[by]
    const missed: string[] = []
    say('| request | longest hold | of the processor | its slowest statement | whole request |\n|---|---|---|---|---|')
    const report = (name: string, holds: Hold[]) => {
      const worst = holds.toSorted((a, b) => b[by] - a[by])[0]
      if (!worst) return
      const longest = Math.max(...holds.map(({ ms }) => ms))
      const { held, cpu, line, query } = worst
      const time = held === 0 ? '< 5 ms | ' : `${held} ms | ${cpu} ms`
      say(`| ${name} | ${time} | ${line?.slowest ?? ''} | ${Math.round(longest)} ms |`)
      if (worst[by] > most) missed.push(`${name} ${query} held the event loop for ${held} ms: ${line?.sql ?? ''}`)
      const failed = holds.find(({ status }) => status !== 200)
      if (failed) missed.push(`${name} ${failed.query} answered ${failed.status}`)
    }
    const reads = groupBy(await heavyReads(), ({ name }) => name)
    for (const [name, calls] of reads) {
      const holds: Hold[] = []
      for (const one of calls) {
        let hold = await call(one)
        for (let n = 0; n < AGAIN && hold[by] > most; n++) {
          const again = await call(one)
          if (again[by] < hold[by]) hold = again
        }
        holds.push(hold)
      }
      report(name, holds)
    }
    for (const one of HEAVY_WRITES) report(one.name, [await call(one)])
    return missed
  } finally {
    await server.stop()
  }
}

async function measure(
  address: string,
  { method, path, query = {}, body }: HeavyCall,
  token: string | undefined,
  lines: Line[],
  by: Measure,
): Promise<Hold> {
  lines.length = 0
  const start = performance.now()
  const text = new URLSearchParams(query).toString()
  const url = `${address}/api${path}${text && `?${text}`}`
  const status = await fetch(url, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(path.endsWith('/export') ? EXPORT_MS : LONGEST_MS),
  }).then(
    async (response) => {
      await response.arrayBuffer().catch(() => undefined)
      return response.status
    },
    () => 0,
  )
  const ms = performance.now() - start
  await wait(LINE_MS)
  const line = lines.toSorted((a, b) => b[by] - a[by])[0] ?? null
  return { held: line?.held ?? 0, cpu: line?.cpu ?? 0, line, ms, status, query: text }
}
