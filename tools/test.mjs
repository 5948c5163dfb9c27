// npm test: runs everything, on a fresh clone too. The last line is the total; above it stand the time that each step
// took and what was skipped.
import './lib/ensure-node.mjs'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findChromium } from './lib/chromium.mjs'
import { findEngines, prepareEngines } from './lib/engines.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { runPlaywright } from './lib/playwright.mjs'
import { bin, endWithNpm, npm, root, run, say } from './lib/run.mjs'
import { testMysql, testRedis } from './lib/services.mjs'
import {
  playwrightFailures,
  playwrightTally,
  sum,
  tallyLine,
  timeLines,
  vitestFailures,
  vitestTally,
} from './lib/tally.mjs'
import { startTestMariadb } from './lib/test-mariadb.mjs'

/** @typedef {import('./lib/run.mjs').SpawnOptions} SpawnOptions */

endWithNpm()

const results = join(root, '.cache/test')
// Playwright's path is also in e2e/playwright.config.ts.
const playwrightReport = join(results, 'playwright.json')
/** @type {import('./lib/tally.mjs').Tally[]} */
const tallies = []
/** @type {{ name: string, seconds: number }[]} */
const times = []
/** Named again at the end: logs are long, and often only their end is kept. @type {string[]} */
const failures = []
/** @type {string[]} */
const leftOut = []
/** Browsers besides Chromium, which not every machine can install: named, but no failure. @type {string[]} */
const missingEngines = []
// Other major versions of Node to test, and suites that take minutes:
// npm test -- --nodes=22,26 --suites=operations,attack
const { nodes = '', suites = '' } = parseArgs({
  options: { nodes: { type: 'string' }, suites: { type: 'string' } },
}).values
const otherNodes = nodes.split(',').filter(Boolean)

process.chdir(root)
// With CI=true some runners write colours into a file.
if (!process.stdout.isTTY) process.env.NO_COLOR ??= '1'
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

if (await step('安装', ensureInstalled)) {
  await findServices()
  // Vitest often waits for databases, which leaves time for half a minute of other work.
  const checked = aside('check', (stdio) => npm(['run', 'check', '--loglevel=warn'], { stdio }))
  const built = checked.then(() => aside('build', (stdio) => run(process.execPath, ['tools/build.mjs'], { stdio })))
  await timed('单元与接口测试 (Vitest)', () => vitest('vitest', '--project=!operations*'))
  report('格式、规范与类型 (npm run check)', await checked)
  if (report('构建', await built)) await timed('浏览器测试 (Playwright)', browserTests)
  // The suites mostly wait for what hangs, so there is time for other versions of Node. Attacks are measured alone.
  const names = suites.split(',').filter(Boolean)
  const seeded = names.includes('attack') && aside('attack-seed', (stdio) => runSuite('attack', ['--seed'], { stdio }))
  const besides = onOtherNodes()
  for (const name of names) {
    if (name === 'attack') await Promise.all([seeded, besides])
    if (name === 'operations') await timed(name, () => vitest(name, '--project=operations*'))
    else if (await step(name, () => runSuite(name))) passed()
  }
  for (const [major, done] of await besides) if (report(`Node ${major}`, done)) passed()
}
printTotal()

async function step(/** @type {string} */ name, /** @type {() => Promise<number>} */ work) {
  const code = await timed(name, work)
  if (code !== 0) fail(name)
  return code === 0
}

/** @template R @param {string} name @param {() => Promise<R>} work */
async function timed(name, work) {
  say(`\n## ${name}`)
  const from = performance.now()
  const result = await work()
  times.push({ name, seconds: (performance.now() - from) / 1000 })
  return result
}

/** @typedef {{ code: number, output: string, seconds: number }} Done */

/** Keeps output for `report`. @param {string} name @param {(stdio: SpawnOptions['stdio']) => Promise<number>} work */
async function aside(name, work) {
  const from = performance.now()
  const path = join(results, `${name}.txt`)
  const file = openSync(path, 'w')
  const code = await work(['ignore', file, file])
  closeSync(file)
  return { code, output: readFileSync(path, 'utf8'), seconds: (performance.now() - from) / 1000 }
}

function report(/** @type {string} */ name, /** @type {Done} */ { code, output, seconds }) {
  say(`\n## ${name}\n${output.trimEnd()}`)
  times.push({ name: `${name}（同时进行）`, seconds })
  if (code !== 0) fail(name)
  return code === 0
}

function fail(/** @type {string} */ name) {
  say(`失败：${name}`)
  failures.push(name)
  tallies.push({ passed: 0, failed: 1, skipped: 0 })
}

async function findServices() {
  // All suites use it, on other Node versions, too.
  process.env.TEST_MYSQL_URL ||= (await startTestMariadb()) ?? ''
  const mysql = await testMysql()
  const redis = await testRedis()
  if (mysql.missing)
    leaveOut(
      `server-mysql：连不上 MySQL/MariaDB（${new URL(mysql.url).host}：${mysql.missing}），可用 TEST_MYSQL_URL 指定`,
    )
  if (redis.missing)
    leaveOut(`Redis 相关测试：连不上 Redis（${new URL(redis.url).host}：${redis.missing}），可用 TEST_REDIS_URL 指定`)
}

/** Runs some projects of vitest.config.ts. */
async function vitest(/** @type {string} */ name, /** @type {string[]} */ ...projects) {
  const report = join(results, `${name}.json`)
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...projects]
  const env = { ...process.env, NODE_ENV: 'test' }
  const code = await run(process.execPath, [bin('vitest'), ...args], { env })
  tallies.push(vitestTally(read(report), code))
  failures.push(...vitestFailures(read(report), root))
}

async function browserTests() {
  if (!findChromium()) {
    leaveOut('浏览器测试：没有找到 Chromium 或 Chrome，可用 CHROMIUM_PATH 指出它在哪里')
    return
  }
  await prepareEngines()
  missingEngines.push(...findEngines().missing)
  const code = await runPlaywright()
  tallies.push(playwrightTally(read(playwrightReport), code))
  failures.push(...playwrightFailures(read(playwrightReport)))
}

async function onOtherNodes() {
  /** @type {[string, Done][]} */
  const done = []
  for (const major of otherNodes) {
    const test = (/** @type {SpawnOptions['stdio']} */ stdio) =>
      run(process.execPath, ['tools/on-node.mjs', major], { stdio })
    done.push([major, await aside(`node-${major}`, test)])
  }
  if (done.every(([, { code }]) => code === 0)) rmSync(join(root, '.cache/on-nodes'), { recursive: true, force: true })
  return done
}

/** A step that counts as a test. */
function passed() {
  tallies.push({ passed: 1, failed: 0, skipped: 0 })
}

/** @param {string} name @param {string[]} [args] @param {SpawnOptions} [options] */
function runSuite(name, args = [], options = {}) {
  return run(process.execPath, [`tools/${name}.mjs`, ...args], options)
}

function leaveOut(/** @type {string} */ reason) {
  leftOut.push(reason)
  tallies.push({ passed: 0, failed: 0, skipped: 1 })
}

function read(/** @type {string} */ path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

function printTotal() {
  const total = sum(tallies)
  const mustRunAll = process.env.CI === 'true' && total.skipped > 0
  say('')
  for (const failure of failures) say(`失败：${failure}`)
  for (const line of timeLines(times, performance.now() / 1000)) say(line)
  for (const reason of leftOut) say(`跳过：${reason}`)
  for (const reason of missingEngines) say(`没有测试${reason}`)
  if (mustRunAll) say('CI=true 时有跳过即为失败。')
  process.exitCode = total.failed > 0 || mustRunAll ? 1 : 0
  writeFileSync(join(results, 'summary.txt'), `${tallyLine(total)}\n`)
  say(tallyLine(total))
}
