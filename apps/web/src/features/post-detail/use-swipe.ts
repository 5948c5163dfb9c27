import { type PointerEvent, useRef, useState } from 'react'

/** Pixels that a finger moves sideways to change the picture. */
const STEP_PX = 50
/** Pixels after which the direction of the movement is decided. */
const DIRECTION_PX = 10
/** Height of the controls at a video's lower edge, where a finger seeks instead. */
const CONTROLS_PX = 72

type Swipe = { startX: number; startY: number; dx: number; axis: 'undecided' | 'x' | 'y' }

export function startSwipe(x: number, y: number): Swipe {
  return { startX: x, startY: y, dx: 0, axis: 'undecided' }
}

export function moveSwipe(swipe: Swipe, x: number, y: number): Swipe {
  const dx = x - swipe.startX
  const dy = y - swipe.startY
  let { axis } = swipe
  if (axis === 'undecided' && Math.max(Math.abs(dx), Math.abs(dy)) > DIRECTION_PX) {
    axis = Math.abs(dx) > Math.abs(dy) ? 'x' : 'y'
  }
  return { ...swipe, dx: axis === 'x' ? dx : 0, axis }
}

export function swipeStep({ axis, dx }: Swipe): -1 | 0 | 1 {
  if (axis !== 'x' || Math.abs(dx) <= STEP_PX) return 0
  return dx < 0 ? 1 : -1
}

/** Pixels by which the pictures follow the finger; a quarter of its way beyond the first and last one. */
export function dragOf({ dx }: Swipe, index: number, count: number): number {
  const beyondEnd = (index === 0 && dx > 0) || (index === count - 1 && dx < 0)
  return beyondEnd ? dx / 4 : dx
}

function isOnControls({ target, clientY }: PointerEvent): boolean {
  return target instanceof HTMLVideoElement && target.getBoundingClientRect().bottom - clientY < CONTROLS_PX
}

/** Changes the picture by swiping with a finger. The element needs `touch-action: pan-y`. */
export function useSwipe(index: number, count: number, onIndex: (index: number) => void) {
  // The ref holds the latest movement: a quick finger is lifted before it is rendered.
  const latest = useRef<Swipe | null>(null)
  const [swipe, setSwipe] = useState<Swipe | null>(null)

  function update(next: Swipe | null) {
    latest.current = next
    setSwipe(next)
  }

  function onPointerDown(event: PointerEvent) {
    if (event.pointerType !== 'mouse' && event.isPrimary && count > 1 && !isOnControls(event)) {
      update(startSwipe(event.clientX, event.clientY))
    }
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const previous = latest.current
    if (!previous || !event.isPrimary) return
    const next = moveSwipe(previous, event.clientX, event.clientY)
    if (next.axis === 'x' && previous.axis === 'undecided') event.currentTarget.setPointerCapture(event.pointerId)
    update(next.axis === 'y' ? null : next)
  }

  function onPointerUp(event: PointerEvent) {
    const finished = latest.current
    if (!finished || !event.isPrimary) return
    update(null)
    const next = index + swipeStep(finished)
    if (next !== index && next >= 0 && next < count) onIndex(next)
  }

  return {
    drag: swipe?.axis === 'x' ? dragOf(swipe, index, count) : null,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: () => update(null) },
  }
}
