import { expect, test } from 'vitest'
import { barsOf, dayAt, dayByKey, topOf } from './scale.ts'

test('the scale ends at a round number that holds all', () => {
  expect(topOf([])).toBe(1)
  expect(topOf([0, 0])).toBe(1)
  expect(topOf([1])).toBe(1)
  expect(topOf([7])).toBe(8)
  expect(topOf([7, 10])).toBe(10)
  expect(topOf([11])).toBe(15)
  expect(topOf([501])).toBe(600)
  expect(topOf([123456])).toBe(150000)
})

test('bars share the width evenly and reach as far as their values', () => {
  const bars = barsOf([5, 10], 100)
  expect(bars.map(({ height }) => height)).toEqual([50, 100])
  expect(bars[0]?.x).toBeCloseTo(0.08)
  expect(bars[1]?.x).toBeCloseTo(0.58)
  const [first] = bars
  expect((first?.x ?? 0) * 2 + (first?.width ?? 0)).toBeCloseTo(0.5)
})

test('beside a huge day a small one is still seen, and an empty one is empty', () => {
  expect(barsOf([0, 1, 100000], 80).map(({ height }) => height)).toEqual([0, 3, 80])
  expect(barsOf([0, 0], 80).map(({ height }) => height)).toEqual([0, 0])
})

test('a place belongs to the day it is in, also beyond the ends', () => {
  expect([-0.2, 0, 0.049, 0.5, 0.999, 1, 2].map((fraction) => dayAt(fraction, 20))).toEqual([0, 0, 0, 10, 19, 19, 19])
})

test('keys walk the days and stop at the ends', () => {
  expect(dayByKey('ArrowLeft', 29, 30)).toBe(28)
  expect(dayByKey('ArrowRight', 29, 30)).toBe(29)
  expect(dayByKey('PageDown', 3, 30)).toBe(0)
  expect(dayByKey('PageUp', 3, 30)).toBe(10)
  expect(dayByKey('Home', 12, 30)).toBe(0)
  expect(dayByKey('End', 12, 30)).toBe(29)
  expect(dayByKey('a', 12, 30)).toBeNull()
})
