// npm run dev: runs the server and the web app, which reload on changes. --demo serves the demo content.
import './lib/ensure-node.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { bin, endWithNpm, root, run, say, typescript } from './lib/run.mjs'
import { demoSettings, loadSettings, serverPort } from './lib/serve.mjs'

endWithNpm()
process.chdir(root)
const installed = await ensureInstalled()
if (installed !== 0) process.exit(installed)
if (process.argv.includes('--demo')) demoSettings()
else loadSettings()
process.env.PORT = String(serverPort())

const both = new AbortController()
const node = (/** @type {string[]} */ args, /** @type {string} */ cwd) =>
  run(process.execPath, args, { cwd, signal: both.signal })
say(`服务器 http://127.0.0.1:${process.env.PORT}，网页地址见下面 Vite 的一行。`)
const code = await Promise.race([
  node(['--watch', '--watch-preserve-output', ...typescript('apps/server/src/main.ts')], root),
  node([bin('vite', 'apps/web'), '--clearScreen', 'false'], `${root}/apps/web`),
])
both.abort()
process.exitCode = code
