import { type RefObject, useLayoutEffect } from 'react'
import { cardPicture } from '#entities/post/open-note.ts'
import { movesLess } from '#ui/motion.ts'
import { cardStop, fadeOut, fly, noteStop } from './fly.ts'

/**
 * Lets the note's picture grow out of the card it was opened from, and shrink back into it when the note is left by
 * whatever way: Esc, a click beside it, the browser's back button. `data-growing` hides the picture meanwhile,
 * `data-grown` stays, since a change of animation would start one.
 */
export function useGrowth(id: number | null, scrim: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const root = scrim.current
    const picture = () => root?.querySelector<HTMLElement>('[data-shown-picture]') ?? null
    const card = id === null ? null : cardPicture(id)
    const cardImage = card?.querySelector('img')
    const target = picture()
    if (root && card && cardImage && target && !movesLess()) {
      root.setAttribute('data-growing', '')
      root.setAttribute('data-grown', '')
      fly(cardImage, cardStop(card), noteStop(target)).then(() => root.removeAttribute('data-growing'))
    }
    // Runs before the note leaves the document, so its places can still be measured.
    return () => {
      if (!root) return
      fadeOut()
      const back = id === null ? null : cardPicture(id)
      const shown = picture()
      const image = shown?.querySelector('img')
      if (!back || !shown || !image?.complete || movesLess()) return
      back.style.visibility = 'hidden'
      fly(image, noteStop(shown), cardStop(back)).then(() => {
        back.style.visibility = ''
      })
    }
  }, [id, scrim])
}
