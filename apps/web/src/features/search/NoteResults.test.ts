import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createChoiceLock } from '#ui/choice-lock.ts'
import { TAG_SWITCH } from '#ui/constants.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('after a tag, for 700 ms only the latest choice is kept, and then shown', () => {
  const shown: string[] = []
  const lock = createChoiceLock({ ...TAG_SWITCH, load: (tag) => shown.push(tag), onChange: () => {} })
  lock.request('摄影')
  lock.request('夜跑')
  vi.advanceTimersByTime(300)
  lock.request('')
  vi.advanceTimersByTime(399)
  expect(shown).toEqual(['摄影'])
  vi.advanceTimersByTime(1)
  expect(shown).toEqual(['摄影', ''])
})
