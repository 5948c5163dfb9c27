import { afterEach, expect, test, vi } from 'vitest'
import { readingZoom } from './use-picture-zoom.ts'

afterEach(() => void vi.unstubAllGlobals())

const zoomIn = (innerWidth: number, innerHeight: number, width: number, height: number) => {
  vi.stubGlobal('window', { innerWidth, innerHeight })
  return readingZoom({ width, height })
}

test('a tall picture fills the width of a phone', () => {
  expect((zoomIn(390, 844, 1080, 11_130) * 844 * 1080) / 11_130).toBeCloseTo(390)
})

test('on a large screen it is no wider than is easy to read', () => {
  expect((zoomIn(1440, 900, 1080, 11_130) * 900 * 1080) / 11_130).toBeCloseTo(640)
})

test('any other picture is shown whole', () => {
  expect(zoomIn(390, 844, 1080, 2400)).toBe(1)
  expect(zoomIn(390, 844, 4000, 3000)).toBe(1)
  expect(readingZoom({ width: null, height: null })).toBe(1)
  expect(readingZoom(undefined)).toBe(1)
})
