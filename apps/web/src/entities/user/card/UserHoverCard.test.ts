import { expect, test } from 'vitest'
import { placeCard } from './UserHoverCard.tsx'

const view = { width: 1440, height: 900 }
const at = (left: number, top: number) => placeCard({ left, top, bottom: top + 40 }, view, 300)

test('places the card 12 px below its anchor', () => {
  expect(at(200, 100)).toEqual({ left: 200, top: 152, above: false })
})

test('places it above when there is no room below', () => {
  expect(at(200, 532)).toEqual({ left: 200, top: 584, above: false })
  expect(at(200, 533)).toEqual({ left: 200, top: 221, above: true })
})

test("keeps 16 px from the window's edges", () => {
  expect(at(1300, 100).left).toBe(1440 - 360 - 16)
  expect(at(0, 100).left).toBe(16)
  // No room on either side: as low as possible.
  expect(placeCard({ left: 16, top: 100, bottom: 140 }, { width: 1440, height: 400 }, 300)).toMatchObject({ top: 84 })
})
