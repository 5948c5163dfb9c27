import { expect, test } from 'vitest'
import { badgeText } from './navigation.ts'

test.each([
  [1, '1'],
  [99, '99'],
  [100, '···'],
  [34_000, '···'],
])('%i unread are written as %s', (count, text) => {
  expect(badgeText(count)).toBe(text)
})
