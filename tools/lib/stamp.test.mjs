import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { installMatches } from './install.mjs'
import { supportedNode } from './node-version.mjs'
import { hashSources, writtenAt } from './stamp.mjs'

let base = ''
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'stamp-'))
  mkdirSync(join(base, 'app/src'), { recursive: true })
  writeFileSync(join(base, 'app/src/main.ts'), 'one')
})
afterEach(() => rmSync(base, { recursive: true }))

describe('whether the build is still that of the sources', () => {
  const hash = () => hashSources(base, ['app', 'missing'])

  it('sees changed, added and renamed sources', () => {
    const seen = [hash()]
    writeFileSync(join(base, 'app/src/main.ts'), 'two')
    seen.push(hash())
    writeFileSync(join(base, 'app/src/other.ts'), '')
    seen.push(hash())
    rmSync(join(base, 'app/src/other.ts'))
    writeFileSync(join(base, 'app/src/another.ts'), '')
    seen.push(hash())
    mkdirSync(join(base, 'app/src/demo'))
    writeFileSync(join(base, 'app/src/demo/seed.ts'), '')
    seen.push(hash())
    expect(new Set(seen).size).toBe(5)
  })

  it('is not fooled by a fresh checkout, tests or outputs', () => {
    const before = hash()
    utimesSync(join(base, 'app/src/main.ts'), 1, 1)
    mkdirSync(join(base, 'app/dist'))
    writeFileSync(join(base, 'app/dist/main.js'), 'built')
    writeFileSync(join(base, 'app/src/main.test.ts'), 'test')
    mkdirSync(join(base, 'app/demo'))
    writeFileSync(join(base, 'app/demo/picture.webp'), 'drawn')
    expect(hash()).toBe(before)
  })

  it('notices a missing or rewritten output', () => {
    const outputs = ['app/src/main.ts', 'app/dist/main.js']
    expect(writtenAt(base, outputs)).toBeNull()
    const before = writtenAt(base, ['app/src/main.ts'])
    utimesSync(join(base, 'app/src/main.ts'), 1, 1)
    expect(writtenAt(base, ['app/src/main.ts'])).not.toBe(before)
  })
})

describe('whether node_modules is what the lock says', () => {
  const lock = {
    packages: {
      '': {},
      'node_modules/@shiliu/web': { link: true },
      'node_modules/a': { version: '1.0.0' },
      'node_modules/a-win32': { version: '1.0.0', optional: true },
    },
  }
  const installed = (/** @type {Record<string, object>} */ packages) => installMatches(lock, { packages })

  it('accepts packages of other platforms being absent', () => {
    expect(installed({ 'node_modules/a': { version: '1.0.0' } })).toBe(true)
  })

  it('refuses a missing package or another version', () => {
    expect(installed({})).toBe(false)
    expect(installed({ 'node_modules/a': { version: '1.0.1' } })).toBe(false)
    expect(installed({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/a-win32': { version: '2.0.0' } })).toBe(
      false,
    )
  })
})

it('knows the Node versions that the toolchain runs on', () => {
  const versions = ['v18.20.0', 'v20.18.3', 'v21.7.0', 'v22.11.0', 'v20.19.0', 'v22.12.0', 'v24.1.0']
  expect(versions.map(supportedNode)).toEqual([false, false, false, false, true, true, true])
})
