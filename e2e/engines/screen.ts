import { setTimeout as wait } from 'node:timers/promises'
import type { Account } from '../support/api.ts'
import { origin } from '../support/server.ts'
import type { Engine } from './engine.ts'

const PATIENCE_MS = 20_000

/** Where an element is that a person could press, after scrolling to it. Runs in the page. */
function locate(selector: string, text: string | null) {
  const found = Array.from(document.querySelectorAll(selector)).find((element) => {
    const { width, height } = element.getBoundingClientRect()
    if (width === 0 || height === 0 || getComputedStyle(element).visibility !== 'visible') return false
    const label = `${element.getAttribute('aria-label') ?? ''} ${element.textContent ?? ''}`
    return text === null || label.replace(/\s+/g, ' ').includes(text)
  })
  if (!found) return null
  const { top, bottom } = found.getBoundingClientRect()
  if (top < 0 || bottom > window.innerHeight) found.scrollIntoView({ block: 'center' })
  const { left, top: y, width, height } = found.getBoundingClientRect()
  const middle = { x: left + width / 2, y: y + height / 2 }
  const hit = document.elementFromPoint(middle.x, middle.y)
  return { ...middle, width, height, reachable: found.contains(hit), text: found.textContent ?? '' }
}

/** A page in any browser, used as a person does: what is pressed must be on the screen, with nothing above it. */
export function createScreen(engine: Engine) {
  /** Asks until the answer is not null or false. */
  async function until<T>(what: string, ask: () => Promise<T | null | false>): Promise<T> {
    for (const start = Date.now(); Date.now() - start < PATIENCE_MS; await wait(50)) {
      const answer = await ask()
      if (answer !== null && answer !== false) return answer
    }
    const shown = await engine.run(() => `${window.location.href}\n${document.body.innerText.slice(0, 1500)}`)
    throw new Error(`${what} did not come:\n${shown}\n${engine.faults()?.join('\n') ?? ''}`)
  }

  /** Runs no scripts of the app. Firefox shows JSON in a page without storage. */
  const openPlain = () => engine.open(`${origin}/boot.js`)

  const at = (selector: string, text: string | null) => engine.run(locate, selector, text)

  /** Presses the first such element once it is reachable and rests. */
  async function press(selector: string, text: string | null = null) {
    let last = ''
    const { x, y } = await until(`a press of ${selector} ${text}`, async () => {
      const place = await at(selector, text)
      const before = last
      last = JSON.stringify(place)
      return place?.reachable && before === last ? place : null
    })
    await engine.press(x, y)
  }

  return {
    run: engine.run,
    until,
    open: (path: string) => engine.open(`${origin}${path}`),
    sees: (selector: string, text: string | null = null) => until(`${selector} ${text}`, () => at(selector, text)),
    lacks: (selector: string, text: string | null = null) =>
      until(`the end of ${selector} ${text}`, async () => (await at(selector, text)) === null),
    isAt: (path: string) => until(path, () => engine.run((to) => window.location.href.endsWith(to), path)),
    press,
    /** Types into the first such field; pressed again where the page moved under the press. */
    async type(selector: string, words: string) {
      await until(`the focus of ${selector}`, async () => {
        await press(selector)
        return engine.run((field) => Boolean(document.activeElement?.matches(field)), selector)
      })
      await engine.type(words)
    },
    /** Leaves no session or setting of another flow behind. */
    async forget() {
      await openPlain()
      await engine.run(() => {
        localStorage.clear()
        sessionStorage.clear()
      })
    },
    /** Stores a session, as the app does (docs/product.md#local-storage). */
    async enter({ user, tokens }: Account) {
      const items = { token: tokens.access_token, refreshToken: tokens.refresh_token, userInfo: JSON.stringify(user) }
      await openPlain()
      await engine.run((entries) => {
        for (const [key, value] of entries) localStorage.setItem(key, value)
      }, Object.entries(items))
    },
  }
}

export type Screen = ReturnType<typeof createScreen>
