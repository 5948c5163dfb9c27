import { expect, test } from 'vitest'
import { axisMax, columnAfterKey, columnAt, layoutBars } from './chart-scale.ts'

test('the scale ends at a round number', () => {
  expect(axisMax([])).toBe(1)
  expect(axisMax([0, 0])).toBe(1)
  expect(axisMax([1])).toBe(1)
  expect(axisMax([7])).toBe(8)
  expect(axisMax([7, 10])).toBe(10)
  expect(axisMax([11])).toBe(15)
  expect(axisMax([501])).toBe(600)
  expect(axisMax([123456])).toBe(150000)
})

test('bars are evenly spaced and proportional to their values', () => {
  const bars = layoutBars([5, 10], 100)
  expect(bars.map(({ height }) => height)).toEqual([50, 100])
  expect(bars[0]?.x).toBeCloseTo(0.08)
  expect(bars[1]?.x).toBeCloseTo(0.58)
  const [first] = bars
  expect((first?.x ?? 0) * 2 + (first?.width ?? 0)).toBeCloseTo(0.5)
})

test('a small bar stays visible beside a large one, an empty one has no height', () => {
  expect(layoutBars([0, 1, 100000], 80).map(({ height }) => height)).toEqual([0, 3, 80])
  expect(layoutBars([0, 0], 80).map(({ height }) => height)).toEqual([0, 0])
})

test('a position maps to its column and is clamped to the chart', () => {
  expect([-0.2, 0, 0.049, 0.5, 0.999, 1, 2].map((fraction) => columnAt(fraction, 20))).toEqual([
    0, 0, 0, 10, 19, 19, 19,
  ])
})

test('keys move between columns and stop at the ends', () => {
  expect(columnAfterKey('ArrowLeft', 29, 30)).toBe(28)
  expect(columnAfterKey('ArrowRight', 29, 30)).toBe(29)
  expect(columnAfterKey('PageDown', 3, 30)).toBe(0)
  expect(columnAfterKey('PageUp', 3, 30)).toBe(10)
  expect(columnAfterKey('Home', 12, 30)).toBe(0)
  expect(columnAfterKey('End', 12, 30)).toBe(29)
  expect(columnAfterKey('a', 12, 30)).toBeNull()
})
