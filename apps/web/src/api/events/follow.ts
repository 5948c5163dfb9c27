/** Follows a stream of events for as long as it is wanted: comes again when it breaks, later each time. */
import { ApiError } from '../error.ts'
import { eventParser } from './parser.ts'

/** The server says something every 25 seconds; silence for longer than two of its turns means that the way is broken. */
const SILENT_MS = 60_000
const RETRY_MS = { first: 1000, most: 60_000 }
/** A stream that lasted this long was no failure. */
const STEADY_MS = 30_000

export type Following<T> = {
  /** Asks for the stream; throws ApiError where it is refused. */
  open(signal: AbortSignal): Promise<ReadableStream<Uint8Array>>
  onData(data: T): void
  signal: AbortSignal
  /** The stream is not asked for sooner. */
  startAfterMs?: number
}

/** Done when `signal` says so, or when the server no longer knows the session: who acts next will be told. */
export async function followEvents<T>({ open, onData, signal, startAfterMs = 0 }: Following<T>): Promise<void> {
  if (startAfterMs > 0) await pause(startAfterMs, signal)
  for (let failures = 0; !signal.aborted; ) {
    const began = Date.now()
    let wait = 0
    try {
      const retry = (ms: number) => {
        wait = ms
      }
      await readOut(open, { data: (text) => onData(JSON.parse(text) as T), retry }, signal)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return
    }
    if (signal.aborted) return
    failures = Date.now() - began < STEADY_MS ? failures + 1 : 0
    const later = Math.min(RETRY_MS.first * 2 ** Math.max(0, failures - 1), RETRY_MS.most)
    // Spread, so that a server that comes back is not met by everybody at once.
    await pause(Math.max(later, wait) * (0.5 + Math.random()), signal)
  }
}

async function readOut<T>(
  open: Following<T>['open'],
  listeners: Parameters<typeof eventParser>[0],
  signal: AbortSignal,
): Promise<void> {
  const broken = new AbortController()
  const stop = () => broken.abort()
  signal.addEventListener('abort', stop)
  let watchdog = setTimeout(stop, SILENT_MS)
  try {
    const parse = eventParser(listeners)
    const decoder = new TextDecoder()
    const reader = (await open(broken.signal)).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(watchdog)
      watchdog = setTimeout(stop, SILENT_MS)
      parse(decoder.decode(value, { stream: true }))
    }
  } finally {
    clearTimeout(watchdog)
    // Whatever ended the reading, the connection must not outlast it.
    stop()
    signal.removeEventListener('abort', stop)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
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
