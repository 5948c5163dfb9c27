import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

// What no build reads. A test or a picture of the demo content changing must not cost a build.
const passedOver = new Set(['node_modules', 'dist', '.cache'])
const passedOverAtTop = new Set([...passedOver, 'demo', 'test'])
const isTest = /\.test\.[cm]?tsx?$/

/** @returns {string[]} files at or below `path`, in a stable order */
function filesBelow(/** @type {string} */ path, leftOut = passedOver) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return []
  if (stat.isFile()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !leftOut.has(entry.name) && !isTest.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(path, entry.name)) : [join(path, entry.name)]))
}

/** One hash of the names and contents of all sources below `paths` (relative to `base`). */
export function hashSources(/** @type {string} */ base, /** @type {string[]} */ paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((path) => filesBelow(join(base, path), passedOverAtTop))) {
    const content = readFileSync(file)
    hash.update(`${relative(base, file).split(sep).join('/')}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** When each file was last written; a missing one makes it `null`. */
export function writtenAt(/** @type {string} */ base, /** @type {string[]} */ paths) {
  const times = paths.map((path) => statSync(join(base, path), { throwIfNoEntry: false })?.mtimeMs)
  return times.includes(undefined) ? null : times.join(' ')
}

/** The note left at `path`, or `null`. */
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
