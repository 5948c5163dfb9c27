import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm, root, say } from './run.mjs'
import { readStamp, writeStamp } from './stamp.mjs'

/**
 * @typedef {{ version?: string, link?: boolean, optional?: boolean, devOptional?: boolean, peer?: boolean }} Locked
 * @typedef {{ packages?: Record<string, Locked> }} Lock
 */

/**
 * Whether npm's own record of what it installed holds all that the lock asks for. Optional packages may be missing (they
 * are for other platforms), but one that is there must have the right version.
 */
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

/**
 * Installs unless node_modules already is what package-lock.json says, for this Node: a native module built for another
 * one does not load. A developer's `npm install` is recognised and kept. Answers npm's exit code.
 */
export async function ensureInstalled() {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const digest = createHash('sha256').update(lock).digest('hex')
  const runtime = `${process.platform} ${process.arch} ${process.versions.modules}`
  const wanted = `${digest}\n${runtime}\n`
  const stampPath = join(root, 'node_modules/.shiliu-install')
  const stamp = readStamp(stampPath)
  if (stamp === wanted) return 0
  const sameRuntime = stamp === null || stamp.endsWith(`\n${runtime}\n`)
  if (!(sameRuntime && recordMatches(lock))) {
    say('正在安装依赖（第一次约需一两分钟）…')
    // Development packages too, even under NODE_ENV=production: they build what is served.
    const code = await npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=warn'])
    if (code !== 0) {
      say('依赖没有装好。网络受限时见 README 的「安装提示」。')
      return code
    }
  }
  writeStamp(stampPath, wanted)
  return 0
}
