/** What the first screen costs, and what is there before its code (docs/design.md#page-weight). */
import { expect, type Page, test } from '../support/fixtures.ts'
import { holdResponses } from '../support/hold-responses.ts'

const cards = (page: Page) => page.getByRole('list', { name: '推荐的笔记' }).getByRole('listitem')

type Sum = { count: number; bytes: number }

/** Adds up what is requested from now on, as transferred, by the browser's names of kinds. */
async function watchWeight(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  const kinds = new Map<string, string>()
  const sums = new Map<string, Sum>()
  client.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (response.url.startsWith('data:')) return
    kinds.set(requestId, type)
    if (/^(Script|Stylesheet)$/.test(type)) {
      expect(response.headers['content-encoding'] ?? 'small').toMatch(/^(br|small)$/)
    }
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId)
    if (!kind) return
    const { count, bytes } = weightOf(kind)
    sums.set(kind, { count: count + 1, bytes: bytes + encodedDataLength })
  })
  const weightOf = (kind: string) => sums.get(kind) ?? { count: 0, bytes: 0 }
  return weightOf
}

test('shows the first screen within its weight', async ({ page }) => {
  // What is fetched when idle does not belong to it.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  const weight = await watchWeight(page)
  await page.goto('/')
  await expect(cards(page).first()).toBeVisible()
  await page.waitForLoadState('networkidle')

  expect(weight('Script').bytes).toBeGreaterThan(60_000)
  expect(weight('Script').bytes).toBeLessThan(130_000)
  // boot.js, the entry, the feed.
  expect(weight('Script').count).toBe(3)
  expect(weight('Stylesheet').bytes).toBeLessThan(12_000)
  expect(weight('Stylesheet').count).toBe(2)
  expect(weight('Image').bytes).toBeGreaterThan(50_000)
  expect(weight('Image').bytes).toBeLessThan(300_000)
  expect(weight('Image').count).toBeLessThanOrEqual(30)
  // The page brings its data along.
  expect(weight('Fetch').count).toBe(0)
})

test('has cards for the first screen, more once it is scrolled', async ({ page }) => {
  await page.goto('/')
  await expect(cards(page).first()).toBeVisible()
  const first = await cards(page).count()
  expect(first).toBeLessThan(16)
  const lowest = await cards(page).last().boundingBox()
  expect(lowest?.y).toBeGreaterThan((page.viewportSize()?.height ?? 0) - 300)
  await page.mouse.wheel(0, 10)
  await expect.poll(() => cards(page).count()).toBeGreaterThan(first)
})

test('fetches the code of a note when the first screen stands', async ({ page }) => {
  const started: string[] = []
  page.on('request', (request) => started.push(new URL(request.url()).pathname))
  page.on('load', () => started.push('load'))
  const note = page.waitForRequest(/\/assets\/note-[\w-]+\.js$/)
  await page.goto('/')
  await note
  expect(started.indexOf('load')).toBeGreaterThan(0)
  expect(started.findIndex((path) => path.includes('/note-'))).toBeGreaterThan(started.indexOf('load'))
})

/** Chromium's own figures of a slow 3G network: bits become bytes. */
const SLOW_3G = { offline: false, latency: 2000, downloadThroughput: 50_000, uploadThroughput: 50_000 }

test('answers a tap on a note at once on a slow network', async ({ page }) => {
  // Nothing of the note is fetched ahead.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  await page.goto('/')
  // Other flows publish notes without pictures.
  const card = cards(page)
    .locator('article > a')
    .filter({ has: page.getByRole('presentation') })
    .first()
  const isShown = async () => {
    if ((await card.count()) > 0) return true
    await page.evaluate(() => window.scrollBy({ top: 200, behavior: 'instant' }))
    return false
  }
  await expect.poll(isShown).toBe(true)
  await expect(card.getByRole('presentation')).toHaveJSProperty('complete', true)
  const title = await card.innerText()
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', SLOW_3G)
  // It would arrive while a busy machine is still at the steps below.
  const code = await holdResponses(page, /\/assets\/note-[\w-]+\.js$/)

  const dialog = page.getByRole('dialog', { name: '笔记详情' })
  const times: number[] = []
  // The fastest of five, since a busy machine stalls now and then.
  for (let turn = 0; turn < 5; turn++) {
    times.push(
      await card.evaluate(async (link: HTMLElement) => {
        const start = performance.now()
        link.focus()
        link.click()
        while (!document.querySelector('[role="dialog"]')) await new Promise(requestAnimationFrame)
        return performance.now() - start
      }),
    )
    await expect(dialog).toHaveAttribute('aria-busy', 'true')
    await expect(dialog).toBeFocused()
    await expect(dialog.getByRole('status').getByText('加载中')).toBeAttached()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL('/explore/recommend')
    await expect(card).toBeFocused()
  }
  expect(Math.min(...times)).toBeLessThan(100)

  await card.click()
  await dialog.getByRole('button', { name: '关闭' }).click()
  await expect(dialog).toBeHidden()

  await card.click()
  await expect(dialog).toHaveAttribute('aria-busy', 'true')
  await client.send('Network.emulateNetworkConditions', { ...SLOW_3G, latency: 0, downloadThroughput: -1 })
  code.release()
  await expect(dialog.getByRole('heading', { name: title })).toBeVisible({ timeout: 20_000 })
  await expect(dialog).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(card).toBeFocused()
})

test('shows the header before any code of the app', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/index-[\w-]+\.js$/, async (route) => {
    await held.promise
    await route.fallback()
  })
  await page.goto('/', { waitUntil: 'commit' })
  const name = page.locator('#root').getByText('小石榴', { exact: true })
  await expect(name).toBeVisible()
  const before = await name.locator('img').boundingBox()
  held.resolve()
  await expect(cards(page).first()).toBeVisible()
  const logo = page.getByRole('link', { name: '小石榴首页' }).getByRole('img')
  expect(await logo.boundingBox()).toEqual(before)
  await expect(page.locator('.boot')).toHaveCount(0)
})

test('shows no header of the community before the back office @desktop', async ({ page, faults }) => {
  faults.allow(/ERR_FAILED/)
  await page.route(/\/assets\/index-[\w-]+\.js$/, (route) => route.abort())
  await page.goto('/admin/login', { waitUntil: 'domcontentloaded' })
  await expect(page.locator('.boot')).toBeHidden()
})
