import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { chromiumArgs, findChromium } from '../tools/lib/chromium.mjs'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const port = Number(process.env.E2E_PORT || 3210)

export default defineConfig({
  testDir: at('flows'),
  outputDir: at('../.cache/e2e/results'),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // All flows share one server and its demo users: one after another, what a flow sees is its own doing.
  workers: 1,
  retries: 0,
  forbidOnly: process.env.CI === 'true',
  reporter: [['list'], ['json', { outputFile: at('../.cache/test/playwright.json') }]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    browserName: 'chromium',
    launchOptions: { executablePath: findChromium(), args: chromiumArgs },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    trace: 'retain-on-failure',
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
  webServer: {
    command: 'node e2e/support/serve.mjs',
    cwd: at('..'),
    url: `http://127.0.0.1:${port}/api/health`,
    env: { PORT: String(port) },
    // Seeding the demo content comes before the first answer.
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: process.env.E2E_LOG ? 'pipe' : 'ignore',
    stderr: 'pipe',
  },
})
