/** Server-sent events over fetch, which unlike EventSource sends the session's token. Reconnects with backoff. */
import type { AnyEndpoint } from '@shiliu/contract/endpoint'
import { ApiError, toApiError } from './error.ts'
import { freshSession } from './renew.ts'
import { addressOf } from './send.ts'

/** The server sends something every 25 seconds; after more than two missed turns the connection is broken. */
const SILENCE_MAX_MS = 60_000
const RETRY_MS = { first: 1000, max: 60_000 }
const STABLE_MS = 30_000

export type StreamOptions<T> = {
  open(signal: AbortSignal): Promise<ReadableStream<Uint8Array>>
  onData(data: T): void
  signal: AbortSignal
}

/** Opens the signed-in user's stream of a `stream` endpoint. Throws ApiError where it is refused, or fetch's error. */
export async function openEvents(endpoint: AnyEndpoint, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const session = await freshSession('user')
  const { ok, status, body } = await fetch(addressOf(endpoint), {
    headers: { authorization: `Bearer ${session?.token}` },
    cache: 'no-store',
    signal,
  })
  if (ok && body) return body
  void body?.cancel()
  throw toApiError(status, null)
}

/** Calls `onData` with each event's JSON. Resolves when `signal` aborts or the server rejects the session (401). */
export async function followEvents<T>({ open, onData, signal }: StreamOptions<T>): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    const startedAt = Date.now()
    let serverRetryMs = 0
    try {
      const retry = (ms: number) => {
        serverRetryMs = ms
      }
      await readStream(open, { data: (text) => onData(JSON.parse(text) as T), retry }, signal)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return
    }
    if (signal.aborted) return
    failures = Date.now() - startedAt < STABLE_MS ? failures + 1 : 0
    const backoff = Math.min(RETRY_MS.first * 2 ** Math.max(0, failures - 1), RETRY_MS.max)
    // Jitter, so that clients do not all return at once after a restart.
    await sleep(Math.max(backoff, serverRetryMs) * (0.5 + Math.random()), signal)
  }
}

async function readStream<T>(
  open: StreamOptions<T>['open'],
  callbacks: EventCallbacks,
  signal: AbortSignal,
): Promise<void> {
  const connection = new AbortController()
  const disconnect = () => connection.abort()
  signal.addEventListener('abort', disconnect)
  let watchdog = setTimeout(disconnect, SILENCE_MAX_MS)
  try {
    const parse = createEventParser(callbacks)
    const decoder = new TextDecoder()
    const reader = (await open(connection.signal)).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(watchdog)
      watchdog = setTimeout(disconnect, SILENCE_MAX_MS)
      parse(decoder.decode(value, { stream: true }))
    }
  } finally {
    clearTimeout(watchdog)
    // Also closes the connection when a callback threw.
    disconnect()
    signal.removeEventListener('abort', disconnect)
  }
}

type EventCallbacks = { data(text: string): void; retry(ms: number): void }

export function createEventParser(on: EventCallbacks): (chunk: string) => void {
  let rest = ''
  let data: string[] = []
  function parseLine(line: string) {
    if (line === '') {
      if (data.length > 0) on.data(data.join('\n'))
      data = []
      return
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? []
    if (field === 'data') data.push(value)
    if (field === 'retry' && /^\d+$/.test(value)) on.retry(Number(value))
  }
  return (chunk) => {
    const lines = (rest + chunk).split(/\r?\n/)
    rest = lines.pop() ?? ''
    lines.forEach(parseLine)
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
  })
}
