import { expect, test } from 'vitest'
import { isImeComposing } from './text-input.ts'

test.each([
  ['a key during composition', { isComposing: true, keyCode: 13 }, true],
  ['the Enter that ends a composition in Safari', { isComposing: false, keyCode: 229 }, true],
  ['any other Enter', { isComposing: false, keyCode: 13 }, false],
])('recognizes %s', (_, event, composing) => {
  expect(isImeComposing(event)).toBe(composing)
})
