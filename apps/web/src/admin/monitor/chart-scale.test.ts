import { expect, test } from 'vitest'
import { barsOf, columnAt, columnByKey, scaleMax } from './chart-scale.ts'

test('the scale ends at a round number', () => {
  expect(scaleMax([])).toBe(1)
  expect(scaleMax([0, 0])).toBe(1)
  expect(scaleMax([1])).toBe(1)
  expect(scaleMax([7])).toBe(8)
  expect(scaleMax([7, 10])).toBe(10)
  expect(scaleMax([11])).toBe(15)
  expect(scaleMax([501])).toBe(600)
  expect(scaleMax([123456])).toBe(150000)
})

test('bars are evenly spaced and proportional to their values', () => {
  const bars = barsOf([5, 10], 100)
  expect(bars.map(({ height }) => height)).toEqual([50, 100])
  expect(bars[0]?.x).toBeCloseTo(0.08)
  expect(bars[1]?.x).toBeCloseTo(0.58)
  const [first] = bars
  expect((first?.x ?? 0) * 2 + (first?.width ?? 0)).toBeCloseTo(0.5)
})

test('a small bar stays visible beside a large one, an empty one has no height', () => {
  expect(barsOf([0, 1, 100000], 80).map(({ height }) => height)).toEqual([0, 3, 80])
  expect(barsOf([0, 0], 80).map(({ height }) => height)).toEqual([0, 0])
})

test('a position maps to its column and is clamped to the chart', () => {
  expect([-0.2, 0, 0.049, 0.5, 0.999, 1, 2].map((fraction) => columnAt(fraction, 20))).toEqual([
    0, 0, 0, 10, 19, 19, 19,
  ])
})

test('keys move between columns and stop at the ends', () => {
  expect(columnByKey('ArrowLeft', 29, 30)).toBe(28)
  expect(columnByKey('ArrowRight', 29, 30)).toBe(29)
  expect(columnByKey('PageDown', 3, 30)).toBe(0)
  expect(columnByKey('PageUp', 3, 30)).toBe(10)
  expect(columnByKey('Home', 12, 30)).toBe(0)
  expect(columnByKey('End', 12, 30)).toBe(29)
  expect(columnByKey('a', 12, 30)).toBeNull()
})
