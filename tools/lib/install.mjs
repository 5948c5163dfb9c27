import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm, root, say } from './run.mjs'
import { readStamp, writeStamp } from './stamp.mjs'

/** @typedef {{ version?: string, link?: boolean, optional?: boolean, devOptional?: boolean, peer?: boolean }} Locked */
/** @typedef {{ packages?: Record<string, Locked> }} Lock */

/** Whether npm's record of an install matches the lock. Optional packages for other platforms may be missing. */
export function installMatches(/** @type {Lock} */ lock, /** @type {Lock} */ installed) {
  return Object.entries(lock.packages ?? {}).every(([path, wanted]) => {
    if (path === '' || wanted.link) return true
    const found = installed.packages?.[path]
    if (!found) return Boolean(wanted.optional || wanted.devOptional || wanted.peer)
    return found.version === wanted.version
  })
}

function recordMatches(/** @type {string} */ lock) {
  const record = readStamp(join(root, 'node_modules/.package-lock.json'))
  return record !== null && installMatches(JSON.parse(lock), JSON.parse(record))
}

/** Installs unless node_modules matches package-lock.json, as after `npm install` by hand. Returns an exit code. */
export async function ensureInstalled() {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  // Without Node's version, since native modules use Node-API.
  const platform = `${process.platform} ${process.arch}`
  const wanted = `${createHash('sha256').update(lock).digest('hex')}\n${platform}\n`
  const stampPath = join(root, 'node_modules/.shiliu-install')
  const stamp = readStamp(stampPath)
  if (stamp === wanted) return 0
  const samePlatform = stamp === null || stamp.endsWith(`\n${platform}\n`)
  if (!(samePlatform && recordMatches(lock))) {
    say('正在安装依赖（第一次约需半分钟）…')
    // NODE_ENV=production would omit the development packages, which the build needs.
    const args = [
      'ci',
      '--include=dev',
      '--include=optional',
      '--no-audit',
      '--no-fund',
      '--no-update-notifier',
      '--loglevel=error',
    ]
    const code = await npm(args, { stdio: ['ignore', 'ignore', 'inherit'] })
    if (code !== 0) {
      say('依赖没有装好。请检查网络；有内网 npm 镜像时，用 npm_config_registry 指向它。')
      return code
    }
  }
  writeStamp(stampPath, wanted)
  return 0
}
