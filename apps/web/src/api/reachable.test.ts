import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { untilReachable } from './reachable.ts'

let answers: (() => Promise<Response>)[]
const asked = vi.fn()

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  asked.mockClear()
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', (path: string) => {
    asked(path)
    return answers.shift()?.() ?? Promise.reject(new TypeError('no network'))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function wait() {
  const controller = new AbortController()
  const back = vi.fn()
  void untilReachable(controller.signal).then(back)
  return { back, abort: () => controller.abort() }
}

test('asks with growing pauses until there is an answer, whatever it says', async () => {
  answers = [() => Promise.reject(new TypeError()), async () => new Response('', { status: 503 })]
  const { back } = wait()
  await vi.advanceTimersByTimeAsync(1999)
  expect(asked).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(asked.mock.calls).toEqual([['/api/health']])
  await vi.advanceTimersByTimeAsync(3999)
  expect([asked.mock.calls.length, back.mock.calls.length]).toEqual([1, 0])
  await vi.advanceTimersByTimeAsync(1)
  expect([asked.mock.calls.length, back.mock.calls.length]).toEqual([2, 1])
})

test('does not take the sign-in page of a network for the server', async () => {
  const page = async () => new Response('<!doctype html><title>校园网认证</title>')
  answers = [page, page, async () => new Response('{"code":200}')]
  const { back } = wait()
  await vi.advanceTimersByTimeAsync(2000 + 4000)
  expect([asked.mock.calls.length, back.mock.calls.length]).toEqual([2, 0])
  await vi.advanceTimersByTimeAsync(8000)
  expect([asked.mock.calls.length, back.mock.calls.length]).toEqual([3, 1])
})

test('asks nothing while the browser is offline', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  answers = []
  const { abort } = wait()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(asked).not.toHaveBeenCalled()
  abort()
})

test('asks no more once it is aborted', async () => {
  answers = []
  const { back, abort } = wait()
  await vi.advanceTimersByTimeAsync(2000)
  abort()
  await vi.advanceTimersByTimeAsync(120_000)
  expect([asked.mock.calls.length, back.mock.calls.length]).toEqual([1, 0])
})
