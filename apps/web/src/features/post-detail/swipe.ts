/** Swiping between pictures with a finger, as plain arithmetic (spec section 2 «Note detail»). */
import { SWIPE } from '#ui/constants.ts'

export type Swipe = { startX: number; startY: number; dx: number; axis: 'none' | 'across' | 'down' }

export function startSwipe(x: number, y: number): Swipe {
  return { startX: x, startY: y, dx: 0, axis: 'none' }
}

/** The first 10 px decide whether the picture follows the finger or the page scrolls. */
export function moveSwipe(swipe: Swipe, x: number, y: number): Swipe {
  const dx = x - swipe.startX
  const dy = y - swipe.startY
  let { axis } = swipe
  if (axis === 'none' && Math.max(Math.abs(dx), Math.abs(dy)) > SWIPE.lock) {
    axis = Math.abs(dx) > Math.abs(dy) ? 'across' : 'down'
  }
  return { ...swipe, dx: axis === 'across' ? dx : 0, axis }
}

/** How far to go when the finger is lifted: one picture on or back, or none. */
export function swipeStep({ axis, dx }: Swipe): -1 | 0 | 1 {
  if (axis !== 'across' || Math.abs(dx) <= SWIPE.step) return 0
  return dx < 0 ? 1 : -1
}

/** Pixels that the pictures follow; beyond the first and the last one they resist. */
export function dragOf({ dx }: Swipe, index: number, count: number): number {
  const beyond = (index === 0 && dx > 0) || (index === count - 1 && dx < 0)
  return beyond ? dx / 4 : dx
}
