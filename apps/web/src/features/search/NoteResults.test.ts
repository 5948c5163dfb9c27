import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttleLatest } from '#ui/state/throttle-latest.ts'
import { TAG_SWITCH } from './NoteResults.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('for 700 ms after a tag was chosen only the last choice is kept, and loaded then', () => {
  const loaded: string[] = []
  const lock = throttleLatest({ ...TAG_SWITCH, load: (tag) => loaded.push(tag), onChange: () => {} })
  lock.request('摄影')
  lock.request('夜跑')
  vi.advanceTimersByTime(300)
  lock.request('')
  vi.advanceTimersByTime(399)
  expect(loaded).toEqual(['摄影'])
  vi.advanceTimersByTime(1)
  expect(loaded).toEqual(['摄影', ''])
})
