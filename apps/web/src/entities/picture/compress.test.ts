import { expect, test } from 'vitest'
import { needsCompression, smaller, targetSize } from './compression.ts'

test('only what is above 0.8 MB is compressed', () => {
  expect(needsCompression(0.8 * 1024 * 1024)).toBe(false)
  expect(needsCompression(0.8 * 1024 * 1024 + 1)).toBe(true)
})

test.each([
  [4032, 3024, 1200, 900],
  [3024, 4032, 900, 1200],
  [800, 600, 800, 600],
  [12_000, 3, 1200, 1],
])('%i x %i is drawn at %i x %i', (width, height, toWidth, toHeight) => {
  expect(targetSize(width, height)).toEqual({ width: toWidth, height: toHeight })
})

test('a compressed picture that grew is not used', () => {
  const original = { size: 900_000 }
  expect(smaller(original, { size: 200_000 })).toEqual({ size: 200_000 })
  expect(smaller(original, { size: 950_000 })).toBe(original)
  expect(smaller(original, null)).toBe(original)
})
