import { expect, test } from 'vitest'
import { createFollowGuard } from './follow-guard.ts'

test('a second press counts after 2 s; other people do not wait', () => {
  let now = 10_000
  const guard = createFollowGuard(() => now)
  expect(guard('a')).toBe(true)
  now += 1999
  expect(guard('a')).toBe(false)
  expect(guard('b')).toBe(true)
  now += 1
  expect(guard('a')).toBe(true)
})
