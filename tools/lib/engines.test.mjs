import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findEngines } from './engines.mjs'
import { root } from './run.mjs'

const read = (/** @type {string} */ file) => JSON.parse(readFileSync(join(root, 'tools/chromium', file), 'utf8'))

it('pins the old Chromium by its hash', () => {
  const { dependencies } = read('package.json')
  const { packages } = read('package-lock.json')
  const { '': top, ...locked } = packages
  expect(top.dependencies).toEqual(dependencies)
  expect(Object.keys(locked)).toEqual(Object.keys(dependencies).map((name) => `node_modules/${name}`))
  for (const { integrity } of Object.values(locked)) expect(integrity).toMatch(/^sha512-/)
})

it('names every engine, as found or as missing', () => {
  const { found, missing } = findEngines()
  expect(found.length + missing.length).toBe(3)
})
