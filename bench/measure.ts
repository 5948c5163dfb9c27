/** Measures one row: ours and the bare server in short alternating rounds, so that what else the machine does hits both. */
import { type Asked, ask } from './asked.ts'
import type { Lesson } from './bare.ts'
import type { Taken } from './load.ts'
import type { Options } from './options.ts'
import type { Server, startBare, startLoad } from './processes.ts'
import { ROWS, type RowName } from './rows.ts'
import type { Site, Size } from './sites.ts'

export type Stand = { site: Site; server: Server; bare: Awaited<ReturnType<typeof startBare>> }

export type Figures = {
  row: RowName
  engine: Site['engine']
  size: Size
  /** Requests per second, milliseconds: medians of the rounds, or the best. */
  rate: number
  p50: number
  p99: number
  bareRate: number
  /** Ours as a part of the bare server's: the median of the pairs of rounds, or the best rounds of both. */
  ratio: number
  /** The same by processor time of the two servers' processes; null where the system does not tell. */
  cpuRatio: number | null
  /** Processor time of one request, in microseconds. */
  cpu: number | null
  failed: number
}

type Sample = { ours: Spent; bare: Spent }
type Spent = Taken & { cpu: number | null }

/** All stands in turn within each round. */
export async function measureRow(
  row: RowName,
  stands: Stand[],
  load: ReturnType<typeof startLoad>,
  { rounds, seconds, connections, best }: Options,
): Promise<Figures[]> {
  const samples = new Map<Stand, Sample[]>(stands.map((stand) => [stand, []]))
  for (const stand of stands) await teach(row, stand)
  // The round before the first warms both up and is forgotten.
  for (let round = 0; round <= rounds; round++) {
    for (const stand of stands) {
      const sample = await pair(row, stand, load, { seconds: round === 0 ? seconds / 2 : seconds, connections })
      if (round > 0) samples.get(stand)?.push(sample)
    }
  }
  return stands.map((stand) => figuresOf(row, stand.site, samples.get(stand) ?? [], best))
}

/** The bare server learns our answers; of a write, one stands for all. */
async function teach(row: RowName, { site, server, bare }: Stand): Promise<void> {
  const asked = ROWS[row].requests(site.facts)
  const { undo } = ROWS[row]
  const different = new Map(asked.map((one) => [`${one.method} ${one.path}`, one]))
  const lessons: Lesson[] = []
  for (const [key, one] of different) {
    const response = await ask(server.address, one)
    const body = await response.text()
    if (!response.ok) throw new Error(`${key} answered ${response.status}: ${body.slice(0, 200)}`)
    const headers = [...response.headers].filter(
      ([name]) => !/^(date|connection|keep-alive|transfer-encoding)$/.test(name),
    )
    lessons.push({ key, status: response.status, headers: headers.flat(), body })
    if (undo) await ask(server.address, undo(one, body))
  }
  await bare.learn(lessons)
}

async function pair(
  row: RowName,
  { site, server, bare }: Stand,
  load: ReturnType<typeof startLoad>,
  given: { seconds: number; connections: number },
): Promise<Sample> {
  const { requests, undo } = ROWS[row]
  const asked = requests(site.facts)
  const taking = async (target: Server, keep: boolean): Promise<Spent> => {
    const before = target.cpu()
    const taken = await load.take({ ...given, address: target.address, asked, keep })
    const after = target.cpu()
    return { ...taken, cpu: before === null || after === null ? null : ((after - before) * 1000) / taken.requests }
  }
  const ours = await taking(server, undo !== undefined)
  if (undo) await takeBack(server, ours, asked, undo)
  return { ours, bare: await taking(bare, undo !== undefined) }
}

const AT_ONCE = 20

async function takeBack(
  { address }: Server,
  { kept }: Taken,
  asked: Asked[],
  undo: (asked: Asked, answer: string) => Asked,
): Promise<void> {
  const waiting = kept.values()
  const worker = async () => {
    for (const [place, answer] of waiting) {
      const one = asked[place]
      if (one && answer.startsWith('{"code":200')) await (await ask(address, undo(one, answer))).text()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

function figuresOf(row: RowName, { engine, size }: Site, samples: Sample[], best: boolean): Figures {
  // Other work on the machine only ever slows a round down: the best one is the least disturbed.
  const most = best ? (values: number[]) => Math.max(...values) : median
  const least = best ? (values: number[]) => Math.min(...values) : median
  const ours = (key: 'rate' | 'p50' | 'p99') => samples.map((sample) => sample.ours[key])
  const bareRates = samples.map(({ bare }) => bare.rate)
  const cpu = least(samples.flatMap((sample) => sample.ours.cpu || []))
  const bareCpu = least(samples.flatMap((sample) => sample.bare.cpu || []))
  const ratio = best
    ? most(ours('rate')) / most(bareRates)
    : median(samples.map((one) => one.ours.rate / one.bare.rate))
  return {
    row,
    engine,
    size,
    rate: most(ours('rate')),
    p50: least(ours('p50')),
    p99: least(ours('p99')),
    bareRate: most(bareRates),
    ratio,
    cpuRatio: known(bareCpu / cpu),
    cpu: known(cpu),
    failed: samples.reduce((sum, sample) => sum + sample.ours.failed + sample.bare.failed, 0),
  }
}

const known = (value: number) => (Number.isFinite(value) && value > 0 ? value : null)

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low = 0, high = 0] = [sorted[sorted.length % 2 ? middle : middle - 1], sorted[middle]]
  return (low + high) / 2
}
