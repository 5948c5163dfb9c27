import { expect, test } from 'vitest'
import { cardRatio, cardSize } from './card-size.ts'

/** Every character has the same width. */
const measure = (text: string) => text.length * 14

const picture = (width: number | null, height: number | null) => ({
  url: '',
  card: '',
  full: '',
  width,
  height,
  thumbhash: null,
})

test.each([
  [1000, 1000, 1],
  [900, 1200, 3 / 4],
  [600, 3000, 3 / 4],
  [3000, 600, 4 / 3],
  [null, null, 3 / 4],
])('limits the ratio of a %s x %s picture to %d', (width, height, ratio) => {
  expect(cardRatio({ width, height })).toBe(ratio)
})

test('uses the ratio of the placeholder without a picture', () => {
  expect(cardRatio(undefined)).toBe(3 / 4)
})

test('adds up picture, title and footer', () => {
  const pictures = [picture(1000, 1000)]
  expect(cardSize({ title: '短', pictures }, 200, measure)).toEqual({ picture: 200, lines: 1, height: 264 })
  expect(cardSize({ title: '长'.repeat(100), pictures }, 200, measure)).toEqual({ picture: 200, lines: 2, height: 284 })
  expect(cardSize({ title: '', pictures }, 200, measure)).toEqual({ picture: 200, lines: 0, height: 244 })
})

test('rounds to whole pixels', () => {
  const { picture: height } = cardSize({ title: '', pictures: [picture(900, 1200)] }, 171, measure)
  expect(height).toBe(228)
})
