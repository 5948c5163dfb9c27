import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createReloadLock, LOCK_MS, type ReloadState, SPINNER_MS } from './reload-lock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp() {
  const reloads: string[] = []
  let state: ReloadState = { spinning: false, queued: null }
  const lock = createReloadLock({
    reload: (channel) => reloads.push(channel),
    onChange: (next) => {
      state = next
    },
  })
  return { lock, reloads, state: () => state }
}

test('reloads at once; the spinner stands for 700 ms', () => {
  const { lock, reloads, state } = setUp()
  lock.request('study')
  expect(reloads).toEqual(['study'])
  vi.advanceTimersByTime(SPINNER_MS - 1)
  expect(state().spinning).toBe(true)
  vi.advanceTimersByTime(1)
  expect(state().spinning).toBe(false)
})

test('of the taps within 1200 ms only the last is loaded, after the lock', () => {
  const { lock, reloads, state } = setUp()
  lock.request('study')
  lock.request('campus')
  vi.advanceTimersByTime(500)
  lock.request('life')
  expect(state().queued).toBe('life')
  vi.advanceTimersByTime(LOCK_MS - 501)
  expect(reloads).toEqual(['study'])
  vi.advanceTimersByTime(1)
  expect(reloads).toEqual(['study', 'life'])
  expect(state()).toEqual({ spinning: true, queued: null })
})

test('going back to the channel that is loading loads nothing more', () => {
  const { lock, reloads, state } = setUp()
  lock.request('study')
  lock.request('campus')
  lock.request('study')
  expect(state().queued).toBeNull()
  vi.advanceTimersByTime(LOCK_MS * 3)
  expect(reloads).toEqual(['study'])
})

test('the queued channel locks in its turn', () => {
  const { lock, reloads } = setUp()
  lock.request('study')
  lock.request('campus')
  vi.advanceTimersByTime(LOCK_MS)
  lock.request('life')
  expect(reloads).toEqual(['study', 'campus'])
  vi.advanceTimersByTime(LOCK_MS)
  expect(reloads).toEqual(['study', 'campus', 'life'])
})

test('the same channel may be reloaded when the lock is open', () => {
  const { lock, reloads } = setUp()
  lock.request('study')
  vi.advanceTimersByTime(LOCK_MS)
  lock.request('study')
  expect(reloads).toEqual(['study', 'study'])
})

test('nothing happens after the page is left', () => {
  const { lock, reloads } = setUp()
  lock.request('study')
  lock.request('campus')
  lock.stop()
  vi.advanceTimersByTime(LOCK_MS * 2)
  expect(reloads).toEqual(['study'])
})
