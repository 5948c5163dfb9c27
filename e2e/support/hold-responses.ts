import type { Page } from './fixtures.ts'

/** Delays matching responses until `release`; the server still handles the requests at once. */
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
