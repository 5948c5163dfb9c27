import { expect, test } from 'vitest'
import { DEFAULT_PICTURE_RULES, fitInto, isHeic, largestBox } from './pictures.ts'

test.each([
  ['a photo', 4032, 3024, 2400, 1800],
  ['an upright photo', 3024, 4032, 1800, 2400],
  ['a screenshot of one screen', 1290, 2796, 1107, 2400],
  ['a panorama', 12_000, 3, 2400, 1],
  ['a small picture', 800, 600, 800, 600],
  ['a chat of five screens', 1080, 11_130, 1080, 11_130],
  ['a chat of a large screen', 2880, 12_000, 1440, 6000],
  ['the highest that WebP takes', 1080, 16_384, 1080, 16_383],
])('%s of %i x %i is stored at %i x %i', (_, width, height, toWidth, toHeight) => {
  const picture = { width, height }
  expect(fitInto(picture, largestBox(picture, DEFAULT_PICTURE_RULES))).toEqual({ width: toWidth, height: toHeight })
})

function file(brand: string, ...compatible: string[]): Uint8Array {
  const text = `\0\0\0\x1cftyp${brand}\0\0\0\0${compatible.join('')}\0\0\0\x0cmeta`
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

test('HEIC is known by its brand', () => {
  for (const brand of ['heic', 'heix', 'hevc', 'heim', 'hevs']) expect(isHeic(file(brand, 'mif1'))).toBe(true)
  expect(isHeic(file('mif1', 'mif1', 'heic'))).toBe(true)
  expect(isHeic(file('msf1', 'msf1', 'hevc'))).toBe(true)
})

test('AVIF, films and other files are no HEIC', () => {
  expect(isHeic(file('avif', 'mif1', 'miaf'))).toBe(false)
  expect(isHeic(file('mif1', 'avif', 'mif1'))).toBe(false)
  expect(isHeic(file('isom', 'mp42'))).toBe(false)
  expect(isHeic(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]))).toBe(false)
  expect(isHeic(new Uint8Array())).toBe(false)
})
