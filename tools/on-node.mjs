// node tools/on-node.mjs 22: tests on another major version of Node, for npm test. It runs beside other tests, with the
// time that they leave.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { npm, root, run, say } from './lib/run.mjs'

const PORT = 3310
/** Of all versions, one after another. */
const clone = join(root, '.cache/on-nodes')
const DEMO_SECONDS = 180
/** Leaves others three quarters of a processor that both want, and is not starved. */
const NICE = 5

async function installNode(/** @type {string} */ major) {
  const name = `node-${process.platform}-${process.arch}`
  const folder = join(root, `.cache/node-for-tests/${major}`)
  const node = join(folder, `node_modules/${name}/bin/node`)
  if (!existsSync(node)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "private": true }')
    const args = ['install', `${name}@${major}`, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    await npm(args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  if (!existsSync(node)) throw new Error(`no Node ${major} for ${process.platform} ${process.arch}`)
  return node
}

async function startAndStopDemo(/** @type {string} */ npmCli, /** @type {string} */ node, cwd = '', env = process.env) {
  const started = performance.now()
  const demo = spawn(node, [npmCli, 'run', 'demo'], { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] })
  const exited = new Promise((resolve) => demo.once('exit', resolve))
  const isReady = async () => {
    const response = await fetch(`http://127.0.0.1:${env.PORT}/api/posts`, { signal: AbortSignal.timeout(2000) })
    return response.ok
  }
  try {
    while (!(await isReady().catch(() => false))) {
      if (demo.exitCode !== null || performance.now() - started > DEMO_SECONDS * 1000) return 1
      await wait(200)
    }
    say(`演示站 ${Math.round((performance.now() - started) / 1000)} 秒后可用`)
    return 0
  } finally {
    demo.kill('SIGTERM')
    await exited
  }
}

/** The last commit, without what was built. Packages stay from version to version: their native parts use Node-API. */
async function freshClone() {
  const git = (/** @type {string[]} */ ...args) => run('git', args)
  if (!existsSync(join(clone, '.git'))) return git('clone', '--quiet', '--no-hardlinks', root, clone)
  return (
    (await git('-C', clone, 'fetch', '--quiet', root, 'HEAD')) ||
    (await git('-C', clone, 'reset', '--quiet', '--hard', 'FETCH_HEAD')) ||
    (await git('-C', clone, 'clean', '-xfdq', '-e', 'node_modules'))
  )
}

/** Builds, runs the demo, a browser test and the database tests. */
async function testOnNode(/** @type {string} */ major) {
  const npmCli = process.env.npm_execpath
  if (!npmCli) throw new Error('run this through npm')
  const node = await installNode(major)
  const env = {
    ...process.env,
    PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
    PORT: String(PORT),
    // The demo's server may still be stopping when the browser test begins.
    E2E_PORT: String(PORT + 10),
  }
  const vitest = join(clone, 'node_modules/vitest/vitest.mjs')
  const projects = ['--project', 'server', '--project', 'server-mysql']
  const options = { cwd: clone, env }
  return (
    (await freshClone()) ||
    (await run(node, [npmCli, 'run', 'build'], options)) ||
    (await startAndStopDemo(npmCli, node, clone, env)) ||
    (await run(node, [npmCli, 'run', 'e2e', '--', 'social', '--project=desktop'], options)) ||
    (await run(node, [vitest, 'run', ...projects, 'src/platform/db', 'sites'], options))
  )
}

setPriority(NICE)
process.exitCode = await testOnNode(process.argv[2] ?? '')
