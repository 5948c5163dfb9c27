import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../error.ts'
import { followEvents } from './follow.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A server that counts how often it is asked, and streams that the test speaks through. */
function stage(refuse: () => Error | null = () => null, startAfterMs = 0) {
  const asked: number[] = []
  const heard: unknown[] = []
  const leaving = new AbortController()
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  const done = followEvents({
    signal: leaving.signal,
    startAfterMs,
    onData: (data) => heard.push(data),
    async open(signal) {
      asked.push(Date.now())
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
  const say = (text: string) => send(new TextEncoder().encode(text))
  const waits = () => asked.slice(1).map((time, i) => time - (asked[i] ?? 0))
  return { asked, heard, done, say, send, waits, end: () => stream?.close(), leave: () => leaving.abort() }
}

test('the first screen comes first; who leaves before asks for nothing', async () => {
  const [stays, leaves] = [stage(undefined, 1500), stage(undefined, 1500)]
  await vi.advanceTimersByTimeAsync(1499)
  expect(stays.asked).toEqual([])
  leaves.leave()
  await leaves.done
  await vi.advanceTimersByTimeAsync(1)
  expect(stays.asked).toHaveLength(1)
  expect(leaves.asked).toEqual([])
  stays.leave()
  await stays.done
})

test('what the server says is heard, byte by byte if need be', async () => {
  const { heard, send, leave, done } = stage()
  await vi.advanceTimersByTimeAsync(0)
  for (const byte of new TextEncoder().encode('data: {"total":1}\n\ndata: "未读"\n\n')) send(Uint8Array.of(byte))
  await vi.advanceTimersByTimeAsync(0)
  expect(heard).toEqual([{ total: 1 }, '未读'])
  leave()
  await done
})

test('it comes again later and later while the server is away, but not later than a minute', async () => {
  const { waits, leave, done } = stage(() => new TypeError('Failed to fetch'))
  await vi.advanceTimersByTimeAsync(300_000)
  expect(waits().slice(0, 9)).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000])
  leave()
  await done
})

test('a stream that lasted is followed by another soon, one that the server wants back later is not', async () => {
  const { asked, say, end, leave, done } = stage()
  await vi.advanceTimersByTimeAsync(0)
  for (let i = 0; i < 4; i++) {
    await vi.advanceTimersByTimeAsync(25_000)
    say(':\n\n')
  }
  end()
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked.length).toBe(2)
  say('retry: 60000\n\n')
  end()
  await vi.advanceTimersByTimeAsync(59_000)
  expect(asked.length).toBe(2)
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked.length).toBe(3)
  leave()
  await done
})

test('silence of a minute means that the way is broken', async () => {
  const { asked, leave, done } = stage()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked.length).toBe(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked.length).toBe(2)
  leave()
  await done
})

test('it ends with the session, and when it is no longer wanted', async () => {
  const ended = stage(() => new ApiError(401, '会话已过期'))
  await ended.done
  expect(ended.asked.length).toBe(1)

  const waiting = stage(() => new ApiError(503, '服务暂时不可用'))
  await vi.advanceTimersByTimeAsync(0)
  waiting.leave()
  await waiting.done

  const reading = stage()
  await vi.advanceTimersByTimeAsync(0)
  reading.leave()
  await reading.done
  expect(vi.getTimerCount()).toBe(0)
})

test('a stream whose news cannot be taken in is closed before another is asked for', async () => {
  const leaving = new AbortController()
  const signals: AbortSignal[] = []
  const done = followEvents({
    signal: leaving.signal,
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
  leaving.abort()
  await done
})
