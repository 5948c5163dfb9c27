/** The load generator, in a process of its own. Answers a `LoadRequest` or `MixedRequest` sent by IPC. */
import autocannon from 'autocannon'
import { type BenchRequest, headersOf, send } from './request.ts'

export type LoadRequest = {
  address: string
  requests: BenchRequest[]
  seconds: number
  connections: number
  /** Also returns the responses, which are needed to undo writes. */
  keepResponses: boolean
}

export type LoadResult = {
  /** Per second. */
  rate: number
  requests: number
  /** Milliseconds. */
  p50: number
  p99: number
  failed: number
  /** Milliseconds of the load generator's own processor time. */
  cpu: number
  responses: [place: number, answer: string][]
}

export type MixedRequest = {
  address: string
  /** The requests of each reader, which sends the next one when the last one is answered. */
  readers: BenchRequest[][]
  /** Sent one after the other, `perSecond`, whether or not the last one is answered. */
  writes: BenchRequest[]
  perSecond: number
  seconds: number
}

export type MixedResult = Omit<LoadResult, 'requests' | 'responses'> & {
  /** Milliseconds. */
  writeP99: number
  answers: [place: number, answer: string][]
}

async function run({ address, requests, seconds, connections, keepResponses }: LoadRequest): Promise<LoadResult> {
  const times: number[] = []
  const responses: LoadResult['responses'] = []
  const prepared = requests.map((one, place): autocannon.Request => {
    const onResponse = (_: number, answer: string) => void responses.push([place, answer])
    return { ...prepare(one), ...(keepResponses && { onResponse }) }
  })
  let client = 0
  // Times of the first request and the last response, which exclude connecting.
  let [first, last] = [0, 0]
  const options: autocannon.Options = {
    url: address,
    connections,
    duration: seconds,
    sampleInt: 50,
    // Each connection starts elsewhere in the list, so that they do not request the same at once.
    setupClient(one) {
      const from = Math.floor((client++ * prepared.length) / connections)
      one.setRequests([...prepared.slice(from), ...prepared.slice(0, from)])
    },
  }
  const spent = process.cpuUsage()
  const { non2xx, errors, timeouts } = await new Promise<autocannon.Result>((resolve, reject) => {
    const load = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)))
    load.on('response', (_client, _status, _bytes, time) => {
      last = performance.now()
      if (times.length === 0) first = last - time
      times.push(time)
    })
  })
  return {
    rate: times.length === 0 ? 0 : (times.length / (last - first)) * 1000,
    requests: times.length,
    ...percentiles(times),
    failed: non2xx + errors + timeouts,
    cpu: cpuSince(spent),
    responses,
  }
}

async function runMixed({ address, readers, writes, perSecond, seconds }: MixedRequest): Promise<MixedResult> {
  const times: number[] = []
  const spent = process.cpuUsage()
  let client = 0
  const reading = new Promise<autocannon.Result>((resolve, reject) => {
    const options: autocannon.Options = {
      url: address,
      connections: readers.length,
      duration: seconds,
      sampleInt: 50,
      setupClient: (one) => one.setRequests((readers[client++] ?? []).map(prepare)),
    }
    const load = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)))
    load.on('response', (_client, _status, _bytes, time) => times.push(time))
  })
  const writing = writeAtRate(address, writes, perSecond)
  const [{ non2xx, errors, timeouts }, written] = [await reading, await writing]
  const { p50, p99 } = percentiles(times)
  return {
    rate: times.length / seconds,
    p50,
    p99,
    writeP99: percentiles(written.times).p99,
    failed: non2xx + errors + timeouts + written.failed,
    cpu: cpuSince(spent),
    answers: written.answers,
  }
}

async function writeAtRate(address: string, writes: BenchRequest[], perSecond: number) {
  const times: number[] = []
  const answers: [place: number, answer: string][] = []
  let failed = 0
  const write = async (one: BenchRequest, place: number) => {
    const start = performance.now()
    const response = await send(address, one)
    const answer = await response.text()
    times.push(performance.now() - start)
    if (response.ok) answers.push([place, answer])
    else failed++
  }
  const start = performance.now()
  const pending: Promise<void>[] = []
  for (const [place, one] of writes.entries()) {
    const due = start + (place * 1000) / perSecond - performance.now()
    if (due > 0) await new Promise((resolve) => setTimeout(resolve, due))
    pending.push(write(one, place))
  }
  await Promise.all(pending)
  return { times, answers, failed }
}

const prepare = (one: BenchRequest): autocannon.Request => ({
  method: one.method,
  path: one.path,
  headers: headersOf(one),
  body: one.body && JSON.stringify(one.body),
})

function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function percentiles(times: number[]): { p50: number; p99: number } {
  times.sort((a, b) => a - b)
  const percentile = (part: number) => times[Math.min(Math.floor(times.length * part), times.length - 1)] ?? 0
  return { p50: percentile(0.5), p99: percentile(0.99) }
}

process.on('message', async (request: LoadRequest | MixedRequest) =>
  process.send?.(await ('readers' in request ? runMixed(request) : run(request))),
)
