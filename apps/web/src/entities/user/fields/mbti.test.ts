import { expect, test } from 'vitest'
import { DIMENSIONS, letterAt, mbtiRule, optionsOf, withLetter } from './mbti.ts'

test('changes one letter and keeps the others', () => {
  expect(withLetter('INFP', 0, 'E')).toBe('ENFP')
  expect(withLetter('', 1, 'S')).toBe('-S--')
  expect(withLetter('-S--', 3, 'J')).toBe('-S-J')
})

test('is empty when all dimensions are open', () => {
  expect(withLetter('-S--', 1, '')).toBe('')
  expect(letterAt('', 2)).toBe('')
  expect(letterAt('-S--', 0)).toBe('')
  expect(letterAt('INFP', 3)).toBe('P')
})

test('accepts four letters or none', () => {
  expect(mbtiRule('INFP')).toBeNull()
  expect(mbtiRule('')).toBeNull()
  expect(mbtiRule('I-FP')).toBe('四项都选好，或者全部清空')
})

test('puts the open option between both letters', () => {
  expect(DIMENSIONS.map(optionsOf)).toEqual([
    ['E', '', 'I'],
    ['S', '', 'N'],
    ['T', '', 'F'],
    ['J', '', 'P'],
  ])
})
