import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchLate } from './watch-late.ts'

type Entry = { target: object; isIntersecting: boolean }

/** The browser's observer, moved by hand; the page has one. */
const browser = { margin: '', targets: new Set<object>(), notify: (_: Entry[]) => {} }
class FakeObserver {
  constructor(notify: (entries: Entry[]) => void, { rootMargin }: { rootMargin: string }) {
    Object.assign(browser, { notify, margin: rootMargin })
  }
  observe = (target: object) => void browser.targets.add(target)
  unobserve = (target: object) => void browser.targets.delete(target)
}
vi.stubGlobal('IntersectionObserver', FakeObserver)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp() {
  const picture = {} as Element
  const onLate = vi.fn()
  const stop = watchLate(picture, onLate)
  return {
    picture,
    onLate,
    stop,
    near: (isIntersecting: boolean) => browser.notify([{ target: picture, isIntersecting }]),
  }
}

test('a picture is late 8 s after it came within 100 px of the screen', () => {
  const { onLate, near } = setUp()
  expect(browser.margin).toBe('100px')
  vi.advanceTimersByTime(60_000)
  near(true)
  vi.advanceTimersByTime(7999)
  expect(onLate).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onLate).toHaveBeenCalledOnce()
})

test('scrolled away from, it has all its time again', () => {
  const { onLate, near } = setUp()
  near(true)
  vi.advanceTimersByTime(7000)
  near(false)
  vi.advanceTimersByTime(60_000)
  near(true)
  vi.advanceTimersByTime(7000)
  expect(onLate).not.toHaveBeenCalled()
})

test('one that came is not watched further, and others still are', () => {
  const one = setUp()
  const other = setUp()
  one.near(true)
  other.near(true)
  one.stop()
  vi.advanceTimersByTime(8000)
  expect(one.onLate).not.toHaveBeenCalled()
  expect(other.onLate).toHaveBeenCalledOnce()
  expect(browser.targets.has(one.picture)).toBe(false)
})
