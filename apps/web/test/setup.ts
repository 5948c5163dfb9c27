/** What components need of a browser and jsdom lacks. Runs before each file of component tests. */
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// Effects and reducers run twice, as in development: a component that is not pure fails here.
// A busy machine needs more than the second that queries wait by default.
configure({ reactStrictMode: true, asyncUtilTimeout: 5000 })

class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}
vi.stubGlobal('ResizeObserver', Observer)
vi.stubGlobal('IntersectionObserver', Observer)
vi.stubGlobal('matchMedia', (query: string) => ({
  matches: false,
  media: query,
  addEventListener() {},
  removeEventListener() {},
}))
Element.prototype.scrollIntoView = () => {}
Element.prototype.scrollTo = () => {}
// Nothing is laid out.
document.elementFromPoint = () => null
Range.prototype.getClientRects ??= () => document.createElement('p').getClientRects()

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.restoreAllMocks()
})
