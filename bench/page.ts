/** The first sight of the demo site in a browser: cold loads of the feed, of this checkout and of another beside it. */
import { cpSync, existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from '@playwright/test'
import { chromium } from '@playwright/test'
import { chromiumArgs, findChromium } from '../tools/lib/chromium.mjs'
import { root } from '../tools/lib/run.mjs'
import { UsageError } from './options.ts'
import { startServerProcess } from './processes.ts'

/** How many times slower the processor is than it is. */
const CPU_RATES = [1, 4]
/** Nothing is requested for this long: the page is there, with what it fetches once idle. */
const QUIET_MS = 1500
const MAX_ATTEMPTS = 10
export const PAGE_TARGETS = { ratio: 0.66, pictureKb: 300 }
const VIEWPORT = { width: 1440, height: 900 }

/** One cold load. Milliseconds since the navigation began; kilobytes as transferred, headers included. */
type Load = {
  firstPaint: number
  /** The first card's picture is painted, as `PerformanceElementTiming` reports it. */
  firstCard: number
  /** All pictures of cards within the viewport are painted. */
  firstScreen: number
  /** Requests, code and styles until the first card. */
  requests: number
  jsKb: number
  cssKb: number
  /** Code that is fetched when the first screen stands. */
  laterJsKb: number
  /** All that are requested without scrolling. */
  pictures: number
  pictureKb: number
}

export type PageFigures = Load & { checkout: 'this' | 'against'; cpu: number }

type Checkout = { name: PageFigures['checkout']; folder: string }

type Options = { loads: number; against: string | undefined }

/** Medians of `loads` cold loads at each speed of the processor; with `against`, the checkouts take turns. */
export async function measurePage({ loads, against }: Options, say: (line: string) => void): Promise<PageFigures[]> {
  const checkouts: Checkout[] = [{ name: 'this', folder: root }]
  if (against !== undefined) checkouts.push({ name: 'against', folder: resolve(against) })
  const servers = await startDemos(checkouts)
  const browser = await chromium.launch({ executablePath: requireChromium(), args: chromiumArgs })
  const figures: PageFigures[] = []
  try {
    // The first load of each fills the server's caches and is not counted.
    for (const { address } of servers) await load(browser, address, 1)
    for (const cpu of CPU_RATES) {
      say(`first sight: ${loads} cold loads, CPU slowed ${cpu} x`)
      const measured = new Map(servers.map(({ name }): [typeof name, Load[]] => [name, []]))
      for (let turn = 0; turn < loads; turn++) {
        // Whoever comes first changes, so that neither always follows the other.
        for (const { name, address } of turn % 2 ? servers.toReversed() : servers)
          measured.get(name)?.push(await load(browser, address, cpu))
      }
      for (const [checkout, all] of measured) figures.push({ checkout, cpu, ...medians(all) })
    }
  } finally {
    await browser.close()
    for (const { server } of servers) await server.stop()
  }
  return figures
}

function requireChromium(): string {
  const found = findChromium()
  if (!found) throw new UsageError('--page: no Chromium or Chrome was found; CHROMIUM_PATH says where it is')
  return found
}

/** Serves the same demo site from each checkout: seeded by the last, the oldest, which the others migrate. */
async function startDemos(checkouts: Checkout[]) {
  const folderOf = (name: string) => join(root, '.bench', `page-${name}`)
  const envOf = (name: string) => ({ DEMO: '1', DATA_DIR: folderOf(name), HOST: '127.0.0.1', PORT: '0' })
  for (const { folder } of checkouts) {
    for (const part of ['server/dist/main.js', 'web/dist/index.html'])
      if (!existsSync(join(folder, 'apps', part))) throw new UsageError(`--against: ${folder} is not built`)
  }
  const seeder = checkouts.at(-1)
  if (!seeder) throw new TypeError('no checkout')
  for (const { name } of checkouts) rmSync(folderOf(name), { recursive: true, force: true })
  await (await startServerProcess(envOf(seeder.name), seeder.folder)).stop()
  const servers = []
  for (const { name, folder } of checkouts) {
    if (name !== seeder.name) cpSync(folderOf(seeder.name), folderOf(name), { recursive: true })
    const server = await startServerProcess(envOf(name), folder)
    servers.push({ name, server, address: server.address })
  }
  return servers
}

/** Opens the feed as a guest in a new profile, which has nothing cached, and waits until nothing is requested. */
async function load(browser: Browser, address: string, cpu: number): Promise<Load> {
  const context = await browser.newContext({ viewport: VIEWPORT, locale: 'zh-CN' })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    const requests = await watchRequests(devtools)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu })
    await page.addInitScript(watchCards)
    await page.goto(address)
    // Not by a locator, whose code would run in the page meanwhile.
    const times = await readTimes(page, requests.quiet)
    return { ...times, ...requests.sum(times.firstCard) }
  } finally {
    await context.close()
  }
}

type SeenRequest = { type: string; bytes: number; startedAt: number }

async function watchRequests(devtools: CDPSession) {
  const requests = new Map<string, SeenRequest>()
  let last = performance.now()
  devtools.on('Network.requestWillBeSent', ({ requestId, type = 'Other', timestamp, request }) => {
    last = performance.now()
    // Previews are addresses that hold their picture.
    if (!request.url.startsWith('data:')) requests.set(requestId, { type, bytes: 0, startedAt: timestamp * 1000 })
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    last = performance.now()
    const request = requests.get(requestId)
    if (request) request.bytes = encodedDataLength
  })
  await devtools.send('Network.enable')
  return {
    async quiet() {
      while (performance.now() - last < QUIET_MS) await wait(QUIET_MS / 10)
    },
    /** `firstCard` in milliseconds since the first request. */
    sum(firstCard: number) {
      const all = [...requests.values()]
      const start = all[0]?.startedAt ?? 0
      const early = all.filter(({ startedAt }) => startedAt - start < firstCard)
      return {
        requests: early.length,
        jsKb: kilobytes('Script', early),
        cssKb: kilobytes('Stylesheet', early),
        laterJsKb: kilobytes('Script', all) - kilobytes('Script', early),
        pictures: all.filter(({ type }) => type === 'Image').length,
        pictureKb: kilobytes('Image', all),
      }
    },
  }
}

const kilobytes = (wanted: string, requests: SeenRequest[]) =>
  requests.reduce((sum, { type, bytes }) => (type === wanted ? sum + bytes : sum), 0) / 1000

type CardWindow = Window & { cardPaints?: number[] }
/** Of newer browsers only; TypeScript's DOM does not have it. */
type ElementTiming = PerformanceEntry & { renderTime: number; loadTime: number; intersectionRect: DOMRectReadOnly }

/** Runs in the page, before its scripts: marks the pictures of cards, and notes when they are painted. */
function watchCards(): void {
  const paints: number[] = []
  ;(window as CardWindow).cardPaints = paints
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as ElementTiming[]) {
      // An avatar is no card, nor is what lies below the screen.
      if (entry.intersectionRect.width > 60) paints.push(entry.renderTime || entry.loadTime)
    }
  }).observe({ type: 'element', buffered: true })
  // Before the paint that shows the picture, which is when the attribute is read.
  new MutationObserver(() => {
    for (const image of document.querySelectorAll('#root article img:not([elementtiming])'))
      image.setAttribute('elementtiming', 'card')
  }).observe(document, { childList: true, subtree: true })
}

async function readTimes(page: Page, quiet: () => Promise<void>) {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    await quiet()
    const { firstPaint, paints } = await page.evaluate(() => ({
      firstPaint: performance.getEntriesByName('first-paint')[0]?.startTime,
      paints: (window as CardWindow).cardPaints ?? [],
    }))
    if (firstPaint !== undefined && paints.length > 0)
      return { firstPaint, firstCard: Math.min(...paints), firstScreen: Math.max(...paints) }
    // A slow processor computes for longer than nothing is requested.
    await wait(QUIET_MS)
  }
  throw new Error('The page showed no card')
}

function medians(all: Load[]): Load {
  const middle = (figure: keyof Load) => {
    const sorted = all.map((one) => one[figure]).toSorted((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)] ?? 0
  }
  return {
    firstPaint: middle('firstPaint'),
    firstCard: middle('firstCard'),
    firstScreen: middle('firstScreen'),
    requests: middle('requests'),
    jsKb: middle('jsKb'),
    cssKb: middle('cssKb'),
    laterJsKb: middle('laterJsKb'),
    pictures: middle('pictures'),
    pictureKb: middle('pictureKb'),
  }
}

/** The first card's time as a part of what the other checkout needs; null without one. */
export function ratioOf(one: PageFigures, all: PageFigures[]): number | null {
  const other = all.find(({ checkout, cpu }) => checkout === 'against' && cpu === one.cpu)
  return one.checkout === 'this' && other ? one.firstCard / other.firstCard : null
}

export function missedPage(one: PageFigures, all: PageFigures[]): string[] {
  if (one.checkout !== 'this') return []
  const ratio = ratioOf(one, all)
  const misses = []
  if (ratio !== null && ratio > PAGE_TARGETS.ratio) misses.push(`ratio above ${PAGE_TARGETS.ratio}`)
  if (one.pictureKb > PAGE_TARGETS.pictureKb) misses.push(`pictures above ${PAGE_TARGETS.pictureKb} kB`)
  return misses
}
