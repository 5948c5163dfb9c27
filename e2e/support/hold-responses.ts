/** Holds responses back, to test what users do while a request is in flight. */
import type { Page } from './fixtures.ts'

/**
 * Holds responses to requests whose path and query match; the server handles them at once. `requested` resolves with
 * the first request; `release` delivers the held responses and holds no more.
 */
export async function holdResponses(page: Page, path: RegExp) {
  const matches = (url: URL) => path.test(`${url.pathname}${url.search}`)
  let open = false
  const released = Promise.withResolvers<void>()
  const requested = page.waitForRequest((request) => matches(new URL(request.url())))
  await page.route(matches, async (route) => {
    if (open) return route.fallback()
    const response = await route.fetch()
    await released.promise
    await route.fulfill({ response })
  })
  return {
    requested,
    release() {
      open = true
      released.resolve()
    },
  }
}
