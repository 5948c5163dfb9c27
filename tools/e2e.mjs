// npm run e2e: browser tests of a fresh build. Arguments are passed to Playwright, e.g. -- search --project=phone
import './lib/ensure-node.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { findChromium } from './lib/chromium.mjs'
import { findEngines, prepareEngines } from './lib/engines.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { runPlaywright } from './lib/playwright.mjs'
import { endWithNpm, say } from './lib/run.mjs'

endWithNpm()

if (!findChromium()) {
  say('没有找到 Chromium 或 Chrome。装一个，或用 CHROMIUM_PATH 指出它在哪里。')
  process.exit(1)
}
const prepared = (await ensureInstalled()) || (await ensureBuilt())
if (prepared !== 0) process.exit(prepared)
const args = process.argv.slice(2)
if (
  args.length === 0 ||
  args.some((argument) => /engines|ways|--project=(old-chromium|firefox|webkit)/.test(argument))
) {
  await prepareEngines()
  for (const reason of findEngines().missing) say(`没有测试${reason}`)
}
process.exitCode = await runPlaywright(args)
