import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { REDIRECT } from '#ui/constants.ts'
import { countDown } from './count-down.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('five seconds are counted one by one down to 0, and no further', () => {
  const told: number[] = []
  countDown(REDIRECT.notFoundSeconds, (left) => told.push(left))
  vi.advanceTimersByTime(999)
  expect(told).toEqual([])
  vi.advanceTimersByTime(4000)
  expect(told).toEqual([4, 3, 2, 1])
  vi.advanceTimersByTime(1)
  expect(told).toEqual([4, 3, 2, 1, 0])
  vi.advanceTimersByTime(10_000)
  expect(told).toHaveLength(5)
})

test('left before its end, it tells nothing more', () => {
  const told: number[] = []
  const stop = countDown(5, (left) => told.push(left))
  vi.advanceTimersByTime(2000)
  stop()
  vi.advanceTimersByTime(10_000)
  expect(told).toEqual([4, 3])
})
