import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumArgs, findChromium } from '../tools/lib/chromium.mjs'
import { findEngines } from '../tools/lib/engines.mjs'
import { firstPort, origin, originOf } from './support/server.ts'

const at = (path: string) => join(import.meta.dirname, path)

const WORKERS = 2

export default defineConfig({
  testDir: at('flows'),
  outputDir: at('../.cache/e2e/results'),
  // Patience for a busy machine; a flow that passes does not get slower by it.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  // Each worker has its own server and runs its files one after another, since they share the demo users.
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
    // Frames cost a quarter of the processor time. Flows about what moves turn it on again; e2e/engines keep it.
    contextOptions: { reducedMotion: 'reduce' },
    // Snapshots of the DOM cost a seventh of the processor time; the last sight of a failed flow costs nothing.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: Boolean(process.env.E2E_TRACE) },
    screenshot: 'only-on-failure',
  },
  // The title of a flow for one size contains @desktop or @phone. A skip would be reported as skipped.
  projects: [
    { name: 'desktop', grepInvert: /@phone\b/, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      grepInvert: /@desktop\b/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    // Browsers that Playwright cannot drive, as far as they are installed.
    ...findEngines().found.map(({ name, ...metadata }) => ({ name, testDir: at('engines'), metadata })),
  ],
  webServer: Array.from({ length: WORKERS }, (_, worker) => ({
    command: 'node e2e/support/serve.mjs',
    cwd: at('..'),
    url: `${originOf(firstPort + worker)}/api/health`,
    env: { PORT: String(firstPort + worker) },
    // Uses servers that were started by hand: PORT=3210 node e2e/support/serve.mjs
    reuseExistingServer: Boolean(process.env.E2E_REUSE),
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: process.env.E2E_LOG ? 'pipe' : 'ignore',
    stderr: 'pipe',
  })),
})
