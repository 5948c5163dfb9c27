import type { Figures } from './measure.ts'
import { MIXED_TARGETS, type MixedFigures } from './mixed.ts'
import type { MovesResult } from './moves.ts'
import { missedPage, PAGE_TARGETS, type PageFigures, ratioOf } from './page.ts'
import type { PictureFigures } from './pictures.ts'
import { MAX_MEGABYTES, MAX_SLOWDOWN, ROWS } from './rows.ts'
import type { Engine, Size } from './sites.ts'

export type Memory = { engine: Engine; size: Size; megabytes: number }
export type Result = { figures: Figures[]; mixed: MixedFigures[]; memory: Memory[] }

/** Compares ratios to the baseline, since responses of the two sizes may differ in length. */
function slowdownOf(one: Figures, all: Figures[]): number | null {
  const small = all.find(({ row, engine, size }) => row === one.row && engine === one.engine && size === 'small')
  return one.size === 'large' && small ? small.ratio / one.ratio : null
}

export function missedTargets(one: Figures, all: Figures[]): string[] {
  const { target } = ROWS[one.row]
  const slowdown = slowdownOf(one, all)
  const misses = []
  if (target !== undefined && one.ratio < target) misses.push(`ratio below ${target}`)
  if (slowdown !== null && slowdown > MAX_SLOWDOWN) misses.push(`slower than ${MAX_SLOWDOWN} x small`)
  if (one.failed > 0) misses.push(`${one.failed} failed`)
  return misses
}

export function missedMixed({ writes, ratio, p99, failed }: MixedFigures): string[] {
  const target = MIXED_TARGETS.get(writes)
  const misses = []
  if (target && ratio < target.ratio) misses.push(`ratio below ${target.ratio}`)
  if (target?.p99 !== undefined && p99 > target.p99) misses.push(`p99 above ${target.p99} ms`)
  if (failed > 0) misses.push(`${failed} failed`)
  return misses
}

export const missedMemory = (memory: Memory[]) => memory.filter(({ megabytes }) => megabytes > MAX_MEGABYTES)

const HEADINGS = [
  'row',
  'size',
  'req/s',
  'p50 ms',
  'p99 ms',
  'µs cpu',
  'bare req/s',
  'ratio',
  'target',
  'cpu ratio',
  'large/small',
  '',
]

const MIXED_HEADINGS = ['mixed', 'writes/s', 'reads/s', 'ratio', 'target', 'p50 ms', 'p99 ms', 'write p99 ms', 'MB', '']

function mixedLines(mixed: MixedFigures[]): string[] {
  if (mixed.length === 0) return []
  const lines = mixed.map((one) => {
    const misses = missedMixed(one)
    return [
      one.size,
      String(one.writes),
      whole(one.reads),
      part(one.ratio),
      MIXED_TARGETS.get(one.writes)?.ratio.toFixed(2) ?? '',
      one.p50.toFixed(2),
      one.p99.toFixed(2),
      one.writeP99.toFixed(2),
      whole(one.megabytes),
      misses.length > 0 ? `MISSED: ${misses.join(', ')}` : '',
    ]
  })
  return ['', ...aligned([MIXED_HEADINGS, ...lines])]
}

export function formatTable(engine: Engine, { figures, mixed, memory }: Result): string {
  const own = figures.filter((one) => one.engine === engine)
  const lines = own.map((one) => {
    const misses = missedTargets(one, figures)
    const slowdown = slowdownOf(one, figures)
    return [
      ROWS[one.row].title,
      one.size,
      whole(one.rate),
      one.p50.toFixed(2),
      one.p99.toFixed(2),
      whole(one.cpu),
      whole(one.bareRate),
      part(one.ratio),
      ROWS[one.row].target?.toFixed(2) ?? '',
      part(one.cpuRatio),
      part(slowdown),
      misses.length > 0 ? `MISSED: ${misses.join(', ')}` : '',
    ]
  })
  const used = memory.filter((one) => one.engine === engine)
  const memoryLines = used.map(({ size, megabytes }) => {
    const missed = megabytes > MAX_MEGABYTES ? `  MISSED: above ${MAX_MEGABYTES}` : ''
    return `most memory, ${size}: ${whole(megabytes)} MB${missed}`
  })
  const rows = lines.length > 0 ? aligned([HEADINGS, ...lines]) : []
  const together = mixedLines(mixed.filter((one) => one.engine === engine))
  return ['', `== ${engine}`, ...rows, ...together, '', ...memoryLines].join('\n')
}

const PAGE_HEADINGS = [
  'first sight',
  'cpu',
  'first paint ms',
  'first card ms',
  'first screen ms',
  'ratio',
  'target',
  'requests',
  'JS kB',
  'CSS kB',
  'later JS kB',
  'pictures',
  'picture kB',
  '',
]

export function formatPageTable(figures: PageFigures[]): string {
  const lines = figures.map((one) => {
    const ratio = ratioOf(one, figures)
    const misses = missedPage(one, figures)
    return [
      one.checkout,
      `${one.cpu} x`,
      ...[one.firstPaint, one.firstCard, one.firstScreen].map(whole),
      part(ratio),
      ratio === null ? '' : PAGE_TARGETS.ratio.toFixed(2),
      ...[one.requests, one.jsKb, one.cssKb, one.laterJsKb, one.pictures, one.pictureKb].map(whole),
      misses.length > 0 ? `MISSED: ${misses.join(', ')}` : '',
    ]
  })
  return ['', ...aligned([PAGE_HEADINGS, ...lines])].join('\n')
}

const PICTURE_HEADINGS = [
  'picture',
  '',
  'taken',
  'sent before',
  'now',
  'stored before',
  'now',
  'full now',
  'pixels now',
  '',
]

/** Kilobytes of each photograph, and their medians. */
export function formatPictureTable(figures: PictureFigures[]): string {
  const columns = figures.map(({ taken, before, now }) => [
    taken,
    before.sent,
    now.sent,
    before.stored,
    now.stored,
    now.full,
  ])
  const middle = (columns[0] ?? []).map((_, column) => {
    const sorted = columns.map((line) => line[column] ?? 0).toSorted((a, b) => a - b)
    return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2
  })
  const kilobytes = (bytes: number) => whole(bytes / 1000)
  const lines = columns.map((line, at) => {
    const { now } = figures[at] ?? {}
    return [String(at + 1), '', ...line.map(kilobytes), `${now?.width} x ${now?.height}`, '']
  })
  return ['', ...aligned([PICTURE_HEADINGS, ...lines, ['median', '', ...middle.map(kilobytes), '', '']])].join('\n')
}

const MOVE_HEADINGS = ['what', '', 'seconds', 'most MB', 'rows', 'files', 'equal']

export function formatMoves({ bytes, moves, wal }: MovesResult): string {
  const lines = moves.map(({ step, seconds, megabytes, rows, files, differing }) => {
    const count = (n: number) => (n > 0 ? String(n) : '')
    const equal = rows + files === 0 ? '' : differing.length === 0 ? 'yes' : `NO: ${differing.length}`
    return [step, '', seconds.toFixed(1), whole(megabytes), count(rows), count(files), equal]
  })
  const megabytes = (n: number) => `${whole(n / 1024 / 1024)} MB`
  const { writesPerSecond, failed, seconds, before, during, after } = wal
  return [
    '',
    `database ${megabytes(bytes.database)}, archive ${megabytes(bytes.archive)}`,
    ...aligned([MOVE_HEADINGS, ...lines]),
    `backup in ${seconds.toFixed(1)} s at ${writesPerSecond} writes a second, ${failed} failed: WAL ${before.toFixed(1)} MB before, at most ${during.toFixed(1)} MB, ${after.toFixed(1)} MB afterwards`,
  ].join('\n')
}

function aligned(lines: string[][]): string[] {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines.map((line) =>
    line
      .map((cell, column) =>
        column < 2 || column === line.length - 1
          ? cell.padEnd(widths[column] ?? 0)
          : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
}

const whole = (value: number | null) => (value === null ? '' : String(Math.round(value)))
const part = (value: number | null) => (value === null ? '' : value.toFixed(2))
