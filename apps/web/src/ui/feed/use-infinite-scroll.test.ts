import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchEnd } from './watch-end.ts'

/** The browser's observer, moved by hand. */
const observers: FakeObserver[] = []
class FakeObserver {
  readonly notify: (entries: { isIntersecting: boolean }[]) => void
  readonly options: { rootMargin: string }
  connected = false
  constructor(notify: FakeObserver['notify'], options: FakeObserver['options']) {
    this.notify = notify
    this.options = options
    observers.push(this)
  }
  observe() {
    this.connected = true
  }
  disconnect() {
    this.connected = false
  }
  see(isIntersecting: boolean) {
    this.notify([{ isIntersecting }])
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IntersectionObserver', FakeObserver)
})
afterEach(() => {
  observers.length = 0
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function setUp() {
  const onMore = vi.fn()
  const stop = watchEnd({} as Element, { onMore })
  const [observer] = observers
  if (!observer) throw new Error('nothing is observed')
  return { onMore, stop, observer }
}

test('an end that stays within 200 px for 200 ms asks for more', () => {
  const { onMore, observer } = setUp()
  expect(observer.options.rootMargin).toBe('0px 0px 200px')
  observer.see(true)
  vi.advanceTimersByTime(199)
  expect(onMore).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onMore).toHaveBeenCalledOnce()
})

test('an end that is only passed by asks for nothing, and once more starts anew', () => {
  const { onMore, observer } = setUp()
  observer.see(true)
  vi.advanceTimersByTime(150)
  observer.see(false)
  vi.advanceTimersByTime(1000)
  expect(onMore).not.toHaveBeenCalled()
  observer.see(true)
  vi.advanceTimersByTime(199)
  expect(onMore).not.toHaveBeenCalled()
})

test('stopped, it asks for nothing more', () => {
  const { onMore, stop, observer } = setUp()
  observer.see(true)
  stop()
  vi.advanceTimersByTime(1000)
  expect(onMore).not.toHaveBeenCalled()
  expect(observer.connected).toBe(false)
})
