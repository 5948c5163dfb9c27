import { DEFAULT_PICTURE_RULES } from '@shiliu/contract/pictures'
import { expect, test } from 'vitest'
import { targetSize } from './compress.ts'

const MB = 1024 * 1024

test.each([
  ['a photo', 4032, 3024, 4 * MB, [2400, 1800]],
  ['an upright photo', 3024, 4032, 4 * MB, [1800, 2400]],
  ['a photo of 200 megapixels', 16_320, 12_240, 40 * MB, [2400, 1800]],
  ['a screenshot of one screen', 1080, 2400, MB, [1080, 2400]],
  ['a small file', 4032, 3024, 0.8 * MB, null],
  ['a panorama', 12_000, 3, MB, [2400, 1]],
  ['a small file of too many pixels', 20_000, 500, 0.3 * MB, [2400, 60]],
])('draws %s of %i x %i', (_, width, height, bytes, size) => {
  const target = targetSize({ width, height }, bytes)
  expect(target && [target.width, target.height]).toEqual(size)
})

test.each([
  ['within the limit as it is', 1080, 11_130, 5 * MB, null],
  ['above the limit at its width', 1080, 11_130, 5 * MB + 1, [1080, 11_130]],
  ['that is wide as well at 1440 px', 2160, 9000, 6 * MB, [1440, 6000]],
  ['that is higher than the server takes', 900, 20_000, 2 * MB, [737, 16_383]],
])('draws a tall picture %s', (_, width, height, bytes, size) => {
  const target = targetSize({ width, height }, bytes)
  expect(target && [target.width, target.height]).toEqual(size)
})

test('draws at the size that the site keeps, and sends what it takes', () => {
  const photo = { width: 4032, height: 3024 }
  expect(targetSize(photo, 4 * MB, { ...DEFAULT_PICTURE_RULES, side: 1600 })).toEqual({ width: 1600, height: 1200 })
  const tall = { width: 1080, height: 11_130 }
  expect(targetSize(tall, 6 * MB, { ...DEFAULT_PICTURE_RULES, megabytes: 8 })).toBeNull()
  expect(targetSize(tall, 2 * MB, { ...DEFAULT_PICTURE_RULES, megabytes: 1 })).toEqual(tall)
})

test('draws on no canvas of more than 16 megapixels', () => {
  const { width, height } = targetSize({ width: 1440, height: 16_383 }, 6 * MB) ?? { width: 0, height: 0 }
  expect(width * height).toBeLessThanOrEqual(16_000_000)
  expect(width * height).toBeGreaterThan(15_900_000)
  expect(height / width).toBeCloseTo(16_383 / 1440, 1)
})

test('leaves what is no photo to the server', () => {
  expect(targetSize({ width: 30_000, height: 30_000 }, 0.1 * MB)).toBeNull()
})
