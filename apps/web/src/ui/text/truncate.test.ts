import { expect, it } from 'vitest'
import { truncate } from './truncate.ts'

it('counts code points, not UTF-16 units', () => {
  expect(truncate('石榴石榴', 4)).toBe('石榴石榴')
  expect(truncate('石榴石榴石', 4)).toBe('石榴石榴…')
  expect(truncate('🍎🍎🍎', 2)).toBe('🍎🍎…')
})
