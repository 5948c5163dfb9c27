/**
 * The one hover card of the page: `<a {...cardTrigger(userId)}>` opens it for a pointer that rests there, or for a
 * keyboard's focus (spec sections 4, 9). It shows nothing that the person's page would not, so touch goes without it.
 */
import type { FocusEvent, PointerEvent } from 'react'
import { BREAKPOINTS, HOVER_CARD } from '#ui/constants.ts'
import { createHoverIntent, type HoverPhase } from '#ui/hover-intent.ts'
import { createStore } from '#ui/store.ts'

/** A pointer that can rest somewhere, on a screen wide enough for the sidebar. */
const DESKTOP = `(hover: hover) and (pointer: fine) and (min-width: ${BREAKPOINTS.sidebar + 1}px)`

type CardOptions = {
  /** Off in the back office, where nobody follows. */
  follow?: boolean
}

export type CardTarget = Required<CardOptions> & { userId: string; anchor: Element }

/** null while nobody is pointed at; `opened` once the card is to be seen. */
export const userCard = createStore<HoverPhase<CardTarget>>(null)

export const cardIntent = createHoverIntent<CardTarget>(
  HOVER_CARD,
  (one, other) => one.anchor === other.anchor && one.userId === other.userId,
  userCard.set,
)

/** Handlers for a person's link or picture; the card opens beside it. */
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

// Listens from the start, before any dialog does: this Esc is the card's.
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
