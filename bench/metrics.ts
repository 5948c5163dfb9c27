/**
 * What the figures of /metrics cost: two servers on copies of the same site of 100,000 notes, of which one counts
 * nothing, in short alternating rounds; and a scrape of the one that counts, after it has seen the routes.
 */

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../tools/lib/run.mjs'
import type { LoadResult } from './load.ts'
import { median } from './measure.ts'
import type { Options } from './options.ts'
import { type Load, type Server, startServerProcess } from './processes.ts'
import { send } from './request.ts'
import { ROWS, type RowName } from './rows.ts'
import { type Site, withCopy } from './sites.ts'

const ROW_TITLES = {
  feed: '推荐第一页，未登录',
  detail: '一篇笔记，未登录',
  'feed-user': '推荐第一页，登录',
} satisfies Partial<Record<RowName, string>>
type Row = keyof typeof ROW_TITLES
const MEASURED = Object.keys(ROW_TITLES) as Row[]
const SCRAPES = 100

export type MetricsFigures = {
  rows: { row: Row; rate: number; ratio: number; cpuRatio: number | null; failed: number }[]
  /** Milliseconds of time and of the server's processor; bytes. */
  scrape: { p50: number; p99: number; first: number; cpu: number | null; bytes: number; routes: number }
}

export function measureMetrics(
  site: Site,
  load: Load,
  options: Pick<Options, 'rounds' | 'seconds' | 'connections'>,
  say: (line: string) => void,
): Promise<MetricsFigures> {
  return withCopy(site.env, async (copy) => {
    const preload = `--import=${pathToFileURL(join(root, 'bench/without-figures.mjs')).href}`
    const counting = await startServerProcess(site.env)
    try {
      const silent = await startServerProcess({ ...copy, NODE_OPTIONS: preload })
      try {
        if (/^shiliu_http_requests_total{/m.test(await textOf(silent))) throw new Error('The other server counts, too')
        const rows = []
        for (const row of MEASURED) {
          say(`with and without figures: ${ROW_TITLES[row]}`)
          rows.push(await compare(row, site, { counting, silent }, load, options))
        }
        say(`${SCRAPES} scrapes`)
        return { rows, scrape: await scrape(counting, site) }
      } finally {
        await silent.stop()
      }
    } finally {
      await counting.stop()
    }
  })
}

type Round = Pick<LoadResult, 'rate' | 'failed'> & { cpu: number | null }

async function compare(
  row: Row,
  site: Site,
  { counting, silent }: Record<'counting' | 'silent', Server>,
  load: Load,
  { rounds, seconds, connections }: Pick<Options, 'rounds' | 'seconds' | 'connections'>,
): Promise<MetricsFigures['rows'][number]> {
  const requests = ROWS[row].requests(site.siteData)
  const one = async (server: Server, duration: number): Promise<Round> => {
    const before = server.cpu()
    const given = { address: server.address, requests, connections, keepResponses: false, seconds: duration }
    const { rate, failed, requests: count } = await load.run(given)
    const after = server.cpu()
    return { rate, failed, cpu: before === null || after === null ? null : (after - before) / count }
  }
  const pairs: { ours: Round; bare: Round }[] = []
  for (const server of [counting, silent]) await one(server, seconds)
  for (let round = 0; round < rounds; round++) {
    // Whoever comes first changes.
    if (round % 2) pairs.push({ ours: await one(counting, seconds), bare: await one(silent, seconds) })
    else {
      const bare = await one(silent, seconds)
      pairs.push({ bare, ours: await one(counting, seconds) })
    }
  }
  const cpu = median(pairs.map(({ ours, bare }) => (bare.cpu ?? 0) / (ours.cpu ?? 0)))
  return {
    row,
    rate: median(pairs.map(({ ours }) => ours.rate)),
    ratio: median(pairs.map(({ ours, bare }) => ours.rate / bare.rate)),
    cpuRatio: Number.isFinite(cpu) && cpu > 0 ? cpu : null,
    failed: pairs.reduce((sum, { ours, bare }) => sum + ours.failed + bare.failed, 0),
  }
}

/** One after the other, as a scraper asks; the first counts what the site has. */
async function scrape(server: Server, site: Site): Promise<MetricsFigures['scrape']> {
  // Of every row that reads, so that their routes are among the figures.
  for (const { requests, undo } of Object.values(ROWS)) {
    const [request] = requests(site.siteData)
    if (!undo && request?.method === 'GET') await (await send(server.address, request)).text()
  }
  const before = server.cpu()
  const times: number[] = []
  let text = ''
  for (let n = 0; n < SCRAPES; n++) {
    const start = performance.now()
    text = await textOf(server)
    times.push(performance.now() - start)
  }
  const after = server.cpu()
  const sorted = times.toSorted((a, b) => a - b)
  return {
    first: times[0] ?? 0,
    p50: sorted[SCRAPES / 2] ?? 0,
    p99: sorted[SCRAPES - 1] ?? 0,
    cpu: before === null || after === null ? null : (after - before) / SCRAPES,
    bytes: Buffer.byteLength(text),
    routes: new Set(Array.from(text.matchAll(/^shiliu_http_requests_total{.*route="([^"]*)"/gm), ([, route]) => route))
      .size,
  }
}

async function textOf({ address }: Server): Promise<string> {
  const response = await fetch(`${address}/metrics`, { signal: AbortSignal.timeout(10_000) })
  if (!response.ok) throw new Error(`/metrics answered ${response.status}`)
  return response.text()
}

/** Markdown. */
export function formatMetrics({ rows, scrape }: MetricsFigures): string {
  const lines = rows.map(({ row, rate, ratio, cpuRatio }) => {
    return `| ${ROW_TITLES[row]} | ${Math.round(rate).toLocaleString('en')} | ${ratio.toFixed(2)} | ${cpuRatio?.toFixed(2) ?? ''} |`
  })
  const { first, p50, p99, cpu, bytes, routes } = scrape
  return [
    '| 请求 | 每秒 | 比没有监控 | 按处理器时间 |',
    '|---|---|---|---|',
    ...lines,
    '',
    `/metrics，${routes} 个路由，${Math.round(bytes / 1000)} KB：第一次 ${first.toFixed(1)} 毫秒，之后 p50 ${p50.toFixed(1)}、最慢 ${p99.toFixed(1)} 毫秒，处理器 ${cpu?.toFixed(1) ?? '?'} 毫秒`,
  ].join('\n')
}
