import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ChoiceState, createChoiceLock, NO_CHOICE } from './choice-lock.ts'
import { CHANNEL_RELOAD } from './constants.ts'

// As the specification has them.
const SPINNER_MS = 700
const LOCK_MS = 1200

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp() {
  const loads: string[] = []
  let state: ChoiceState = NO_CHOICE
  const lock = createChoiceLock({
    ...CHANNEL_RELOAD,
    load: (choice) => loads.push(choice),
    onChange: (next) => {
      state = next
    },
  })
  return { lock, loads, state: () => state }
}

test('loads at once; the spinner stands for its own time', () => {
  const { lock, loads, state } = setUp()
  lock.request('study')
  expect(loads).toEqual(['study'])
  vi.advanceTimersByTime(SPINNER_MS - 1)
  expect(state().spinning).toBe(true)
  vi.advanceTimersByTime(1)
  expect(state().spinning).toBe(false)
})

test('of what is chosen within the lock only the last is loaded, after it', () => {
  const { lock, loads, state } = setUp()
  lock.request('study')
  lock.request('campus')
  vi.advanceTimersByTime(500)
  lock.request('life')
  expect(state().queued).toBe('life')
  vi.advanceTimersByTime(LOCK_MS - 501)
  expect(loads).toEqual(['study'])
  vi.advanceTimersByTime(1)
  expect(loads).toEqual(['study', 'life'])
  expect(state()).toEqual({ spinning: true, queued: null })
})

test('going back to the choice that is loading loads nothing more', () => {
  const { lock, loads, state } = setUp()
  lock.request('study')
  lock.request('campus')
  lock.request('study')
  expect(state().queued).toBeNull()
  vi.advanceTimersByTime(LOCK_MS * 3)
  expect(loads).toEqual(['study'])
})

test('what is queued is dropped where something else was done meanwhile', () => {
  const loads: string[] = []
  const onChange = vi.fn()
  const lock = createChoiceLock({
    ...CHANNEL_RELOAD,
    load: (choice) => loads.push(choice),
    isWanted: () => false,
    onChange,
  })
  lock.request('study')
  lock.request('life')
  vi.advanceTimersByTime(LOCK_MS)
  expect(loads).toEqual(['study'])
  expect(onChange).toHaveBeenLastCalledWith({ spinning: false, queued: null })
})

test('the queued choice locks in its turn', () => {
  const { lock, loads } = setUp()
  lock.request('study')
  lock.request('campus')
  vi.advanceTimersByTime(LOCK_MS)
  lock.request('life')
  expect(loads).toEqual(['study', 'campus'])
  vi.advanceTimersByTime(LOCK_MS)
  expect(loads).toEqual(['study', 'campus', 'life'])
})

test('the same choice may be loaded again when the lock is open', () => {
  const { lock, loads } = setUp()
  lock.request('study')
  vi.advanceTimersByTime(LOCK_MS)
  lock.request('study')
  expect(loads).toEqual(['study', 'study'])
})

test('nothing happens after the page is left', () => {
  const { lock, loads } = setUp()
  lock.request('study')
  lock.request('campus')
  lock.stop()
  vi.advanceTimersByTime(LOCK_MS * 2)
  expect(loads).toEqual(['study'])
})
