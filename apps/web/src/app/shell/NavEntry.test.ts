import { expect, test } from 'vitest'
import { badgeText } from './NavEntry.tsx'

test.each([
  [1, '1'],
  [99, '99'],
  [100, '···'],
  [34_000, '···'],
])('shows %i unread as %s', (count, text) => {
  expect(badgeText(count)).toBe(text)
})
