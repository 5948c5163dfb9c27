/** Our server and the baseline alternate in short rounds, so that other load affects both. */

import type { RecordedResponse } from './baseline-server.ts'
import type { LoadResult } from './load.ts'
import type { Options } from './options.ts'
import type { Load, Server, startBaseline } from './processes.ts'
import { type BenchRequest, send } from './request.ts'
import { ROWS, type RowName } from './rows.ts'
import type { Site, Size } from './sites.ts'

export type Setup = { site: Site; server: Server; bare: Awaited<ReturnType<typeof startBaseline>> }

export type Figures = {
  row: RowName
  engine: Site['engine']
  size: Size
  /** Requests per second and milliseconds; medians of the rounds, or the best ones. */
  rate: number
  p50: number
  p99: number
  bareRate: number
  /** Our rate divided by the baseline's: the median over pairs of rounds, or that of the best rounds. */
  ratio: number
  /** The same by processor time per request; null if the system does not report it. */
  cpuRatio: number | null
  /** Processor time per request in microseconds. */
  cpu: number | null
  failed: number
}

type Sample = { ours: RoundResult; bare: RoundResult }
type RoundResult = Omit<LoadResult, 'cpu'> & { cpu: number | null }

export async function measureRow(
  row: RowName,
  setups: Setup[],
  load: Load,
  { rounds, seconds, connections, best }: Options,
): Promise<Figures[]> {
  const samples = new Map<Setup, Sample[]>(setups.map((setup) => [setup, []]))
  for (const setup of setups) await recordResponses(row, setup)
  // The first round warms up and is discarded.
  for (let round = 0; round <= rounds; round++) {
    for (const setup of setups) {
      const sample = await pair(row, setup, load, { seconds: round === 0 ? seconds / 2 : seconds, connections })
      if (round > 0) samples.get(setup)?.push(sample)
    }
  }
  return setups.map((setup) => figuresOf(row, setup.site, samples.get(setup) ?? [], best))
}

/** Records our responses for the baseline server. One response of a write stands for all. */
async function recordResponses(row: RowName, { site, server, bare }: Setup): Promise<void> {
  const requests = ROWS[row].requests(site.siteData)
  const { undo } = ROWS[row]
  const different = new Map(requests.map((one) => [`${one.method} ${one.path}`, one]))
  const responses: RecordedResponse[] = []
  for (const [key, one] of different) {
    const response = await send(server.address, one)
    const body = await response.text()
    if (!response.ok) throw new Error(`${key} answered ${response.status}: ${body.slice(0, 200)}`)
    const headers = [...response.headers].filter(
      ([name]) => !/^(date|connection|keep-alive|transfer-encoding)$/.test(name),
    )
    responses.push({ key, status: response.status, headers: headers.flat(), body })
    if (undo) await send(server.address, undo(one, body))
  }
  await bare.setResponses(responses)
}

async function pair(
  row: RowName,
  { site, server, bare }: Setup,
  load: Load,
  given: { seconds: number; connections: number },
): Promise<Sample> {
  const { requests: makeRequests, undo } = ROWS[row]
  const requests = makeRequests(site.siteData)
  const runRound = async (target: Server, keepResponses: boolean): Promise<RoundResult> => {
    const before = target.cpu()
    const result = await load.run({ ...given, address: target.address, requests, keepResponses })
    const after = target.cpu()
    return { ...result, cpu: before === null || after === null ? null : ((after - before) * 1000) / result.requests }
  }
  const ours = await runRound(server, undo !== undefined)
  if (undo) await undoWrites(server, ours, requests, undo)
  return { ours, bare: await runRound(bare, undo !== undefined) }
}

const CONCURRENCY = 20

async function undoWrites(
  { address }: Server,
  { responses }: Pick<LoadResult, 'responses'>,
  requests: BenchRequest[],
  undo: (request: BenchRequest, answer: string) => BenchRequest,
): Promise<void> {
  const waiting = responses.values()
  const worker = async () => {
    for (const [place, answer] of waiting) {
      const one = requests[place]
      if (one && answer.startsWith('{"code":200')) await (await send(address, undo(one, answer))).text()
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}

function figuresOf(row: RowName, { engine, size }: Site, samples: Sample[], best: boolean): Figures {
  // Other load only slows a round down, so the best round is the least disturbed.
  const highest = best ? (values: number[]) => Math.max(...values) : median
  const lowest = best ? (values: number[]) => Math.min(...values) : median
  const ours = (key: 'rate' | 'p50' | 'p99') => samples.map((sample) => sample.ours[key])
  const baselineRates = samples.map(({ bare }) => bare.rate)
  const cpu = lowest(samples.flatMap((sample) => sample.ours.cpu || []))
  const baselineCpu = lowest(samples.flatMap((sample) => sample.bare.cpu || []))
  const ratio = best
    ? highest(ours('rate')) / highest(baselineRates)
    : median(samples.map((one) => one.ours.rate / one.bare.rate))
  return {
    row,
    engine,
    size,
    rate: highest(ours('rate')),
    p50: lowest(ours('p50')),
    p99: lowest(ours('p99')),
    bareRate: highest(baselineRates),
    ratio,
    cpuRatio: known(baselineCpu / cpu),
    cpu: known(cpu),
    failed: samples.reduce((sum, sample) => sum + sample.ours.failed + sample.bare.failed, 0),
  }
}

const known = (value: number) => (Number.isFinite(value) && value > 0 ? value : null)

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low = 0, high = 0] = [sorted[sorted.length % 2 ? middle : middle - 1], sorted[middle]]
  return (low + high) / 2
}
