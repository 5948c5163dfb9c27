/** What a card does when its note is about to be opened. */
import { createSignal } from '#ui/signal.ts'

/** Somebody points at a note: the app fetches the code of its page now. */
export const noteIntent = createSignal()

const PICTURE = 'data-note-picture'

/** Marks the picture that a note grows out of when it opens. */
export const pictureOf = (id: number) => ({ [PICTURE]: id })

let chosen: { id: number; picture: HTMLElement } | null = null

/** Remembers the card that was chosen: a note may stand in several lists of the page. */
export function openedFrom(id: number, card: HTMLElement) {
  const picture = card.querySelector<HTMLElement>(`[${PICTURE}]`)
  chosen = picture ? { id, picture } : null
}

/** The picture of the note's card as it stands now; null when there is none on the screen. */
export function cardPicture(id: number): HTMLElement | null {
  const own = chosen?.id === id && chosen.picture.isConnected ? chosen.picture : null
  const picture = own ?? document.querySelector<HTMLElement>(`[${PICTURE}="${id}"]`)
  if (!picture) return null
  const { top, bottom, height } = picture.getBoundingClientRect()
  return height > 0 && bottom > 0 && top < window.innerHeight ? picture : null
}
