/** The page's one hover card, opened on hover or focus, not on touch (docs/product.md#user-hover-card). */

import type { FocusEvent, PointerEvent } from 'react'
import { BREAKPOINTS } from '#ui/breakpoints.ts'
import { createHoverIntent, type HoverPhase } from '#ui/overlay/hover-intent.ts'
import { createStore } from '#ui/state/store.ts'

/** The data is fetched after the first delay, the card opens after the second and closes after the third. */
const HOVER_CARD = { intendMs: 150, openMs: 500, closeMs: 200 }

/** A mouse, and a screen wide enough for the sidebar. */
const DESKTOP = `(hover: hover) and (pointer: fine) and (min-width: ${BREAKPOINTS.sidebar + 1}px)`

type CardOptions = {
  /** False in the back office, where administrators cannot follow. */
  follow?: boolean
}

export type CardTarget = Required<CardOptions> & { userId: string; anchor: Element }

/** null without a target; `opened` when the card is visible, before that its data is prefetched. */
export const userCard = createStore<HoverPhase<CardTarget>>(null)

export const cardIntent = createHoverIntent<CardTarget>(
  HOVER_CARD,
  (one, other) => one.anchor === other.anchor && one.userId === other.userId,
  userCard.set,
)

export function cardTrigger(userId: string, { follow = true }: CardOptions = {}) {
  const enter = (anchor: Element) => {
    if (window.matchMedia(DESKTOP).matches) cardIntent.enter({ userId, anchor, follow })
  }
  return {
    onPointerEnter: ({ pointerType, currentTarget }: PointerEvent) => {
      if (pointerType === 'mouse') enter(currentTarget)
    },
    onPointerLeave: cardIntent.leave,
    onFocus: ({ currentTarget }: FocusEvent) => {
      if (currentTarget.matches(':focus-visible')) enter(currentTarget)
    },
    onBlur: cardIntent.leave,
    onClick: cardIntent.close,
  }
}

// Registered before the listeners of dialogs, so that Esc closes the card first.
globalThis.addEventListener?.(
  'keydown',
  (event) => {
    if (event.key !== 'Escape' || !cardIntent.opened) return
    event.preventDefault()
    event.stopImmediatePropagation()
    cardIntent.close()
  },
  { capture: true },
)
