import { expect, test } from 'vitest'
import { EMOJI } from '#ui/constants.ts'
import { parseRecent, withRecent } from './recent.ts'

test('the newest comes first and stands once; the oldest falls off', () => {
  expect(withRecent(['😀', '🎉'], '🎉')).toEqual(['🎉', '😀'])
  const full = Array.from({ length: EMOJI.recentMax }, (_, index) => String(index))
  const after = withRecent(full, '🍎')
  expect(after).toHaveLength(24)
  expect(after[0]).toBe('🍎')
  expect(after).not.toContain('23')
})

test('whatever the storage holds is survived', () => {
  expect(parseRecent(null)).toEqual([])
  expect(parseRecent('not json')).toEqual([])
  expect(parseRecent('{"a":1}')).toEqual([])
  expect(parseRecent(JSON.stringify(['😀', 7, '', null, '😀', 'x'.repeat(100)]))).toEqual(['😀'])
  expect(parseRecent(JSON.stringify(Array.from({ length: 50 }, (_, index) => `${index}`)))).toHaveLength(24)
})
