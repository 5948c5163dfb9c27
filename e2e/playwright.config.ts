import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { chromiumArgs, findChromium } from '../tools/lib/chromium.mjs'
import { origin, port } from './support/place.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

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
    baseURL: origin,
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
    url: `${origin}/api/health`,
    env: { PORT: String(port) },
    // While flows are written, a server that was started by hand (PORT=3210 node e2e/support/serve.mjs) saves the seeding.
    reuseExistingServer: Boolean(process.env.E2E_REUSE),
    // Seeding the demo content comes before the first answer.
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: process.env.E2E_LOG ? 'pipe' : 'ignore',
    stderr: 'pipe',
  },
})
