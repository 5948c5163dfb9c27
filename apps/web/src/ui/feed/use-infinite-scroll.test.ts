import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { observeListEnd } from './use-infinite-scroll.ts'

/** A fake observer that the tests trigger. */
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
  trigger(isIntersecting: boolean) {
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
  const stop = observeListEnd({} as Element, { onMore })
  const [observer] = observers
  if (!observer) throw new Error('nothing is observed')
  return { onMore, stop, observer }
}

test('requests more when the end stays within 200 px for 200 ms', () => {
  const { onMore, observer } = setUp()
  expect(observer.options.rootMargin).toBe('0px 0px 200px')
  observer.trigger(true)
  vi.advanceTimersByTime(199)
  expect(onMore).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onMore).toHaveBeenCalledOnce()
})

test('requests nothing when the end is only scrolled past, and starts over the next time', () => {
  const { onMore, observer } = setUp()
  observer.trigger(true)
  vi.advanceTimersByTime(150)
  observer.trigger(false)
  vi.advanceTimersByTime(1000)
  expect(onMore).not.toHaveBeenCalled()
  observer.trigger(true)
  vi.advanceTimersByTime(199)
  expect(onMore).not.toHaveBeenCalled()
})

test('requests nothing after it is stopped', () => {
  const { onMore, stop, observer } = setUp()
  observer.trigger(true)
  stop()
  vi.advanceTimersByTime(1000)
  expect(onMore).not.toHaveBeenCalled()
  expect(observer.connected).toBe(false)
})
