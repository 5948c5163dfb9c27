/** The load generator, in a process of its own. Receives a `LoadRequest` by IPC and sends back a `LoadResult`. */
import autocannon from 'autocannon'
import { type BenchRequest, headersOf } from './request.ts'

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
  responses: [place: number, answer: string][]
}

async function run({ address, requests, seconds, connections, keepResponses }: LoadRequest): Promise<LoadResult> {
  const times: number[] = []
  const responses: LoadResult['responses'] = []
  const prepared = requests.map((one, place): autocannon.Request => {
    const { method, path, body } = one
    const onResponse = (_: number, answer: string) => void responses.push([place, answer])
    return {
      method,
      path,
      headers: headersOf(one),
      body: body && JSON.stringify(body),
      ...(keepResponses && { onResponse }),
    }
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
  const { non2xx, errors, timeouts } = await new Promise<autocannon.Result>((resolve, reject) => {
    const load = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)))
    load.on('response', (_client, _status, _bytes, time) => {
      last = performance.now()
      if (times.length === 0) first = last - time
      times.push(time)
    })
  })
  times.sort((a, b) => a - b)
  const percentile = (part: number) => times[Math.min(Math.floor(times.length * part), times.length - 1)] ?? 0
  return {
    rate: times.length === 0 ? 0 : (times.length / (last - first)) * 1000,
    requests: times.length,
    p50: percentile(0.5),
    p99: percentile(0.99),
    failed: non2xx + errors + timeouts,
    responses,
  }
}

process.on('message', async (request: LoadRequest) => process.send?.(await run(request)))
