// npm start, npm run demo: installs and builds if needed, then runs the server in this process.
import './lib/ensure-node.mjs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { endWithNpm, root, say } from './lib/run.mjs'
import { demoSettings, loadSettings, restartWithMemorySettings, serverPort } from './lib/serve.mjs'
import { portOpen } from './lib/services.mjs'

restartWithMemorySettings()
endWithNpm()

const demo = process.argv.includes('--demo')
process.chdir(root)
if (demo) demoSettings()
else loadSettings()
process.env.NODE_ENV ??= 'production'

const port = serverPort()
// The server itself reports an invalid PORT.
if (port > 0 && port < 65_536 && (await portOpen(port))) {
  say(`端口 ${port} 已经被占用。换一个试试：PORT=${port + 1} npm ${demo ? 'run demo' : 'start'}`)
  process.exit(1)
}
const prepared = (await ensureInstalled()) || (await ensureBuilt())
if (prepared !== 0) process.exit(prepared)

if (demo) {
  say('正在准备演示内容（第一次要一会儿）…')
  announce()
}
// In this process, so that signals and the exit code are the server's and no second Node stays in memory.
process.setSourceMapsEnabled(true)
await import(pathToFileURL(join(root, 'apps/server/dist/main.js')).href)

/** Prints the demo's address and accounts when it is ready. Does not keep the process alive. */
async function announce() {
  const address = `http://127.0.0.1:${port}`
  for (;;) {
    const ready = await fetch(`${address}/api/health`).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) break
    await wait(300, undefined, { ref: false })
  }
  say(`
  小石榴演示站已就绪  ${address}
    用户    shiliu01 / shiliu123（shiliu01 到 shiliu50 都行）
    管理员  admin / shiliu123（后台 ${address}/admin；审核员 moderator，密码一样）
  数据在 .demo/，删掉它就重新开始。按 Ctrl-C 停止。
`)
}
