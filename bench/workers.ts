/**
 * `WORKERS` against one process, on MySQL: each number of processes is started anew in each pass, there and back
 * (1, 2, 3, 4, then 4, 3, 2, 1), so that what else the machine does affects all. The table is for docs/scaling.md.
 */
import { cpus } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { median } from './measure.ts'
import { FIXED_WRITES, prepareMixed } from './mixed.ts'
import type { Options } from './options.ts'
import { type Load, type Server, startServerProcess } from './processes.ts'
import { ROWS, type RowName } from './rows.ts'
import type { Site } from './sites.ts'

const KINDS: { title: string; row: RowName | 'mixed' }[] = [
  { title: '推荐第一页，未登录', row: 'feed' },
  { title: '一篇笔记，未登录', row: 'detail' },
  { title: '推荐第一页，登录', row: 'feed-user' },
  { title: `各种读，一半登录，每秒 ${FIXED_WRITES} 次写`, row: 'mixed' },
]
/** Several for each process, since the first process deals connections out in turn. */
const CONNECTIONS = 24
const ALL_SERVE_MS = 60_000
const TABLE_HEAD = '| 请求 | `WORKERS` | 每秒 | 比一个进程 | p99 毫秒 | 服务器用的核 | 压测用的核 | 整机忙 |'

/** Of one number of processes in one pass. Rate per second, p99 in milliseconds, the rest in cores and a share. */
type Sample = { rate: number; p99: number; serverCores: number; loadCores: number; busy: number; failed: number }
export type WorkersFigures = Sample & { row: RowName | 'mixed'; workers: number; ratio: number }

type Given = Pick<Options, 'workers' | 'rounds' | 'seconds'>

export async function measureWorkers(
  site: Site,
  load: Load,
  { workers, rounds, seconds }: Given,
  say: (line: string) => void,
): Promise<WorkersFigures[]> {
  const samples = new Map<string, Sample[]>()
  for (let pass = 0; pass < rounds; pass++) {
    for (const count of pass % 2 ? workers.toReversed() : workers) {
      say(`pass ${pass + 1} of ${rounds}: WORKERS=${count}`)
      const server = await startServerProcess({ ...site.env, WORKERS: String(count) })
      try {
        await untilAllServe(server, count)
        for (const { row } of KINDS) {
          const key = `${row} ${count}`
          samples.set(key, [...(samples.get(key) ?? []), await measureOne(row, site, server, load, seconds)])
        }
      } finally {
        await server.stop()
      }
    }
  }
  return KINDS.flatMap(({ row }) => {
    const of = (count: number) => samples.get(`${row} ${count}`) ?? []
    const alone = of(1)
    return workers.map((count) => {
      const own = of(count)
      const middle = (key: keyof Sample) => median(own.map((sample) => sample[key]))
      return {
        row,
        workers: count,
        rate: middle('rate'),
        // Of the same pass.
        ratio: median(own.map(({ rate }, pass) => rate / (alone[pass]?.rate ?? 0))),
        p99: middle('p99'),
        serverCores: middle('serverCores'),
        loadCores: middle('loadCores'),
        busy: middle('busy'),
        failed: own.reduce((sum, { failed }) => sum + failed, 0),
      }
    })
  })
}

async function untilAllServe(server: Server, count: number): Promise<void> {
  const late = performance.now() + ALL_SERVE_MS
  while ((await metric(server, 'shiliu_processes')) !== count) {
    if (performance.now() > late) throw new Error(`WORKERS=${count}: not all processes serve after a minute`)
    await wait(200)
  }
}

async function measureOne(
  row: RowName | 'mixed',
  site: Site,
  server: Server,
  load: Load,
  seconds: number,
): Promise<Sample> {
  if (row === 'mixed') {
    const mixed = await prepareMixed(site, server, load)
    const warming = mixed(FIXED_WRITES, seconds / 4)
    await warming.takeBack(await warming.run())
    const { run, takeBack } = mixed(FIXED_WRITES, seconds)
    const { answers, ...sample } = await withUse(server, run)
    await takeBack({ answers })
    return sample
  }
  const request = {
    address: server.address,
    requests: ROWS[row].requests(site.siteData),
    connections: CONNECTIONS,
    keepResponses: false,
  }
  // Each process fills a cache of its own.
  await load.run({ ...request, seconds: seconds / 4 })
  return withUse(server, () => load.run({ ...request, seconds }))
}

type Ran = { rate: number; p99: number; cpu: number; failed: number }

async function withUse<R extends Ran>(server: Server, run: () => Promise<R>): Promise<R & Sample> {
  const [machine, own, start] = [ticks(), await processorSeconds(server), performance.now()]
  const result = await run()
  const seconds = (performance.now() - start) / 1000
  const after = ticks()
  const serverCores = ((await processorSeconds(server)) - own) / seconds
  const busy = 1 - (after.idle - machine.idle) / (after.all - machine.all)
  return { ...result, serverCores, loadCores: result.cpu / 1000 / seconds, busy }
}

/** Of all processes that serve; the first one, which deals connections out, is not among them. */
async function processorSeconds(server: Server): Promise<number> {
  const [user, system] = await Promise.all(
    ['process_cpu_user_seconds_total', 'process_cpu_system_seconds_total'].map((name) => metric(server, name)),
  )
  return (user ?? 0) + (system ?? 0)
}

async function metric({ address }: Server, name: string): Promise<number> {
  const response = await fetch(`${address}/metrics`, { signal: AbortSignal.timeout(10_000) })
  return Number(new RegExp(`^${name} (.*)$`, 'm').exec(await response.text())?.[1])
}

function ticks(): { idle: number; all: number } {
  const times = cpus().map((one) => one.times)
  const all = times.flatMap((one) => Object.values(one)).reduce((sum, one) => sum + one, 0)
  return { idle: times.reduce((sum, { idle }) => sum + idle, 0), all }
}

/** Markdown. */
export function formatWorkers(figures: WorkersFigures[]): string {
  const lines = figures.map((one) => {
    const title = KINDS.find(({ row }) => row === one.row)?.title ?? one.row
    const [rate, percent] = [Math.round(one.rate).toLocaleString('en'), Math.round(100 * one.busy)]
    const failed = one.failed > 0 ? `（${one.failed} 次失败）` : ''
    return `| ${title} | ${one.workers} | ${rate}${failed} | ${one.ratio.toFixed(2)} | ${Math.ceil(one.p99)} | ${one.serverCores.toFixed(2)} | ${one.loadCores.toFixed(2)} | ${percent}% |`
  })
  return [TABLE_HEAD, '|---|---|---|---|---|---|---|---|', ...lines].join('\n')
}
