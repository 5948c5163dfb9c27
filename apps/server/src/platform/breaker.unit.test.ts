import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { circuitBreaker, NoAnswerError } from './breaker.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp() {
  const probe = vi.fn<() => Promise<void>>(() => new Promise(() => undefined))
  const breaker = circuitBreaker({ service: 'Redis', probe, log: undefined })
  onTestFinished(() => breaker.close())
  const hung = vi.fn((_: AbortSignal) => new Promise<string>(() => undefined))
  return { breaker, probe, hung }
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    (error: unknown) => (error instanceof NoAnswerError ? (error.sent ? 'no answer' : 'refused') : String(error)),
  )

describe('a call', () => {
  it('ends at its deadline and is aborted', async () => {
    const { breaker, hung } = setUp()
    const ended = refusal(breaker.call(500, hung))
    await vi.advanceTimersByTimeAsync(499)
    expect(hung.mock.calls[0]?.[0].aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await ended).toBe('no answer')
    expect(hung.mock.calls[0]?.[0].aborted).toBe(true)
  })

  it('passes on what is answered, also errors', async () => {
    const { breaker } = setUp()
    expect(await breaker.call(500, async () => 'fine')).toBe('fine')
    await expect(breaker.call(500, () => Promise.reject(new Error('no such key')))).rejects.toThrow('no such key')
    expect(breaker.isOpen()).toBe(false)
  })
})

describe('after a call without an answer', () => {
  it('the next ones are refused at once, and those that wait are given up', async () => {
    const { breaker, hung } = setUp()
    const first = refusal(breaker.call(500, hung))
    await vi.advanceTimersByTimeAsync(400)
    const second = refusal(breaker.call(500, hung))
    await vi.advanceTimersByTimeAsync(100)
    expect([await first, await second]).toEqual(['no answer', 'no answer'])
    expect(await refusal(breaker.call(500, hung))).toBe('refused')
    expect(hung).toHaveBeenCalledTimes(2)
  })

  it('they go on if another was answered meanwhile: one slow call is not a service that hangs', async () => {
    const { breaker, hung } = setUp()
    const slow = refusal(breaker.call(500, hung))
    await vi.advanceTimersByTimeAsync(100)
    await breaker.call(500, async () => 'fine')
    await vi.advanceTimersByTimeAsync(400)
    expect(await slow).toBe('no answer')
    expect(await breaker.call(500, async () => 'fine')).toBe('fine')
  })

  it('what needs the service for nothing is no answer of it, nor does who waits less tell of it', async () => {
    const { breaker, hung } = setUp()
    const first = refusal(breaker.call(500, hung))
    await vi.advanceTimersByTimeAsync(100)
    await breaker.call(500, async () => 'a free connection', { mayBeLocal: true })
    expect(await refusal(breaker.call(500, hung, { atMostMs: 0 }))).toBe('refused')
    const hurried = refusal(breaker.call(500, hung, { atMostMs: 200 }))
    await vi.advanceTimersByTimeAsync(200)
    expect([await hurried, breaker.isOpen()]).toEqual(['no answer', false])
    await vi.advanceTimersByTimeAsync(200)
    expect([await first, breaker.isOpen()]).toEqual(['no answer', true])
  })

  it('they go on as soon as a probe is answered', async () => {
    const { breaker, hung, probe } = setUp()
    const first = refusal(breaker.call(500, hung))
    await vi.advanceTimersByTimeAsync(500)
    await first
    // Each probe has a deadline, too.
    await vi.advanceTimersByTimeAsync(6000)
    expect(probe.mock.calls.length).toBeGreaterThanOrEqual(3)
    expect(breaker.isOpen()).toBe(true)
    probe.mockImplementation(async () => undefined)
    await vi.advanceTimersByTimeAsync(2000)
    expect(await breaker.call(500, async () => 'fine')).toBe('fine')
  })
})
