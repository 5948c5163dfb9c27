// The browsers of e2e/engines, besides current Chromium: an old Chromium from the npm registry, Firefox, WebKitGTK.
import {
  chmodSync,
  cpSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { npm, root, say } from './run.mjs'

/** @typedef {{ name: string, kind: 'chromium' | 'firefox' | 'webkit', commands: string[] }} Engine */

const pinned = join(root, 'tools/chromium')
/** @type {{ dependencies: Record<string, string> }} */
const { dependencies } = JSON.parse(readFileSync(join(pinned, 'package.json'), 'utf8'))
const [name = ''] = Object.keys(dependencies)
const version = dependencies[name]
const folder = join(root, '.cache/engines', `chromium-${version}`)
const oldChromium = join(folder, 'chromium')

const find = (/** @type {string[]} */ ...commands) =>
  commands
    .flatMap((command) => (process.env.PATH ?? '').split(delimiter).map((path) => join(path, command)))
    .find((path) => existsSync(path))

/** The engines that are here, and what is missing for the others. */
export function findEngines() {
  const firefox = find('firefox-esr', 'firefox')
  const [driver, display] = [find('WebKitWebDriver'), find('Xvfb')]
  /** @type {Engine[]} */
  const found = []
  /** @type {string[]} */
  const missing = []
  if (existsSync(oldChromium)) found.push({ name: 'old-chromium', kind: 'chromium', commands: [oldChromium] })
  else missing.push(`旧的 Chromium：npm 仓库里没有取到 ${name} ${version}`)
  if (firefox) found.push({ name: 'firefox', kind: 'firefox', commands: [firefox] })
  else missing.push('Firefox：没有安装 firefox-esr')
  if (driver && display) found.push({ name: 'webkit', kind: 'webkit', commands: [driver, display] })
  else missing.push('WebKit：没有安装 webkit2gtk-driver 和 xvfb')
  return { found, missing }
}

/** Gets the old Chromium, once. Where there is none for this machine, it stays missing. */
export async function prepareEngines() {
  if (existsSync(oldChromium) || process.platform !== 'linux' || process.arch !== 'x64') return
  say(`正在从 npm 仓库取旧的 Chromium（${name} ${version}，只此一次，放在 .cache/engines）…`)
  // Renamed when complete, so that an interrupted download leaves no incomplete browser behind.
  const partial = `${folder}.${process.pid}`
  mkdirSync(partial, { recursive: true })
  try {
    for (const file of ['package.json', 'package-lock.json']) cpSync(join(pinned, file), join(partial, file))
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error']
    const code = await npm(args, { cwd: partial, stdio: ['ignore', 'ignore', 'inherit'] })
    if (code !== 0) return
    const unpacked = join(partial, 'chromium')
    const packed = createReadStream(join(partial, 'node_modules', name, 'bin/chromium.br'))
    await pipeline(packed, createBrotliDecompress(), createWriteStream(unpacked))
    chmodSync(unpacked, 0o755)
    rmSync(join(partial, 'node_modules'), { recursive: true })
    rmSync(folder, { recursive: true, force: true })
    renameSync(partial, folder)
  } catch (error) {
    say(`没有取到旧的 Chromium：${error}`)
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}
