/**
 * The load generator: a process of its own, so that it takes no time from the servers' event loops. Gets a `Round` by IPC,
 * answers a `Taken`.
 */
import autocannon from 'autocannon'
import { type Asked, headersOf } from './asked.ts'

export type Round = {
  address: string
  asked: Asked[]
  seconds: number
  connections: number
  /** Answer what was asked and answered, too: for writes, to be taken back. */
  keep: boolean
}

export type Taken = {
  /** Requests per second. */
  rate: number
  requests: number
  /** Milliseconds. */
  p50: number
  p99: number
  failed: number
  kept: [place: number, answer: string][]
}

async function take({ address, asked, seconds, connections, keep }: Round): Promise<Taken> {
  const times: number[] = []
  const kept: Taken['kept'] = []
  const requests = asked.map((one, place): autocannon.Request => {
    const { method, path, body } = one
    const onResponse = (_: number, answer: string) => void kept.push([place, answer])
    return { method, path, headers: headersOf(one), body: body && JSON.stringify(body), ...(keep && { onResponse }) }
  })
  let client = 0
  // From the first request on its way to the last one answered: making connections is no part of it.
  let [first, last] = [0, 0]
  const options: autocannon.Options = {
    url: address,
    connections,
    duration: seconds,
    sampleInt: 50,
    // Each connection begins elsewhere in the list: they do not ask for the same at the same moment.
    setupClient(one) {
      const from = Math.floor((client++ * requests.length) / connections)
      one.setRequests([...requests.slice(from), ...requests.slice(0, from)])
    },
  }
  const { non2xx, errors, timeouts } = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)))
    run.on('response', (_client, _status, _bytes, time) => {
      last = performance.now()
      if (times.length === 0) first = last - time
      times.push(time)
    })
  })
  times.sort((a, b) => a - b)
  const at = (part: number) => times[Math.min(Math.floor(times.length * part), times.length - 1)] ?? 0
  return {
    rate: times.length === 0 ? 0 : (times.length / (last - first)) * 1000,
    requests: times.length,
    p50: at(0.5),
    p99: at(0.99),
    failed: non2xx + errors + timeouts,
    kept,
  }
}

process.on('message', async (round: Round) => process.send?.(await take(round)))
