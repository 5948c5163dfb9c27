/** Scrolls the note's text by keys and the wheel, wherever in its dialog the focus or the pointer is. */
import { type RefObject, useEffect } from 'react'
import { isImeComposing } from '#ui/form/text-input.ts'
import { scrollBehavior } from '#ui/motion/scroll.ts'
import { scrollLockCount } from '#ui/overlay/overlay.ts'

/** Pixels, as browsers scroll by. */
const LINE = 40
/** Share of the visible height, so that a line or two of the page before stay in sight. */
const PAGE = 0.875

const AREA = '[data-note-scroll]'
/** Fields and players have these keys for themselves; Space presses what can be pressed. */
const OWN_KEYS = 'input, textarea, select, video, [contenteditable="true"], [role="listbox"], [role="menu"]'
const PRESSED_BY_SPACE = 'button, a, summary'

/** Pixels to scroll down for a key; null for other keys. */
function distanceOf({ key, shiftKey }: KeyboardEvent, { clientHeight, scrollHeight }: Element): number | null {
  const page = clientHeight * PAGE
  if (key === 'ArrowDown') return LINE
  if (key === 'ArrowUp') return -LINE
  if (key === 'PageDown') return page
  if (key === 'PageUp') return -page
  if (key === ' ') return shiftKey ? -page : page
  if (key === 'Home') return -scrollHeight
  return key === 'End' ? scrollHeight : null
}

const scrolls = (box: Element) =>
  box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY)

/** The box that scrolls: the text, or the whole note where it is one column. */
function areaOf(dialog: Element): Element | null {
  return [...dialog.querySelectorAll(AREA)].find(scrolls) ?? null
}

/** Whether the browser itself scrolls something at this place. */
function scrollsByItself(target: EventTarget | null, dialog: Element): boolean {
  for (let box = target instanceof Element ? target : null; box && box !== dialog; box = box.parentElement) {
    if (scrolls(box)) return true
  }
  return false
}

export function useNoteScroll(scrim: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const dialog = scrim.current
    if (!dialog) return

    function onKeyDown(event: KeyboardEvent) {
      const { target } = event
      if (!dialog || event.defaultPrevented || isImeComposing(event)) return
      if (event.ctrlKey || event.metaKey || event.altKey || scrollLockCount() > 1) return
      if (!(target instanceof Element) || (target !== document.body && !dialog.contains(target))) return
      if (target.closest(OWN_KEYS) || (event.key === ' ' && target.closest(PRESSED_BY_SPACE))) return
      const area = areaOf(dialog)
      const top = area && distanceOf(event, area)
      if (!top || scrollsByItself(target, dialog)) return
      event.preventDefault()
      // A held key would start the smooth movement anew each time.
      area.scrollBy({ top, behavior: event.repeat ? 'instant' : scrollBehavior() })
    }

    function onWheel(event: WheelEvent) {
      if (!dialog || event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return
      const area = areaOf(dialog)
      if (!area || scrollsByItself(event.target, dialog)) return
      const unit = [1, LINE, area.clientHeight][event.deltaMode] ?? 1
      area.scrollBy({ top: event.deltaY * unit, behavior: 'instant' })
    }

    window.addEventListener('keydown', onKeyDown)
    dialog.addEventListener('wheel', onWheel, { passive: true })
    return () => {
      window.removeEventListener('keydown', onKeyDown)
      dialog.removeEventListener('wheel', onWheel)
    }
  }, [scrim])
}
