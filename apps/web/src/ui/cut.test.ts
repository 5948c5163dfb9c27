import { expect, it } from 'vitest'
import { cut } from './cut.ts'

it('cuts by characters that a person counts', () => {
  expect(cut('石榴石榴', 4)).toBe('石榴石榴')
  expect(cut('石榴石榴石', 4)).toBe('石榴石榴…')
  expect(cut('🍎🍎🍎', 2)).toBe('🍎🍎…')
})
