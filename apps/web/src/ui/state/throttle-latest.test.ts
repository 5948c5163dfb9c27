import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { IDLE, type ThrottleState, throttleLatest } from './throttle-latest.ts'

const SPINNER_MS = 700
const LOCK_MS = 1200
const TIMES = { lockMs: LOCK_MS, spinnerMs: SPINNER_MS }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp() {
  const loads: string[] = []
  let state: ThrottleState = IDLE
  const throttle = throttleLatest({
    ...TIMES,
    load: (value) => loads.push(value),
    onChange: (next) => {
      state = next
    },
  })
  return { throttle, loads, state: () => state }
}

test('loads at once and shows the spinner for its own time', () => {
  const { throttle, loads, state } = setUp()
  throttle.request('study')
  expect(loads).toEqual(['study'])
  vi.advanceTimersByTime(SPINNER_MS - 1)
  expect(state().spinning).toBe(true)
  vi.advanceTimersByTime(1)
  expect(state().spinning).toBe(false)
})

test('loads only the latest value requested during the lock, when it ends', () => {
  const { throttle, loads, state } = setUp()
  throttle.request('study')
  throttle.request('campus')
  vi.advanceTimersByTime(500)
  throttle.request('life')
  expect(state().queued).toBe('life')
  vi.advanceTimersByTime(LOCK_MS - 501)
  expect(loads).toEqual(['study'])
  vi.advanceTimersByTime(1)
  expect(loads).toEqual(['study', 'life'])
  expect(state()).toEqual({ spinning: true, queued: null })
})

test('clears the queue when the loading value is requested again', () => {
  const { throttle, loads, state } = setUp()
  throttle.request('study')
  throttle.request('campus')
  throttle.request('study')
  expect(state().queued).toBeNull()
  vi.advanceTimersByTime(LOCK_MS * 3)
  expect(loads).toEqual(['study'])
})

test('drops the queued value when it is no longer wanted', () => {
  const loads: string[] = []
  const onChange = vi.fn()
  const throttle = throttleLatest({
    ...TIMES,
    load: (value) => loads.push(value),
    isWanted: () => false,
    onChange,
  })
  throttle.request('study')
  throttle.request('life')
  vi.advanceTimersByTime(LOCK_MS)
  expect(loads).toEqual(['study'])
  expect(onChange).toHaveBeenLastCalledWith({ spinning: false, queued: null })
})

test('locks again after the queued value', () => {
  const { throttle, loads } = setUp()
  throttle.request('study')
  throttle.request('campus')
  vi.advanceTimersByTime(LOCK_MS)
  throttle.request('life')
  expect(loads).toEqual(['study', 'campus'])
  vi.advanceTimersByTime(LOCK_MS)
  expect(loads).toEqual(['study', 'campus', 'life'])
})

test('loads the same value again after the lock', () => {
  const { throttle, loads } = setUp()
  throttle.request('study')
  vi.advanceTimersByTime(LOCK_MS)
  throttle.request('study')
  expect(loads).toEqual(['study', 'study'])
})

test('does nothing after stop', () => {
  const { throttle, loads } = setUp()
  throttle.request('study')
  throttle.request('campus')
  throttle.stop()
  vi.advanceTimersByTime(LOCK_MS * 2)
  expect(loads).toEqual(['study'])
})
