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

  it('is the one that the API tells', () => {
    expect(read('packages/contract/src/limits.ts')).toContain(`VERSION = '${version}'`)
  })
})
