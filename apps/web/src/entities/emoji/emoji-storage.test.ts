import { expect, test } from 'vitest'
import { parseRecent, RECENT_MAX, withRecent } from './emoji-storage.ts'

test('puts the newest emoji first, once, and drops the oldest', () => {
  expect(withRecent(['😀', '🎉'], '🎉')).toEqual(['🎉', '😀'])
  const full = Array.from({ length: RECENT_MAX }, (_, index) => String(index))
  const after = withRecent(full, '🍎')
  expect(after).toHaveLength(24)
  expect(after[0]).toBe('🍎')
  expect(after).not.toContain('23')
})

test('ignores invalid content of the storage', () => {
  expect(parseRecent(null)).toEqual([])
  expect(parseRecent('not json')).toEqual([])
  expect(parseRecent('{"a":1}')).toEqual([])
  expect(parseRecent(JSON.stringify(['😀', 7, '', null, '😀', 'x'.repeat(100)]))).toEqual(['😀'])
  expect(parseRecent(JSON.stringify(Array.from({ length: 50 }, (_, index) => `${index}`)))).toHaveLength(24)
})
