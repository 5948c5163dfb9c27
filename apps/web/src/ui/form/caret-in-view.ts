/**
 * Keeps the caret in view while something is written: above the bars that stick to the bottom, below those at the top,
 * and above the on-screen keyboard. Browsers scroll the caret into the window, but know neither our bars nor, on iOS,
 * what the keyboard covers. The keyboard's height is `--keyboard` on the page, for what sticks to the bottom.
 */
import { useEffect } from 'react'

/** Pixels between the caret and what would cover it. */
const MARGIN = 8
/** One scroll may bring the caret beneath another bar. */
const ROUNDS = 4

type Band = { top: number; bottom: number }

/** Pixels at the bottom of the window that the keyboard covers; 0 where it shrinks the window, or in a zoomed page. */
function keyboardHeight(): number {
  const view = window.visualViewport
  if (!view || view.scale > 1.01) return 0
  return Math.max(0, Math.round(window.innerHeight - view.height - view.offsetTop))
}

/** A field that is lower than this is kept in view as a whole. */
const LOW_FIELD = 96

function textFieldCaret(field: HTMLTextAreaElement | HTMLInputElement): Band {
  const { top, bottom, height } = field.getBoundingClientRect()
  if (height <= LOW_FIELD) return { top, bottom }
  // A textarea does not tell where its caret is: the share of the text before it is near enough.
  const share = (field.selectionEnd ?? 0) / Math.max(1, field.value.length)
  const line = Math.min(bottom, Math.max(top, top - field.scrollTop + share * field.scrollHeight))
  return { top: Math.max(top, line - LOW_FIELD / 4), bottom: Math.min(bottom, line + LOW_FIELD / 4) }
}

function caretOf(field: Element): Band | null {
  if (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) return textFieldCaret(field)
  const selection = document.getSelection()
  // While text is selected, the page stands still.
  if (!selection?.isCollapsed || !selection.anchorNode || !field.contains(selection.anchorNode)) return null
  const [box] = selection.getRangeAt(0).getClientRects()
  if (box) return box
  // In an empty line a range has no box, nor has its <br>.
  const { anchorNode } = selection
  return anchorNode instanceof Element && anchorNode !== field ? anchorNode.getBoundingClientRect() : null
}

function isEditable(element: Element | null): element is HTMLElement {
  if (!(element instanceof HTMLElement)) return false
  if (element instanceof HTMLTextAreaElement || element.isContentEditable) return true
  return element instanceof HTMLInputElement && !['checkbox', 'radio', 'file', 'range'].includes(element.type)
}

/** The bar that covers a point of the field, if any. */
function barAt(x: number, y: number, field: Element): Band | null {
  for (let hit = document.elementFromPoint(x, y); hit && !hit.contains(field); hit = hit.parentElement) {
    if (field.contains(hit)) return null
    if (['sticky', 'fixed'].includes(getComputedStyle(hit).position)) return hit.getBoundingClientRect()
  }
  return null
}

function scrollerOf(field: Element): Element {
  for (let box = field.parentElement; box; box = box.parentElement) {
    const { overflowY } = getComputedStyle(box)
    if (['auto', 'scroll'].includes(overflowY) && box.scrollHeight > box.clientHeight) return box
  }
  return document.scrollingElement ?? document.documentElement
}

/** How far the field has to move up to show the caret; negative when down. */
function missing(caret: Band, field: Element): number {
  const view = window.visualViewport
  const top = view?.offsetTop ?? 0
  const bottom = window.innerHeight - keyboardHeight()
  if (caret.bottom > bottom) return caret.bottom - bottom + MARGIN
  if (caret.top < top) return caret.top - top - MARGIN
  const { left, width } = field.getBoundingClientRect()
  for (const y of [caret.bottom - 1, caret.top + 1]) {
    const bar = barAt(left + width / 2, y, field)
    if (!bar) continue
    const atBottom = bar.top + bar.bottom > top + bottom
    return atBottom ? caret.bottom - bar.top + MARGIN : caret.top - bar.bottom - MARGIN
  }
  return 0
}

function showCaret() {
  const field = document.activeElement
  if (!isEditable(field)) return
  const scroller = scrollerOf(field)
  for (let round = 0; round < ROUNDS; round++) {
    const caret = caretOf(field)
    const by = caret ? missing(caret, field) : 0
    if (by === 0) return
    const before = scroller.scrollTop
    scroller.scrollBy({ top: by, behavior: 'instant' })
    // In a bar the caret does not scroll.
    if (caretOf(field)?.top === caret?.top) scroller.scrollTop = before
    if (scroller.scrollTop === before) return
  }
}

let frame = 0
let keyboard = 0

function onChange() {
  if (keyboardHeight() !== keyboard) {
    keyboard = keyboardHeight()
    document.documentElement.style.setProperty('--keyboard', `${keyboard}px`)
  }
  cancelAnimationFrame(frame)
  // After the editor has scrolled on its own.
  frame = requestAnimationFrame(showCaret)
}

let users = 0

function start() {
  users += 1
  if (users > 1) return
  document.addEventListener('selectionchange', onChange)
  document.addEventListener('input', onChange)
  window.visualViewport?.addEventListener('resize', onChange)
}

function stop() {
  users -= 1
  if (users > 0) return
  document.removeEventListener('selectionchange', onChange)
  document.removeEventListener('input', onChange)
  window.visualViewport?.removeEventListener('resize', onChange)
  cancelAnimationFrame(frame)
  document.documentElement.style.removeProperty('--keyboard')
  keyboard = 0
}

/** Keeps the caret of any field of the page in view while `active`. */
export function useCaretInView(active = true) {
  useEffect(() => {
    if (!active) return
    start()
    return stop
  }, [active])
}
