// Import this first: if Node is older than package.json allows, it downloads Node 24 and runs the same command on that.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { endWithNpm, npm, root, run, say } from './run.mjs'

const pinned = join(root, 'tools/node')
const read = (/** @type {string} */ path) => JSON.parse(readFileSync(path, 'utf8'))

/** Whether `version` ("v22.22.0") is at least `floor` (">=22.22"). */
export function isAtLeast(/** @type {string} */ version, /** @type {string} */ floor) {
  const numbers = (/** @type {string} */ text) => text.replace(/^\D+/, '').split('.').map(Number)
  const [major = 0, minor = 0] = numbers(version)
  const [floorMajor = 0, floorMinor = 0] = numbers(floor)
  return major === floorMajor ? minor >= floorMinor : major > floorMajor
}

/**
 * The npm package with Node 24 that tools/node pins for a platform. There is none for Linux with musl.
 * @param {string} platform @param {string} arch @param {boolean} musl
 */
export function nodePackage(platform, arch, musl) {
  const { packages } = read(join(pinned, 'package-lock.json'))
  const name = `node-${platform === 'win32' ? 'win' : platform}-${arch}`
  const locked = packages[`node_modules/${name}`]
  if (!locked || musl) return undefined
  return { name, version: locked.version, bin: `node_modules/${name}/${locked.bin.node}` }
}

/** Manifest and lock with that package alone and not as an optional one, of which npm would hide why it failed. */
function manifests(/** @type {string} */ name) {
  const path = `node_modules/${name}`
  const { optional: _, ...locked } = read(join(pinned, 'package-lock.json')).packages[path]
  const dependencies = { [name]: locked.version }
  return {
    'package.json': { private: true, dependencies },
    'package-lock.json': { lockfileVersion: 3, requires: true, packages: { '': { dependencies }, [path]: locked } },
  }
}

function isMusl() {
  if (process.platform !== 'linux') return false
  const report = /** @type {any} */ (process.report?.getReport())
  return report?.header?.glibcVersionRuntime === undefined
}

async function download(/** @type {NonNullable<ReturnType<typeof nodePackage>>} */ wanted) {
  const folder = join(root, '.cache/node', `${wanted.name}-${wanted.version}`)
  const node = join(folder, wanted.bin)
  if (!existsSync(node)) {
    say(`这台机器的 Node 是 ${process.version}，正在为小石榴下载 Node ${wanted.version}（只此一次，放在 .cache/node）…`)
    // Renamed when complete, so that an interrupted or concurrent download leaves no incomplete Node behind.
    const partial = `${folder}.${process.pid}`
    mkdirSync(partial, { recursive: true })
    for (const [file, content] of Object.entries(manifests(wanted.name)))
      writeFileSync(join(partial, file), JSON.stringify(content))
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error']
    const code = await npm(args, { cwd: partial, stdio: ['ignore', 'ignore', 'inherit'] })
    if (code !== 0 || !existsSync(join(partial, wanted.bin))) {
      rmSync(partial, { recursive: true, force: true })
      say('Node 24 没有下载成功。请检查网络后重试，或自己安装 Node 24：https://nodejs.org')
      process.exit(code || 1)
    }
    if (existsSync(node)) rmSync(partial, { recursive: true, force: true })
    else {
      rmSync(folder, { recursive: true, force: true })
      renameSync(partial, folder)
    }
  }
  return node
}

const floor = read(join(root, 'package.json')).engines.node
if (!isAtLeast(process.version, floor)) {
  endWithNpm()
  const musl = isMusl()
  const wanted = nodePackage(process.platform, process.arch, musl)
  if (!wanted) {
    const homebrew = process.platform === 'darwin' && 'brew install node@24'
    const hint = homebrew || (musl && 'apk add nodejs npm') || 'https://nodejs.org'
    say(`小石榴需要 Node ${floor}，现在是 ${process.version}。请安装 Node 24：${hint}`)
    process.exit(1)
  }
  const node = await download(wanted)
  // For children that start `node` by name.
  process.env.PATH = `${dirname(node)}${delimiter}${process.env.PATH}`
  process.exit(await run(node, [...process.execArgv, ...process.argv.slice(1)]))
}
