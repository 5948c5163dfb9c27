import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumArgs, findChromium } from '../tools/lib/chromium.mjs'
import { firstPort, origin, originOf } from './support/server.ts'

const at = (path: string) => join(import.meta.dirname, path)

const WORKERS = 2

export default defineConfig({
  testDir: at('flows'),
  outputDir: at('../.cache/e2e/results'),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // The files of one worker share a server and its demo users: run one after another, they see their own changes only.
  workers: WORKERS,
  retries: 0,
  forbidOnly: process.env.CI === 'true',
  reporter: [['list'], ['json', { outputFile: at('../.cache/test/playwright.json') }]],
  use: {
    baseURL: origin,
    browserName: 'chromium',
    launchOptions: { executablePath: findChromium(), args: chromiumArgs },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // Without screenshots: recording them takes a good part of the processor, and the DOM snapshots show the page.
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
  // A flow for one size only carries the tag @desktop or @phone in its title: a skip would count as one.
  projects: [
    { name: 'desktop', grepInvert: /@phone\b/, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      grepInvert: /@desktop\b/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
  webServer: Array.from({ length: WORKERS }, (_, worker) => ({
    command: 'node e2e/support/serve.mjs',
    cwd: at('..'),
    url: `${originOf(firstPort + worker)}/api/health`,
    env: { PORT: String(firstPort + worker) },
    // While flows are written, servers started by hand (PORT=3210 node e2e/support/serve.mjs) save the start.
    reuseExistingServer: Boolean(process.env.E2E_REUSE),
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: process.env.E2E_LOG ? 'pipe' : 'ignore',
    stderr: 'pipe',
  })),
})
