// npm run e2e: the browser flows against a fresh build. Arguments go on to Playwright, e.g. -- search --project=phone
import './lib/node-version.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { findChromium } from './lib/chromium.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { bin, endWithNpm, run, say } from './lib/run.mjs'

endWithNpm()

if (!findChromium()) {
  say('没有找到 Chromium 或 Chrome。装一个，或用 CHROMIUM_PATH 指出它在哪里。')
  process.exit(1)
}
for (const step of [ensureInstalled, ensureBuilt]) {
  const code = await step()
  if (code !== 0) process.exit(code)
}
const playwright = bin('@playwright/test', 'e2e')
process.exitCode = await run(process.execPath, [playwright, 'test', '-c', 'e2e', ...process.argv.slice(2)])
