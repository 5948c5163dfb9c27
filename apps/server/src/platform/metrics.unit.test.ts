import { expect, it } from 'vitest'
import { createMetrics, type Figure, prometheusText, sumCounters } from './metrics.ts'

/** The figures of a process, without those that each process has. */
async function processWith(report: (metrics: ReturnType<typeof createMetrics>) => void): Promise<Figure[]> {
  const metrics = createMetrics()
  report(metrics)
  const figures = await metrics.snapshot()
  metrics.close()
  return figures.filter(({ name }) => name.startsWith('t_'))
}

const linesOf = async (...processes: (readonly Figure[])[]) =>
  (await prometheusText(processes)).split('\n').filter((line) => line !== '' && !line.startsWith('#'))

const site = (load: number, routes: string[], seconds: number) =>
  processWith(({ gauge, counter, count, durations }) => {
    gauge('t_sum', 'Added.', () => load)
    gauge('t_max', 'The most.', () => load, 'max')
    gauge('t_min', 'The least.', () => [[{ disk: 'a"b' }, load]], 'min')
    counter('t_read_total', 'Read when asked.', () => load)
    const answered = count('t_answered_total', 'Counted.', ['route', 'status'])
    for (const route of routes) answered({ route, status: '2xx' })
    durations('t_seconds', 'Timed.', ['route'])({ route: '/a' }, seconds)
  })

it('adds, or takes the most or the least, of several processes', async () => {
  const lines = await linesOf(await site(3, ['/a', '/b'], 0.01), await site(5, ['/b', '/c'], 0.3))
  expect(lines).toEqual(
    expect.arrayContaining([
      't_sum 8',
      't_max 5',
      't_min{disk="a\\"b"} 3',
      't_read_total 8',
      't_answered_total{route="/a",status="2xx"} 1',
      't_answered_total{route="/b",status="2xx"} 2',
      't_answered_total{route="/c",status="2xx"} 1',
      't_seconds_bucket{le="0.005",route="/a"} 0',
      't_seconds_bucket{le="0.02",route="/a"} 1',
      't_seconds_bucket{le="0.5",route="/a"} 2',
      't_seconds_bucket{le="+Inf",route="/a"} 2',
      't_seconds_sum{route="/a"} 0.31',
      't_seconds_count{route="/a"} 2',
    ]),
  )
  expect(new Set(lines).size).toBe(lines.length)
})

it('keeps what processes that ended had counted, and nothing of what they had', async () => {
  const [one, two] = [await site(3, ['/a', '/b'], 0.01), await site(5, ['/b', '/c'], 0.3)]
  const isCounted = (line: string) => /^t_(?:read|answered|seconds)_/.test(line)
  const together = (await linesOf(one, two)).filter(isCounted).toSorted()
  expect((await linesOf(sumCounters([one, two]))).toSorted()).toEqual(together)
  // One after the other, and beside one that lives.
  expect((await linesOf(sumCounters([sumCounters([one]), two]))).toSorted()).toEqual(together)
  expect((await linesOf(two, sumCounters([one]))).filter(isCounted).toSorted()).toEqual(together)
  expect(await linesOf(two, sumCounters([one]))).toContain('t_sum 5')
  expect(sumCounters([])).toEqual([])
})
