import { expect, test } from 'vitest'
import { formatDuration } from './VideoSlide.tsx'

test.each([
  [0, '00:00'],
  [9.9, '00:09'],
  [61, '01:01'],
  [3599.9, '59:59'],
  [3600, '01:00:00'],
  [3661, '01:01:01'],
  [360_000, '100:00:00'],
  [Number.NaN, ''],
  [Number.POSITIVE_INFINITY, ''],
])('formats %d seconds as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})
