import { type PointerEvent, useRef, useState } from 'react'
import { dragOf, moveSwipe, type Swipe, startSwipe, swipeStep } from './swipe.ts'

/** Pixels at a video's lower edge where a finger moves through time, not to the next picture. */
const CONTROLS_PX = 72

function isOnControls({ target, clientY }: PointerEvent): boolean {
  return target instanceof HTMLVideoElement && target.getBoundingClientRect().bottom - clientY < CONTROLS_PX
}

/** Handlers for the pictures' window; the browser keeps vertical movement to itself (touch-action). */
export function useSwipe(index: number, count: number, onIndex: (index: number) => void) {
  // A quick finger is lifted before its last movement is rendered: what counts is kept beside what is shown.
  const latest = useRef<Swipe | null>(null)
  const [swipe, setSwipe] = useState<Swipe | null>(null)

  function follow(next: Swipe | null) {
    latest.current = next
    setSwipe(next)
  }

  function start(event: PointerEvent) {
    if (event.pointerType !== 'mouse' && event.isPrimary && count > 1 && !isOnControls(event)) {
      follow(startSwipe(event.clientX, event.clientY))
    }
  }

  function move(event: PointerEvent<HTMLElement>) {
    const before = latest.current
    if (!before || !event.isPrimary) return
    const next = moveSwipe(before, event.clientX, event.clientY)
    if (next.axis === 'across' && before.axis === 'none') event.currentTarget.setPointerCapture(event.pointerId)
    follow(next.axis === 'down' ? null : next)
  }

  function end(event: PointerEvent) {
    const done = latest.current
    if (!done || !event.isPrimary) return
    follow(null)
    const next = index + swipeStep(done)
    if (next !== index && next >= 0 && next < count) onIndex(next)
  }

  return {
    /** Pixels the pictures follow the finger, null when it is lifted. */
    drag: swipe?.axis === 'across' ? dragOf(swipe, index, count) : null,
    handlers: {
      onPointerDown: start,
      onPointerMove: move,
      onPointerUp: end,
      onPointerCancel: () => follow(null),
    },
  }
}
