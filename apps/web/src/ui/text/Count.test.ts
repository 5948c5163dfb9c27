import { expect, test } from 'vitest'
import { formatCount } from './Count.tsx'

test.each([
  [0, '0', '0'],
  [999, '999', '999'],
  [1000, '1000', '1.0k'],
  [1234, '1234', '1.2k'],
  [9999, '9999', '9.9k'],
  [10_000, '1.0万', '1.0万'],
  [34_567, '3.4万', '3.4万'],
  [1_200_000, '120.0万', '120.0万'],
])('formats %i as %s, on a card as %s', (count, full, card) => {
  expect(formatCount(count)).toBe(full)
  expect(formatCount(count, true)).toBe(card)
})
