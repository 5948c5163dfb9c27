import { isTall, type Pixels } from '@shiliu/contract/pictures'
import { type PointerEvent, type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ControllerRef, ZoomRef } from 'yet-another-react-lightbox'
import type { LightboxPicture } from './open-lightbox.ts'

/** Beyond their own pixels, drawings and screenshots stay readable. */
export const MAX_PIXEL_RATIO = 3
/** CSS pixels: on a large screen the text of a phone's screenshot is easy to read at this width. */
const READING_WIDTH = 640
/** More than any picture is high: moves to its top. */
const FAR = 1_000_000
const SWIPE = { px: 60, ms: 600 }
const DOUBLE_TAP = { zoom: 2.5, ms: 350, px: 30 }

/** The width in CSS pixels of a picture that is shown whole. */
function wholeWidth({ width, height }: Pixels): number {
  return Math.min(window.innerWidth, width, (window.innerHeight / height) * width)
}

function tallPixels({ width, height }: Pick<LightboxPicture, 'width' | 'height'> = {}): Pixels | null {
  return width && height && isTall({ width, height }) ? { width, height } : null
}

/** The zoom at which a tall picture is as wide as is pleasant to read; 1 for any other, which is shown whole. */
export function readingZoom(picture: Pick<LightboxPicture, 'width' | 'height'> | undefined): number {
  const pixels = tallPixels(picture)
  return pixels ? Math.max(1, Math.min(window.innerWidth, READING_WIDTH) / wholeWidth(pixels)) : 1
}

/** The picture that is shown, and whether its first zoom has been set. */
type View = { picture: LightboxPicture | undefined; arranged: boolean }

function arrange(zoom: ZoomRef | null, view: View) {
  const pixels = tallPixels(view.picture)
  if (view.arranged || !pixels || !zoom || zoom.disabled) return
  // Until it has measured the picture, the viewer has the bounds of the one before.
  const maxZoom = (pixels.width * MAX_PIXEL_RATIO) / wholeWidth(pixels)
  if (Math.abs(zoom.maxZoom / maxZoom - 1) > 0.05) return
  view.arranged = true
  zoom.changeZoom(readingZoom(pixels), true, 0, -FAR)
}

/**
 * The zoom of the viewer's pictures. A tall one opens at its top and as wide as its text needs, not as a strip; the
 * wheel then scrolls it, and a swipe or the arrow keys still turn to the next picture.
 */
export function usePictureZoom(
  pictures: readonly LightboxPicture[],
  index: number,
  controller: RefObject<ControllerRef | null>,
) {
  const zoom = useRef<ZoomRef | null>(null)
  const view = useRef<View>({ picture: pictures[index], arranged: false })
  const [shown, setShown] = useState(index)
  const reading = () => readingZoom(pictures[shown])

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { current } = zoom
    if (!current || current.zoom <= 1 || current.zoom > reading() + 0.1) return
    if (event.key === 'ArrowLeft') controller.current?.prev()
    else if (event.key === 'ArrowRight') controller.current?.next()
    else return
    event.stopPropagation()
  })
  useEffect(() => {
    // Before the viewer, which moves a zoomed picture by these keys.
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listener, { capture: true })
    return () => window.removeEventListener('keydown', listener, { capture: true })
  }, [])

  const down = useRef({ time: 0, x: 0, y: 0 })
  const tap = useRef({ time: 0, x: 0, y: 0 })
  return {
    /** Whether the wheel zooms instead of scrolling. */
    wheelZooms: reading() === 1,
    zoomRef: useCallback((handle: ZoomRef | null) => {
      zoom.current = handle
      arrange(handle, view.current)
    }, []),
    onView(at: number) {
      if (view.current.picture !== pictures[at]) view.current = { picture: pictures[at], arranged: false }
      arrange(zoom.current, view.current)
      setShown(at)
    },
    /** A second press at the same place zooms in on it, or out again. */
    onPointerDown({ isPrimary, button, timeStamp: time, clientX: x, clientY: y }: PointerEvent) {
      const { current } = zoom
      if (!isPrimary || button !== 0 || !current || current.disabled) return
      down.current = { time, x, y }
      const { current: before } = tap
      const again = time - before.time < DOUBLE_TAP.ms && Math.hypot(x - before.x, y - before.y) < DOUBLE_TAP.px
      tap.current = { time: again ? 0 : time, x, y }
      if (!again) return
      const least = reading()
      const target = current.zoom > least + 0.1 ? least : least * (current.zoom < least - 0.1 ? 1 : DOUBLE_TAP.zoom)
      const { innerWidth, innerHeight } = window
      current.changeZoom(Math.min(target, current.maxZoom), false, x - innerWidth / 2, y - innerHeight / 2)
    },
    /** A zoomed picture takes all swipes; one that is not wider than the window needs none to the sides. */
    onPointerUp({ isPrimary, pointerType, timeStamp, clientX, clientY }: PointerEvent) {
      const { current } = zoom
      if (!isPrimary || pointerType !== 'touch' || !current) return
      if (current.zoom <= 1 || current.zoom > reading() + 0.1) return
      const [dx, dy] = [clientX - down.current.x, clientY - down.current.y]
      if (timeStamp - down.current.time > SWIPE.ms || Math.abs(dx) < SWIPE.px || Math.abs(dx) < 2 * Math.abs(dy)) return
      if (dx < 0) controller.current?.next()
      else controller.current?.prev()
    },
  }
}
