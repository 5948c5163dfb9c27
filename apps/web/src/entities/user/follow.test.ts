import { expect, test } from 'vitest'
import { createFollowGuard } from './follow.ts'

function setUp() {
  let now = 10_000
  return { ...createFollowGuard(() => now), wait: (ms: number) => (now += ms) }
}

test('allows a second press after 2 s, and other people at once', () => {
  const { press, answered, wait } = setUp()
  expect(press('a')).toBe(true)
  answered('a')
  wait(1999)
  expect(press('a')).toBe(false)
  expect(press('b')).toBe(true)
  wait(1)
  expect(press('a')).toBe(true)
})

test('rejects a press until the server has answered the previous one', () => {
  const { press, answered, wait } = setUp()
  expect(press('a')).toBe(true)
  wait(30_000)
  expect(press('a')).toBe(false)
  expect(press('b')).toBe(true)
  answered('a')
  expect(press('a')).toBe(true)
})
