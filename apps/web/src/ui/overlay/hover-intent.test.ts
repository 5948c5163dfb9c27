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

test('is intended after 150 ms and opens after 500', () => {
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

test('opens nothing when the pointer only passes', () => {
  const { hover, seen } = setUp()
  hover.enter('a')
  vi.advanceTimersByTime(499)
  hover.leave()
  expect(seen()).toBeNull()
  vi.advanceTimersByTime(1000)
  expect(seen()).toBeNull()
})

test('closes 200 ms after trigger and content are left, and stays between them', () => {
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

test('stays open when the pointer returns', () => {
  const { hover, seen } = setUp()
  hover.enter('a')
  vi.advanceTimersByTime(500)
  hover.leave()
  vi.advanceTimersByTime(100)
  hover.enter('a')
  vi.advanceTimersByTime(1000)
  expect(seen()).toBe('a!')
})

test('opens for another trigger after its own delay while the first closes after its own', () => {
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

test('closing cancels a pending opening', () => {
  const { hover, seen } = setUp()
  hover.enter('a')
  vi.advanceTimersByTime(300)
  hover.close()
  vi.advanceTimersByTime(1000)
  expect(seen()).toBeNull()
  expect(hover.opened).toBe(false)
})
