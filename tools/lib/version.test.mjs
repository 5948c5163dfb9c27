import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const root = new URL('../../', import.meta.url)
/** @param {string} path */
const read = (path) => readFileSync(new URL(path, root), 'utf8')
/** @type {{ version: string, workspaces: string[] }} */
const { version, workspaces } = JSON.parse(read('package.json'))

describe('the version', () => {
  it.each(workspaces)('of %s is that of the whole', (folder) => {
    expect(JSON.parse(read(`${folder}/package.json`)).version).toBe(version)
  })

  it('of every workspace in the lock is that of the whole', () => {
    /** @type {{ version: string, packages: Record<string, { version?: string }> }} */
    const lock = JSON.parse(read('package-lock.json'))
    const locked = ['', ...workspaces].map((folder) => lock.packages[folder]?.version)
    expect([lock.version, ...locked]).toEqual(Array(workspaces.length + 2).fill(version))
  })

  it('is shown by the about dialog and the command line', () => {
    expect(read('packages/contract/src/limits.ts')).toContain(`export const VERSION = '${version}'\n`)
  })

  it('of the API is its own', () => {
    expect(read('packages/contract/src/limits.ts')).toContain("export const API_VERSION = '1.1.2'\n")
  })
})
