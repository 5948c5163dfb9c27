import { type PointerEvent, useState } from 'react'
import { dragOf, moveSwipe, type Swipe, startSwipe, swipeStep } from './swipe.ts'

/** Handlers for the pictures' window; the browser keeps vertical movement to itself (touch-action). */
export function useSwipe(index: number, count: number, onIndex: (index: number) => void) {
  const [swipe, setSwipe] = useState<Swipe | null>(null)

  function start(event: PointerEvent) {
    if (event.pointerType !== 'mouse' && event.isPrimary && count > 1) {
      setSwipe(startSwipe(event.clientX, event.clientY))
    }
  }

  function move(event: PointerEvent<HTMLElement>) {
    if (!swipe || !event.isPrimary) return
    const next = moveSwipe(swipe, event.clientX, event.clientY)
    if (next.axis === 'across' && swipe.axis === 'none') event.currentTarget.setPointerCapture(event.pointerId)
    setSwipe(next.axis === 'down' ? null : next)
  }

  function end(event: PointerEvent) {
    if (!swipe || !event.isPrimary) return
    setSwipe(null)
    const next = index + swipeStep(swipe)
    if (next !== index && next >= 0 && next < count) onIndex(next)
  }

  return {
    /** Pixels the pictures follow the finger, null when it is lifted. */
    drag: swipe?.axis === 'across' ? dragOf(swipe, index, count) : null,
    handlers: {
      onPointerDown: start,
      onPointerMove: move,
      onPointerUp: end,
      onPointerCancel: () => setSwipe(null),
    },
  }
}
