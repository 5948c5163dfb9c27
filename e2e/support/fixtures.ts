import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test'

/** Errors in the browser during a flow, one line each. */
export class Faults {
  readonly #lines: string[] = []
  readonly #allowed: RegExp[] = []

  /** Allows faults that a flow causes on purpose. Patterns are matched against the whole line. */
  allow(...patterns: RegExp[]) {
    this.#allowed.push(...patterns)
  }

  watch(context: BrowserContext) {
    context.on('console', (message) => {
      if (message.type() === 'error') this.#add(`console: ${message.text()} (${message.location().url})`)
    })
    context.on('weberror', (error) => this.#add(`page: ${error.error().stack ?? error.error().message}`))
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? 'failed'
      // Leaving a page aborts its pending requests.
      if (reason !== 'net::ERR_ABORTED') this.#add(`request: ${request.method()} ${request.url()} ${reason}`)
    })
    context.on('response', (response) => {
      if (response.status() < 500) return
      this.#add(`response: ${response.status()} ${response.request().method()} ${response.url()}`)
    })
  }

  unexpected() {
    return this.#lines.filter((line) => !this.#allowed.some((pattern) => pattern.test(line)))
  }

  #add(line: string) {
    this.#lines.push(line)
  }
}

type Fixtures = {
  faults: Faults
  /** A page in another browser context, for a second user. */
  otherPage: Page
}

/** Also fails on console errors, page errors, failed requests and 5xx responses. */
export const test = base.extend<Fixtures>({
  faults: [
    async ({ context }, use) => {
      const faults = new Faults()
      faults.watch(context)
      await use(faults)
      expect(faults.unexpected(), 'faults in the browser').toEqual([])
    },
    { auto: true },
  ],
  otherPage: async ({ browser, faults }, use) => {
    const context = await browser.newContext()
    faults.watch(context)
    await use(await context.newPage())
    await context.close()
  },
})

export { expect, type Locator, type Page }
