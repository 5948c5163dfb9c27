import { expect, test } from 'vitest'
import { isComposing } from './composing.ts'

test.each([
  ['while composing', { isComposing: true, keyCode: 13 }, true],
  ['Safari’s Enter that ended the composition', { isComposing: false, keyCode: 229 }, true],
  ['any other Enter', { isComposing: false, keyCode: 13 }, false],
])('%s', (_, event, composing) => {
  expect(isComposing(event)).toBe(composing)
})
