import { expect, it } from 'vitest'
import { cut } from './cut.ts'

it('cuts between characters, not within them', () => {
  expect(cut('一二👨‍👩‍👧‍👦三', 5)).toBe('一二')
  expect(cut('a'.repeat(20), 10)).toBe('a'.repeat(10))
})
