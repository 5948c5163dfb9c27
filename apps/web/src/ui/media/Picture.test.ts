import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { observeSlowImage } from './Picture.tsx'

type Entry = { target: object; isIntersecting: boolean }

/** A fake of the page’s single observer. */
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
  const onSlow = vi.fn()
  const stop = observeSlowImage(picture, onSlow)
  return {
    picture,
    onSlow,
    stop,
    near: (isIntersecting: boolean) => browser.notify([{ target: picture, isIntersecting }]),
  }
}

test('reports a picture as slow after 8 s within 100 px of the viewport', () => {
  const { onSlow, near } = setUp()
  expect(browser.margin).toBe('100px')
  vi.advanceTimersByTime(60_000)
  near(true)
  vi.advanceTimersByTime(7999)
  expect(onSlow).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onSlow).toHaveBeenCalledOnce()
})

test('starts over when the picture is scrolled away', () => {
  const { onSlow, near } = setUp()
  near(true)
  vi.advanceTimersByTime(7000)
  near(false)
  vi.advanceTimersByTime(60_000)
  near(true)
  vi.advanceTimersByTime(7000)
  expect(onSlow).not.toHaveBeenCalled()
})

test('stops for a loaded picture and keeps observing the others', () => {
  const one = setUp()
  const other = setUp()
  one.near(true)
  other.near(true)
  one.stop()
  vi.advanceTimersByTime(8000)
  expect(one.onSlow).not.toHaveBeenCalled()
  expect(other.onSlow).toHaveBeenCalledOnce()
  expect(browser.targets.has(one.picture)).toBe(false)
})
