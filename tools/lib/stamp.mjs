import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

// No build reads these files, so a change in them needs no build.
const ignored = new Set(['node_modules', 'dist', '.cache'])
const ignoredAtTop = new Set([...ignored, 'demo', 'test'])
const isTest = /\.test\.[cm]?tsx?$/

/** @returns {string[]} in a stable order */
function filesBelow(/** @type {string} */ path, skip = ignored) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return []
  if (stat.isFile()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !skip.has(entry.name) && !isTest.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(path, entry.name)) : [join(path, entry.name)]))
}

export function hashSources(/** @type {string} */ base, /** @type {string[]} */ paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((path) => filesBelow(join(base, path), ignoredAtTop))) {
    const content = readFileSync(file)
    hash.update(`${relative(base, file).split(sep).join('/')}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** All modification times in one string, or `null` if a file is missing. */
export function writtenAt(/** @type {string} */ base, /** @type {string[]} */ paths) {
  const times = paths.map((path) => statSync(join(base, path), { throwIfNoEntry: false })?.mtimeMs)
  return times.includes(undefined) ? null : times.join(' ')
}

export function readStamp(/** @type {string} */ path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

export function writeStamp(/** @type {string} */ path, /** @type {string} */ text) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
