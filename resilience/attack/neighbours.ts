/** Other people on the site: they read, like and upload as always, and what they wait is measured. */
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import type { Target } from './floods.ts'

export type Wait = { p99: number; longest: number; failures: string[] }
export type Waits = { feed: Wait; like: Wait; upload: Wait }

/** Milliseconds between two of them. */
const EVERY = { feed: 50, like: 200, upload: 1000 } as const
/** The floods' accounts come before it. */
const FIRST_ACCOUNT = 500
const TIMEOUT_MS = 20_000

let used = 0

export function neighbours({ address, data }: Target): { stop(): Promise<Waits> } {
  const stopping = new AbortController()
  const token = () => data.tokens[FIRST_ACCOUNT + (used++ % (data.tokens.length - FIRST_ACCOUNT))]
  const picture = sharp({ create: { width: 640, height: 480, channels: 3, background: '#c8553d' } })
    .jpeg()
    .toBuffer()
  const asks = {
    feed: () => fetchAsPatient(`${address}/api/posts?category=recommend&page=${1 + (used++ % 5)}`, {}),
    like() {
      const [user = 0, target_id = 0] = data.newLikes[used++ % data.newLikes.length] ?? []
      return fetchAsPatient(`${address}/api/likes`, {
        method: 'POST',
        headers: { authorization: `Bearer ${data.tokens[user]}`, 'content-type': 'application/json' },
        body: JSON.stringify({ target_type: 1, target_id }),
      })
    },
    async upload() {
      const body = new FormData()
      body.append('file', new Blob([new Uint8Array(await picture)], { type: 'image/jpeg' }), 'small.jpg')
      return fetchAsPatient(`${address}/api/upload/single`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token()}` },
        body,
      })
    },
  }
  const running = (Object.keys(asks) as (keyof Waits)[]).map(async (what) => {
    const measured = await measure(asks[what], EVERY[what], stopping.signal)
    return [what, measured] as const
  })
  return {
    async stop() {
      stopping.abort()
      return Object.fromEntries(await Promise.all(running)) as Waits
    },
  }
}

/** Asks at fixed times, whether or not the last one was answered. */
async function measure(ask: () => Promise<Response>, every: number, stopping: AbortSignal): Promise<Wait> {
  const times: number[] = []
  const failures: string[] = []
  const pending: Promise<void>[] = []
  while (!stopping.aborted) {
    const start = performance.now()
    pending.push(
      ask().then(
        (response) => {
          times.push(performance.now() - start)
          if (response.status !== 200) failures.push(`answered ${response.status}`)
        },
        (error: unknown) => void failures.push(String(error)),
      ),
    )
    await wait(every, undefined, { signal: stopping }).catch(() => {})
  }
  await Promise.all(pending)
  const sorted = times.toSorted((a, b) => a - b)
  return { p99: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0, longest: sorted.at(-1) ?? 0, failures }
}

/** As our app does: waits where the server asks for it, and tries again. */
async function fetchAsPatient(url: string, init: RequestInit): Promise<Response> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  for (;;) {
    const response = await fetch(url, { ...init, signal })
    await response.arrayBuffer()
    if (response.status !== 503) return response
    await wait(1000 * Number(response.headers.get('retry-after') ?? 1), undefined, { signal })
  }
}
