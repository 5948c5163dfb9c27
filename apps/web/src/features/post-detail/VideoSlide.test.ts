import { expect, test } from 'vitest'
import { durationText } from './duration.ts'

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
])('%d seconds are %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})
