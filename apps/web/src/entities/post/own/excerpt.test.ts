import { expect, test } from 'vitest'
import { excerpt } from './excerpt.ts'

test('a hundred characters stay whole, more end in an ellipsis', () => {
  expect(excerpt('字'.repeat(100))).toBe('字'.repeat(100))
  expect(excerpt('字'.repeat(101))).toBe(`${'字'.repeat(100)}…`)
  expect(excerpt('😀'.repeat(101))).toBe(`${'😀'.repeat(100)}…`)
})

test('markup is read, not shown', () => {
  expect(excerpt('谢谢 [@小明:xiaoming]<br>1 &lt; 2')).toBe('谢谢 @小明 1 < 2')
  expect(excerpt('')).toBe('')
})
