import { type PointerEvent, useRef, useState } from 'react'

const FAR_ENOUGH = 96
/** Until then it may become scrolling. */
const SLACK = 12

/** Moves an element with the finger, and tells when it was swept far enough; mice and pens do nothing. */
export function useSwipe({ onRight, onLeft }: { onRight: () => void; onLeft: () => void }) {
  const start = useRef<{ x: number; y: number; id: number } | null>(null)
  const [shift, setShift] = useState(0)

  function end() {
    start.current = null
    setShift(0)
  }

  return {
    shift,
    /** What letting go would do. */
    ready: shift > FAR_ENOUGH ? ('right' as const) : shift < -FAR_ENOUGH ? ('left' as const) : null,
    handlers: {
      onPointerDown(event: PointerEvent) {
        if (event.pointerType !== 'touch' || !event.isPrimary) return
        start.current = { x: event.clientX, y: event.clientY, id: event.pointerId }
      },
      onPointerMove(event: PointerEvent) {
        const from = start.current
        if (!from || from.id !== event.pointerId) return
        const [dx, dy] = [event.clientX - from.x, event.clientY - from.y]
        if (shift === 0 && Math.abs(dx) < SLACK) return
        if (shift === 0 && Math.abs(dy) > Math.abs(dx)) end()
        else setShift(dx)
      },
      onPointerUp() {
        if (shift > FAR_ENOUGH) onRight()
        else if (shift < -FAR_ENOUGH) onLeft()
        end()
      },
      onPointerCancel: end,
    },
  }
}
