/** Animates a note's picture from its card into the opened note, and back when the note is closed. */
import { type RefObject, useLayoutEffect } from 'react'
import { cardPicture } from '#entities/post/open-note.ts'
import { prefersReducedMotion } from '#ui/motion/scroll.ts'
import classes from './CardTransition.module.css'

const TIMING = { duration: 260, easing: 'cubic-bezier(.2,.8,.2,1)', fill: 'both' } as const
const CARD_RADIUS = 12

/**
 * Runs when the note `id` opens in `scrim`, unless its frame was there before, and when it closes by any means.
 * `data-opening` hides the note's picture during the animation. `data-from-card` stays: removing it would start the
 * panel's other animation.
 */
export function useCardTransition(id: number | null, scrim: RefObject<HTMLElement | null>, framed: boolean) {
  useLayoutEffect(() => {
    const root = scrim.current
    const findPicture = () => root?.querySelector<HTMLElement>('[data-shown-picture]') ?? null
    const card = id === null ? null : cardPicture(id)
    const cardImage = card?.querySelector('img')
    const picture = findPicture()
    if (root && card && cardImage && picture && !framed && !prefersReducedMotion()) {
      root.setAttribute('data-opening', '')
      root.setAttribute('data-from-card', '')
      animateCopy(cardImage, cardFrame(card), noteFrame(picture)).then(() => root.removeAttribute('data-opening'))
    }
    // A layout effect's cleanup runs before the note leaves the document: it can still be measured.
    return () => {
      if (!root) return
      fadeOutScrim()
      const target = id === null ? null : cardPicture(id)
      const shown = findPicture()
      const image = shown?.querySelector('img')
      if (!target || !shown || !image?.complete || prefersReducedMotion()) return
      target.style.visibility = 'hidden'
      animateCopy(image, noteFrame(shown), cardFrame(target)).then(() => {
        target.style.visibility = ''
      })
    }
  }, [id, scrim, framed])
}

const cardFrame = (card: Element) => keyframe(card, CARD_RADIUS)
const noteFrame = (picture: Element) => keyframe(picture, 0)

function keyframe(element: Element, radius: number): Keyframe {
  const { left, top, width, height } = element.getBoundingClientRect()
  return {
    transform: `translate(${left}px, ${top}px)`,
    width: `${width}px`,
    height: `${height}px`,
    borderRadius: `${radius}px`,
  }
}

/** Moves a copy of the image. Animates width and height, not a scale: the card crops the picture, the note does not. */
async function animateCopy(image: HTMLImageElement, from: Keyframe, to: Keyframe): Promise<void> {
  const copy = new Image()
  copy.src = image.currentSrc || image.src
  copy.alt = ''
  copy.className = classes.picture ?? ''
  document.body.append(copy)
  await copy.animate([from, to], TIMING).finished.catch(() => {})
  copy.remove()
}

/** Fades out a copy of the scrim, since the note itself is removed at once. */
function fadeOutScrim() {
  const copy = document.createElement('div')
  copy.className = classes.scrim ?? ''
  copy.setAttribute('aria-hidden', 'true')
  document.body.append(copy)
  const fade = copy.animate([{ opacity: 1 }, { opacity: 0 }], TIMING)
  fade.finished.catch(() => {}).then(() => copy.remove())
}
