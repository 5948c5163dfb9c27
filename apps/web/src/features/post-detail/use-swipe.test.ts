import { expect, test } from 'vitest'
import { dragOf, moveSwipe, startSwipe, swipeStep } from './use-swipe.ts'

const swiped = (x: number, y = 0) => moveSwipe(startSwipe(100, 100), 100 + x, 100 + y)

test.each([
  [-51, 1],
  [51, -1],
  [-50, 0],
  [50, 0],
  [0, 0],
])('a swipe of %i px changes the index by %i', (dx, step) => {
  expect(swipeStep(swiped(dx))).toBe(step)
})

test('does not move within 10 px', () => {
  expect(swiped(10).axis).toBe('undecided')
  expect(swiped(-10).dx).toBe(0)
  expect(swiped(-11).dx).toBe(-11)
})

test('a vertical start stays a scroll', () => {
  const down = swiped(4, 30)
  expect(down.axis).toBe('y')
  expect(swipeStep(moveSwipe(down, 300, 100))).toBe(0)
})

test('a horizontal start stays a swipe', () => {
  expect(swipeStep(moveSwipe(swiped(-20, 5), 30, 300))).toBe(1)
})

test('resists beyond both ends', () => {
  expect(dragOf(swiped(40), 0, 3)).toBe(10)
  expect(dragOf(swiped(-40), 2, 3)).toBe(-10)
  expect(dragOf(swiped(-40), 1, 3)).toBe(-40)
})
