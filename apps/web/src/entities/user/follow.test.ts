import { expect, test } from 'vitest'
import { createFollowGuard } from './follow-guard.ts'

function stage() {
  let now = 10_000
  return { ...createFollowGuard(() => now), wait: (ms: number) => (now += ms) }
}

test('a second press counts after 2 s; other people do not wait', () => {
  const { press, answered, wait } = stage()
  expect(press('a')).toBe(true)
  answered('a')
  wait(1999)
  expect(press('a')).toBe(false)
  expect(press('b')).toBe(true)
  wait(1)
  expect(press('a')).toBe(true)
})

test('no press overtakes one that the server has not answered, however long that takes', () => {
  const { press, answered, wait } = stage()
  expect(press('a')).toBe(true)
  wait(30_000)
  expect(press('a')).toBe(false)
  expect(press('b')).toBe(true)
  answered('a')
  expect(press('a')).toBe(true)
})
