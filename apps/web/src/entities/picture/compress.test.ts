import { expect, test } from 'vitest'
import { needsCompression, smaller, targetSize } from './compress.ts'

test('compresses only pictures above 0.8 MB', () => {
  expect(needsCompression(0.8 * 1024 * 1024)).toBe(false)
  expect(needsCompression(0.8 * 1024 * 1024 + 1)).toBe(true)
})

test.each([
  [4032, 3024, 1200, 900],
  [3024, 4032, 900, 1200],
  [800, 600, 800, 600],
  [12_000, 3, 1200, 1],
])('draws %i x %i at %i x %i', (width, height, toWidth, toHeight) => {
  expect(targetSize(width, height)).toEqual({ width: toWidth, height: toHeight })
})

test('keeps the original when compression makes it larger', () => {
  const original = { size: 900_000 }
  expect(smaller(original, { size: 200_000 })).toEqual({ size: 200_000 })
  expect(smaller(original, { size: 950_000 })).toBe(original)
  expect(smaller(original, null)).toBe(original)
})
