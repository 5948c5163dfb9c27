import { createEmitter } from '#ui/state/store.ts'

/** Sent when the pointer or focus reaches a note, to preload the code of its page. */
export const noteIntent = createEmitter()

const ATTRIBUTE = 'data-note-picture'

/** Marks the picture that the note's dialog opens from. */
export const pictureAttribute = (id: number) => ({ [ATTRIBUTE]: id })

let opened: { id: number; picture: HTMLElement } | null = null

/** Remembers the clicked card, since a note may be in several lists of the page. */
export function rememberOpenedCard(id: number, card: HTMLElement) {
  const picture = card.querySelector<HTMLElement>(`[${ATTRIBUTE}]`)
  opened = picture ? { id, picture } : null
}

export function cardPicture(id: number): HTMLElement | null {
  const own = opened?.id === id && opened.picture.isConnected ? opened.picture : null
  const picture = own ?? document.querySelector<HTMLElement>(`[${ATTRIBUTE}="${id}"]`)
  if (!picture) return null
  const { top, bottom, height } = picture.getBoundingClientRect()
  return height > 0 && bottom > 0 && top < window.innerHeight ? picture : null
}
