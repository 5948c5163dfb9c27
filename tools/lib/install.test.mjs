import { describe, expect, it } from 'vitest'
import { installMatches } from './install.mjs'

describe('installMatches', () => {
  const lock = {
    packages: {
      '': {},
      'node_modules/@shiliu/web': { link: true },
      'node_modules/a': { version: '1.0.0' },
      'node_modules/a-win32': { version: '1.0.0', optional: true },
    },
  }
  const installed = (/** @type {Record<string, object>} */ packages) => installMatches(lock, { packages })

  it('accepts that packages of other platforms are absent', () => {
    expect(installed({ 'node_modules/a': { version: '1.0.0' } })).toBe(true)
  })

  it('rejects a missing package or another version', () => {
    expect(installed({})).toBe(false)
    expect(installed({ 'node_modules/a': { version: '1.0.1' } })).toBe(false)
    expect(installed({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/a-win32': { version: '2.0.0' } })).toBe(
      false,
    )
  })
})
