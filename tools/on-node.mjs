import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { npm, root, run, say } from './run.mjs'

const PORT = 3310
const DEMO_SECONDS = 180

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

/** Runs the demo, a browser test and the database tests on another Node, in a clean clone of the last commit. */
export async function testOnNode(/** @type {string} */ major) {
  const npmCli = process.env.npm_execpath
  if (!npmCli) throw new Error('run this through npm')
  const node = await installNode(major)
  const clone = join(root, `.cache/on-node-${major}`)
  rmSync(clone, { recursive: true, force: true })
  const cloned = await run('git', ['clone', '--quiet', '--no-hardlinks', root, clone])
  if (cloned !== 0) return cloned
  const env = {
    ...process.env,
    PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
    PORT: String(PORT),
    // The demo's server may still be stopping when the browser test begins.
    E2E_PORT: String(PORT + 10),
  }
  const vitest = join(clone, 'node_modules/vitest/vitest.mjs')
  const projects = ['--project', 'server', '--project', 'server-mysql']
  const code =
    (await startAndStopDemo(npmCli, node, clone, env)) ||
    (await run(node, [npmCli, 'run', 'e2e', '--', 'social', '--project=desktop'], { cwd: clone, env })) ||
    (await run(node, [vitest, 'run', ...projects, 'src/platform/db', 'sites'], { cwd: clone, env }))
  if (code === 0) rmSync(clone, { recursive: true, force: true })
  return code
}
