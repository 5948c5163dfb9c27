/** Requests that wait: what a person does while an answer is on its way. */
import type { Page } from './fixtures.ts'

/**
 * Keeps back the answers to requests whose path and query match, read at the server at once. `asked` resolves with the
 * first of them; `release` hands out those kept and keeps none any more.
 */
export async function hold(page: Page, path: RegExp) {
  const matches = (url: URL) => path.test(`${url.pathname}${url.search}`)
  let open = false
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const asked = page.waitForRequest((request) => matches(new URL(request.url())))
  await page.route(matches, async (route) => {
    if (open) return route.fallback()
    const response = await route.fetch()
    await released
    await route.fulfill({ response })
  })
  return {
    asked,
    release() {
      open = true
      release()
    },
  }
}
