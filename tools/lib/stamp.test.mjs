import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashSources, writtenAt } from './stamp.mjs'

let base = ''
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'stamp-'))
  mkdirSync(join(base, 'app/src'), { recursive: true })
  writeFileSync(join(base, 'app/src/main.ts'), 'one')
})
afterEach(() => rmSync(base, { recursive: true }))

describe('hashSources and writtenAt', () => {
  const hash = () => hashSources(base, ['app', 'missing'])

  it('change with changed, added and renamed sources', () => {
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

  it('ignore modification times, tests, outputs and demo pictures', () => {
    const before = hash()
    utimesSync(join(base, 'app/src/main.ts'), 1, 1)
    mkdirSync(join(base, 'app/dist'))
    writeFileSync(join(base, 'app/dist/main.js'), 'built')
    writeFileSync(join(base, 'app/src/main.test.ts'), 'test')
    mkdirSync(join(base, 'app/demo'))
    writeFileSync(join(base, 'app/demo/picture.webp'), 'drawn')
    expect(hash()).toBe(before)
  })

  it('detect a missing or rewritten output', () => {
    const outputs = ['app/src/main.ts', 'app/dist/main.js']
    expect(writtenAt(base, outputs)).toBeNull()
    const before = writtenAt(base, ['app/src/main.ts'])
    utimesSync(join(base, 'app/src/main.ts'), 1, 1)
    expect(writtenAt(base, ['app/src/main.ts'])).not.toBe(before)
  })
})
