import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './run.mjs'

/** @typedef {{ dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} Locked */

/** Whether the lock holds `name` where Node would look for it from the package at `path`. */
function holds(/** @type {Record<string, Locked>} */ packages, /** @type {string} */ path, /** @type {string} */ name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    if (packages[`${at}${at && '/'}node_modules/${name}`]) return true
    if (at === '') return false
  }
}

// npm drops entries now and then (mostly those of other platforms) when it writes the lock beside a node_modules; then
// `npm ci` refuses, or installs something that does not start.
it('locks every dependency, for every platform', () => {
  /** @type {{ packages: Record<string, Locked> }} */
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !holds(packages, path, name))
      .map((name) => `${path} → ${name}`),
  )
  expect(missing).toEqual([])
})
