import { expect, test } from 'vitest'
import { DIMENSIONS, letterAt, mbtiFault, stopsOf, withLetter } from './mbti.ts'

test('turns one wheel and leaves the others', () => {
  expect(withLetter('INFP', 0, 'E')).toBe('ENFP')
  expect(withLetter('', 1, 'S')).toBe('-S--')
  expect(withLetter('-S--', 3, 'J')).toBe('-S-J')
})

test('nothing chosen is nothing', () => {
  expect(withLetter('-S--', 1, '')).toBe('')
  expect(letterAt('', 2)).toBe('')
  expect(letterAt('-S--', 0)).toBe('')
  expect(letterAt('INFP', 3)).toBe('P')
})

test('all four or none can be saved', () => {
  expect(mbtiFault('INFP')).toBeNull()
  expect(mbtiFault('')).toBeNull()
  expect(mbtiFault('I-FP')).toBe('四项都选好，或者全部清空')
})

test('a wheel has both letters beside the open choice', () => {
  expect(DIMENSIONS.map(stopsOf)).toEqual([
    ['E', '', 'I'],
    ['S', '', 'N'],
    ['T', '', 'F'],
    ['J', '', 'P'],
  ])
})
