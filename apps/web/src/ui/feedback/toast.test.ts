import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast, toasts } from './toast.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

const shown = () => toasts.get().map((item) => item.text)

test('a message disappears after two seconds', () => {
  toast.success('评论成功')
  vi.advanceTimersByTime(1999)
  expect(shown()).toEqual(['评论成功'])
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual([])
})

test('repeating a message extends it', () => {
  toast.error('操作失败')
  vi.advanceTimersByTime(1500)
  toast.error('操作失败')
  vi.advanceTimersByTime(1500)
  expect(shown()).toEqual(['操作失败'])
})

test('shows at most three messages and drops the oldest', () => {
  for (const text of ['a', 'b', 'c', 'd']) toast.info(text)
  expect(shown()).toEqual(['b', 'c', 'd'])
})
