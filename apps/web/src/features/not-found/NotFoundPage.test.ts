import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countDown } from './NotFoundPage.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('counts five seconds one by one down to 0, then stops', () => {
  const ticks: number[] = []
  countDown(5, (left) => ticks.push(left))
  vi.advanceTimersByTime(999)
  expect(ticks).toEqual([])
  vi.advanceTimersByTime(4000)
  expect(ticks).toEqual([4, 3, 2, 1])
  vi.advanceTimersByTime(1)
  expect(ticks).toEqual([4, 3, 2, 1, 0])
  vi.advanceTimersByTime(10_000)
  expect(ticks).toHaveLength(5)
})

test('calls nothing once it was stopped', () => {
  const ticks: number[] = []
  const stop = countDown(5, (left) => ticks.push(left))
  vi.advanceTimersByTime(2000)
  stop()
  vi.advanceTimersByTime(10_000)
  expect(ticks).toEqual([4, 3])
})
