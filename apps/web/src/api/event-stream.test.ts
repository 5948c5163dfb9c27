import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './error.ts'
import { createEventParser, followEvents } from './event-stream.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A server that records requests, and streams that the test writes to. */
function setUp(refuse: () => Error | null = () => null, stopping = new AbortController()) {
  const requestedAt: number[] = []
  const received: unknown[] = []
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  const done = followEvents({
    signal: stopping.signal,
    onData: (data) => received.push(data),
    async open(signal) {
      requestedAt.push(Date.now())
      const error = refuse()
      if (error) throw error
      return new ReadableStream({
        start(controller) {
          stream = controller
          signal.addEventListener('abort', () => controller.error(signal.reason))
        },
      })
    },
  })
  const send = (bytes: Uint8Array) => stream?.enqueue(bytes)
  const sendText = (text: string) => send(new TextEncoder().encode(text))
  const delays = () => requestedAt.slice(1).map((time, i) => time - (requestedAt[i] ?? 0))
  return {
    requestedAt,
    received,
    done,
    sendText,
    send,
    delays,
    end: () => stream?.close(),
    stop: () => stopping.abort(),
  }
}

test('requests nothing after it was stopped', async () => {
  const stopped = new AbortController()
  stopped.abort()
  const { done, requestedAt } = setUp(undefined, stopped)
  await done
  expect(requestedAt).toEqual([])
})

test('decodes events that arrive byte by byte', async () => {
  const { received, send, stop, done } = setUp()
  await vi.advanceTimersByTimeAsync(0)
  for (const byte of new TextEncoder().encode('data: {"total":1}\n\ndata: "未读"\n\n')) send(Uint8Array.of(byte))
  await vi.advanceTimersByTimeAsync(0)
  expect(received).toEqual([{ total: 1 }, '未读'])
  stop()
  await done
})

test('backs off exponentially up to a minute', async () => {
  const { delays, stop, done } = setUp(() => new TypeError('Failed to fetch'))
  await vi.advanceTimersByTimeAsync(300_000)
  expect(delays().slice(0, 9)).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000])
  stop()
  await done
})

test('reconnects soon after a stable stream, and as late as the server asks', async () => {
  const { requestedAt, sendText, end, stop, done } = setUp()
  await vi.advanceTimersByTimeAsync(0)
  for (let i = 0; i < 4; i++) {
    await vi.advanceTimersByTimeAsync(25_000)
    sendText(':\n\n')
  }
  end()
  await vi.advanceTimersByTimeAsync(1000)
  expect(requestedAt.length).toBe(2)
  sendText('retry: 60000\n\n')
  end()
  await vi.advanceTimersByTimeAsync(59_000)
  expect(requestedAt.length).toBe(2)
  await vi.advanceTimersByTimeAsync(1000)
  expect(requestedAt.length).toBe(3)
  stop()
  await done
})

test('reconnects after a minute of silence', async () => {
  const { requestedAt, stop, done } = setUp()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requestedAt.length).toBe(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(requestedAt.length).toBe(2)
  stop()
  await done
})

test('resolves when the session is rejected and when it is stopped', async () => {
  const ended = setUp(() => new ApiError(401, '会话已过期'))
  await ended.done
  expect(ended.requestedAt.length).toBe(1)

  const waiting = setUp(() => new ApiError(503, '服务暂时不可用'))
  await vi.advanceTimersByTimeAsync(0)
  waiting.stop()
  await waiting.done

  const reading = setUp()
  await vi.advanceTimersByTimeAsync(0)
  reading.stop()
  await reading.done
  expect(vi.getTimerCount()).toBe(0)
})

test('closes a stream whose event throws before it requests another', async () => {
  const stopping = new AbortController()
  const signals: AbortSignal[] = []
  const done = followEvents({
    signal: stopping.signal,
    onData: () => {
      throw new TypeError('no such field')
    },
    async open(signal) {
      signals.push(signal)
      return new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
      })
    },
  })
  await vi.advanceTimersByTimeAsync(1000)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
  stopping.abort()
  await done
})

function parse(chunks: Iterable<string>) {
  const events: (string | number)[] = []
  const feed = createEventParser({ data: (text) => events.push(text), retry: (ms) => events.push(ms) })
  for (const chunk of chunks) feed(chunk)
  return events
}

const text =
  'retry: 500\r\n\r\n:\n\n: still here\n\ndata: {"total":1}\n\nevent: x\ndata:a\ndata: b\nid\n\nretry: soon\n\ndata'

test('parses events in whatever chunks they arrive', () => {
  const expected = [500, '{"total":1}', 'a\nb']
  expect(parse([text])).toEqual(expected)
  expect(parse(text)).toEqual(expected)
})

test('reports an event only once it is complete', () => {
  expect(parse(['data: 1\n'])).toEqual([])
  expect(parse(['data: 1\n', '\n'])).toEqual(['1'])
})
