import { expect, test } from 'vitest'
import { completeMbtiRule, DIMENSIONS, letterAt, optionsOf, setLetter } from './mbti.ts'

test('changes one letter and keeps the others', () => {
  expect(setLetter('INFP', 0, 'E')).toBe('ENFP')
  expect(setLetter('', 1, 'S')).toBe('-S--')
  expect(setLetter('-S--', 3, 'J')).toBe('-S-J')
})

test('is empty when all dimensions are open', () => {
  expect(setLetter('-S--', 1, '')).toBe('')
  expect(letterAt('', 2)).toBe('')
  expect(letterAt('-S--', 0)).toBe('')
  expect(letterAt('INFP', 3)).toBe('P')
})

test('accepts four letters or none', () => {
  expect(completeMbtiRule('INFP')).toBeNull()
  expect(completeMbtiRule('')).toBeNull()
  expect(completeMbtiRule('I-FP')).toBe('四项都选好，或者全部清空')
})

test('puts the open option between both letters', () => {
  expect(DIMENSIONS.map(optionsOf)).toEqual([
    ['E', '', 'I'],
    ['S', '', 'N'],
    ['T', '', 'F'],
    ['J', '', 'P'],
  ])
})
