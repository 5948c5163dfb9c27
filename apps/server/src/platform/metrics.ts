/**
 * Figures for Prometheus (docs/decisions/057-metrics.md). Each application has a set of its own. Most are counted by
 * their part of the platform anyway and read when somebody asks, so that they cost nothing in between.
 */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Counter, Histogram, type Metric, Registry } from 'prom-client'
import { groupBy } from './db/rows.ts'

type Labels = Readonly<Record<string, string>>
/** A number, or one for each set of labels; none where it is not known now. */
type Reading = number | readonly (readonly [Labels, number])[]
type Read = () => Reading | Promise<Reading>

/** How the figures of several processes become one; `max` is for what describes the site or the worst process. */
type Across = 'sum' | 'max' | 'min'

export type Metrics = {
  /** A figure of this moment. Replaces one of the same name. */
  gauge(name: string, help: string, read: Read, across?: Across): void
  /** What only grows while the process lives; its name ends with `_total`. */
  counter(name: string, help: string, read: Read): void
  /** Counted here, by labels whose values are few. */
  count<L extends string>(name: string, help: string, labels: readonly L[]): (values: Record<L, string>) => void
  /** Durations, in seconds. */
  durations<L extends string>(
    name: string,
    help: string,
    labels: readonly L[],
  ): (values: Record<L, string>, seconds: number) => void
  /** What this process knows, to be added to what others know. */
  snapshot(): Promise<readonly Figure[]>
  close(): void
}

/** Of `prometheusText`. */
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE

/** Plain data, which another process can send. */
export type Figure = {
  name: string
  help: string
  type: string
  aggregator: string
  values: readonly { metricName?: string; labels: Readonly<Record<string, string | number>>; value: number }[]
}

/**
 * As Prometheus reads it: the figures of the processes of one site as those of one. The library's own way takes 20 ms
 * for the routes of a busy site, this one a third of it, in turns of the event loop.
 */
export async function prometheusText(snapshots: readonly (readonly Figure[])[]): Promise<string> {
  const figures = groupBy(snapshots.flat(), ({ name }) => name)
  let text = ''
  for (const [name, [first, ...others]] of figures) {
    if (!first) continue
    text += `# HELP ${name} ${first.help}\n# TYPE ${name} ${first.type}\n`
    for (const [line, value] of linesOf([first, ...others])) text += `${line} ${value}\n`
    await nextTurn()
  }
  return text
}

/**
 * What processes have counted so far, as one. Goes on counting once they have ended: a sum that falls would be read as
 * a counter that began anew. What they had at a moment is left out.
 */
export function sumCounters(snapshots: readonly (readonly Figure[])[]): readonly Figure[] {
  const counters = snapshots.flat().filter(({ type }) => type !== 'gauge')
  return Array.from(groupBy(counters, ({ name }) => name).values(), (figures) => {
    const [{ name, help, type, aggregator }] = figures as [Figure]
    // `linesOf` has put the labels into the name.
    const values = Array.from(linesOf(figures), ([metricName, value]) => ({ metricName, labels: {}, value }))
    return { name, help, type, aggregator, values }
  })
}

/** Of one figure in several processes. */
function linesOf(figures: readonly Figure[]): Map<string, number> {
  const lines = new Map<string, number>()
  for (const { name, aggregator, values } of figures) {
    for (const { metricName = name, labels, value } of values) {
      let written = ''
      for (const label in labels) written += `${written === '' ? '' : ','}${label}="${escaped(String(labels[label]))}"`
      const line = written === '' ? metricName : `${metricName}{${written}}`
      const known = lines.get(line)
      lines.set(line, known === undefined ? value : together(aggregator, known, value))
    }
  }
  return lines
}

function together(aggregator: string, one: number, other: number): number {
  if (aggregator === 'max') return Math.max(one, other)
  return aggregator === 'min' ? Math.min(one, other) : one + other
}

const escaped = (value: string) =>
  /[\\"\n]/.test(value) ? value.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n') : value

/** Seconds: a cached page takes one millisecond, and what takes longer than ten seconds is given up. */
const BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createMetrics(): Metrics {
  const registry = new Registry()

  function readable(type: 'gauge' | 'counter', { name, help, read, across }: Readable): void {
    const get = async () => {
      const reading = await read()
      const values =
        typeof reading === 'number'
          ? [{ labels: {}, value: reading }]
          : reading.map(([labels, value]) => ({ labels, value }))
      return { name, help, type, aggregator: across, values }
    }
    registry.removeSingleMetric(name)
    // All that a registry asks of a metric.
    registry.registerMetric({ name, help, get } as unknown as Metric)
  }

  const metrics: Metrics = {
    gauge: (name, help, read, across = 'sum') => readable('gauge', { name, help, read, across }),
    counter: (name, help, read) => readable('counter', { name, help, read, across: 'sum' }),
    count(name, help, labelNames) {
      registry.removeSingleMetric(name)
      const counter = new Counter({ name, help, labelNames: [...labelNames], registers: [registry] })
      return (labels) => counter.inc(labels)
    },
    durations(name, help, labelNames) {
      registry.removeSingleMetric(name)
      const options = { name, help, labelNames: [...labelNames], buckets: BUCKETS, registers: [registry] }
      const histogram = new Histogram(options)
      return (labels, seconds) => histogram.observe(labels, seconds)
    },
    snapshot: async () => (await registry.getMetricsAsJSON()) as unknown as Figure[],
    close: () => loop.close(),
  }
  const loop = reportProcess(metrics)
  return metrics
}

type Readable = { name: string; help: string; read: Read; across: Across }

const NANOSECONDS = 1e9
/** Milliseconds between two looks at the event loop, which the histogram counts as delay. */
const RESOLUTION_MS = 10
/** However many ask, they get the delays of the same time. */
const SAMPLE_MS = 10_000

/** By the names that dashboards for Node know. */
function reportProcess(metrics: Metrics): { close(): void } {
  const seconds = (microseconds: number) => microseconds / 1e6
  metrics.gauge('shiliu_processes', 'Processes whose figures these are.', () => 1)
  metrics.gauge('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss())
  metrics.gauge('nodejs_heap_size_used_bytes', 'Memory of JavaScript in use.', () => process.memoryUsage().heapUsed)
  metrics.gauge('process_start_time_seconds', 'Start of the process, since 1970.', startedAt, 'min')
  metrics.counter('process_cpu_user_seconds_total', 'Processor time of the program.', () => {
    return seconds(process.cpuUsage().user)
  })
  metrics.counter('process_cpu_system_seconds_total', 'Processor time of the system for the program.', () => {
    return seconds(process.cpuUsage().system)
  })
  const loop = loopDelays()
  const lag = (key: keyof Delays, which: string) =>
    metrics.gauge(
      `nodejs_eventloop_lag_${key}_seconds`,
      `Delay of the event loop since the last look, ${which}.`,
      () => loop.read()[key],
      'max',
    )
  lag('mean', 'on average')
  lag('p50', 'half of the time')
  lag('p99', 'one in a hundred')
  lag('max', 'at most')
  return loop
}

/** Of this process, in seconds since 1970. */
export const startedAt = () => Math.round(performance.timeOrigin) / 1000

type Delays = Record<'mean' | 'p50' | 'p99' | 'max', number>

function loopDelays(): { read(): Delays; close(): void } {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  let known: { delays: Delays; until: number } | undefined
  return {
    read() {
      const now = performance.now()
      if (known && now < known.until) return known.delays
      known = { delays: delaysIn(histogram), until: now + SAMPLE_MS }
      histogram.reset()
      return known.delays
    },
    close: () => void histogram.disable(),
  }
}

function delaysIn(histogram: ReturnType<typeof monitorEventLoopDelay>): Delays {
  const delay = (ns: number) => (histogram.count === 0 ? 0 : Math.max(0, ns / NANOSECONDS - RESOLUTION_MS / 1000))
  return {
    mean: delay(histogram.mean),
    p50: delay(histogram.percentile(50)),
    p99: delay(histogram.percentile(99)),
    max: delay(histogram.max),
  }
}
