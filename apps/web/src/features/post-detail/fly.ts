/** The picture's way from its card into the note and back (look «Motion»). */
import classes from './fly.module.css'

const FLIGHT_MS = 260
const EASE = 'cubic-bezier(.2,.8,.2,1)'
const CARD_RADIUS = 12

export type Box = { top: number; left: number; width: number; height: number }

/** How a copy of the picture looks at one end of its way. */
type Stop = { box: Box; radius: number }

export const cardStop = (card: Element): Stop => ({ box: card.getBoundingClientRect(), radius: CARD_RADIUS })
export const noteStop = (picture: Element): Stop => ({ box: picture.getBoundingClientRect(), radius: 0 })

function frame({ box, radius }: Stop): Keyframe {
  return {
    transform: `translate(${box.left}px, ${box.top}px)`,
    width: `${box.width}px`,
    height: `${box.height}px`,
    borderRadius: `${radius}px`,
  }
}

/**
 * Moves a copy of `image` from one place to another above everything else. Width and height are animated, not scaled:
 * the card crops what the note shows whole. Resolves when it has arrived; the copy is gone then.
 */
export async function fly(image: HTMLImageElement, from: Stop, to: Stop): Promise<void> {
  const copy = new Image()
  copy.src = image.currentSrc || image.src
  copy.alt = ''
  copy.className = classes.picture ?? ''
  document.body.append(copy)
  const flight = copy.animate([frame(from), frame(to)], { duration: FLIGHT_MS, easing: EASE, fill: 'both' })
  await flight.finished.catch(() => {})
  copy.remove()
}

/** Lets the scrim fade away after the note itself is gone. */
export function fadeOut() {
  const copy = document.createElement('div')
  copy.className = classes.scrim ?? ''
  copy.setAttribute('aria-hidden', 'true')
  document.body.append(copy)
  const fade = copy.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FLIGHT_MS, easing: EASE, fill: 'both' })
  fade.finished.catch(() => {}).then(() => copy.remove())
}
