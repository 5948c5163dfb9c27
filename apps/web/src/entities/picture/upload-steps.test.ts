import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#api/error.ts'
import { judge, uploadSteps } from './upload-steps.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

const answer = (status: number, retryAfter?: number) =>
  new ApiError(status, '原因', retryAfter === undefined ? {} : { retryAfter })

test('without an answer waits for the network', () => {
  expect(judge(answer(0), 1)).toEqual({ hold: { reason: 'network' } })
})

test('without a network waits however often it is tried', () => {
  vi.stubGlobal('navigator', { onLine: false })
  expect(judge(answer(0), 50)).toEqual({ hold: { reason: 'network' }, free: true })
  vi.unstubAllGlobals()
})

test('waits as long as the server asks for', () => {
  expect(judge(answer(429, 12), 1)).toEqual({ hold: { reason: 'often', until: 1_012_000 } })
  expect(judge(answer(503, 3), 1)).toEqual({ hold: { reason: 'busy', until: 1_003_000 } })
})

test('waits longer each time where the server does not say how long', () => {
  const untils = [1, 2, 3].map((attempt) => judge(answer(503), attempt))
  expect(untils).toEqual([1_005_000, 1_010_000, 1_020_000].map((until) => ({ hold: { reason: 'busy', until } })))
})

test('waits for the answer of an attempt that is still being worked on', () => {
  const running = new ApiError(409, '原因', { error: 'request_running' })
  expect(judge(running, 1)).toEqual({ hold: { reason: 'busy', until: 1_005_000 } })
  expect(judge(running, 5)).toEqual({ error: '原因', retryable: true })
})

test('gives up after five attempts, and at once where the server asks for too long', () => {
  expect(judge(answer(0), 5)).toEqual({ error: '原因', retryable: true })
  expect(judge(answer(429, 1), 5)).toEqual({ error: '原因', retryable: true })
  expect(judge(answer(429, 3600), 1)).toEqual({ error: '原因', retryable: true })
})

test('fails at a refusal, which a retry would repeat, and at a fault, which it may not', () => {
  expect(judge(answer(400), 1)).toEqual({ error: '原因', retryable: false })
  expect(judge(answer(401), 1)).toEqual({ error: '原因', retryable: true })
  expect(judge(answer(500), 1)).toEqual({ error: '原因', retryable: true })
  expect(judge(new Error('a bug'), 1)).toEqual({ error: '上传失败，请重试', retryable: true })
})

test('a pause ends at its time', async () => {
  const over = vi.fn()
  void uploadSteps.outlast({ reason: 'busy', until: 1_005_000 }, new AbortController().signal).then(over)
  await vi.advanceTimersByTimeAsync(4999)
  expect(over).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(over).toHaveBeenCalledOnce()
})
