import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHoverIntent, type HoverPhase } from './hover-intent.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp() {
  let phase: HoverPhase<string> = null
  const times = { intendMs: 150, openMs: 500, closeMs: 200 }
  const hover = createHoverIntent<string>(
    times,
    (one, other) => one === other,
    (next) => {
      phase = next
    },
  )
  const seen = () => phase && `${phase.target}${phase.opened ? '!' : '?'}`
  return { hover, seen }
}

test('means it after 150 ms, opens after 500', () => {
  const { hover, seen } = setUp()
  hover.enter('a')
  vi.advanceTimersByTime(149)
  expect(seen()).toBeNull()
  vi.advanceTimersByTime(1)
  expect(seen()).toBe('a?')
  vi.advanceTimersByTime(349)
  expect(seen()).toBe('a?')
  vi.advanceTimersByTime(1)
  expect(seen()).toBe('a!')
})

test('a pointer that passes by opens nothing', () => {
  const { hover, seen } = setUp()
  hover.enter('a')
  vi.advanceTimersByTime(499)
  hover.leave()
  expect(seen()).toBeNull()
  vi.advanceTimersByTime(1000)
  expect(seen()).toBeNull()
})

test('closes 200 ms after both are left; on the way from one to the other it stays', () => {
  const { hover, seen } = setUp()
  hover.enter('a')
  vi.advanceTimersByTime(500)
  hover.leave()
  vi.advanceTimersByTime(199)
  hover.stay()
  vi.advanceTimersByTime(1000)
  expect(seen()).toBe('a!')
  hover.leave()
  vi.advanceTimersByTime(199)
  expect(seen()).toBe('a!')
  vi.advanceTimersByTime(1)
  expect(seen()).toBeNull()
})

test('coming back to the open one keeps it', () => {
  const { hover, seen } = setUp()
  hover.enter('a')
  vi.advanceTimersByTime(500)
  hover.leave()
  vi.advanceTimersByTime(100)
  hover.enter('a')
  vi.advanceTimersByTime(1000)
  expect(seen()).toBe('a!')
})

test('another trigger takes its own time; the first goes in its own', () => {
  const { hover, seen } = setUp()
  hover.enter('a')
  vi.advanceTimersByTime(500)
  hover.leave()
  hover.enter('b')
  vi.advanceTimersByTime(199)
  expect(seen()).toBe('a!')
  vi.advanceTimersByTime(1)
  expect(seen()).toBeNull()
  vi.advanceTimersByTime(300)
  expect(seen()).toBe('b!')
})

test('closing forgets what was coming', () => {
  const { hover, seen } = setUp()
  hover.enter('a')
  vi.advanceTimersByTime(300)
  hover.close()
  vi.advanceTimersByTime(1000)
  expect(seen()).toBeNull()
  expect(hover.opened).toBe(false)
})
