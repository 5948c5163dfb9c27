import { expect, test } from 'vitest'
import { placeCard } from './place-card.ts'

const view = { width: 1440, height: 900 }
const at = (left: number, top: number) => placeCard({ left, top, bottom: top + 40 }, view, 300)

test('stands 12 px beneath what it belongs to', () => {
  expect(at(200, 100)).toEqual({ left: 200, top: 152, above: false })
})

test('stands above where there is no room beneath', () => {
  expect(at(200, 532)).toEqual({ left: 200, top: 584, above: false })
  expect(at(200, 533)).toEqual({ left: 200, top: 221, above: true })
})

test('keeps 16 px from the edges', () => {
  expect(at(1300, 100).left).toBe(1440 - 360 - 16)
  expect(at(0, 100).left).toBe(16)
  // Neither beneath nor above: as low as it fits.
  expect(placeCard({ left: 16, top: 100, bottom: 140 }, { width: 1440, height: 400 }, 300)).toMatchObject({ top: 84 })
})
